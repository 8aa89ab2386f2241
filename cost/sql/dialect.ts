/** What differs between the engines that can make a cube. */
import type { TagsType } from "../mapping/mapping";
import { inOtherZone, inUtc, textInUtc } from "./moments";
import { unicodeEscape } from "../../rules/shared/unicodeEscape";
import { byteEscape, escapedText, identifier, joinedText } from "./literals";

/** The engines that `cube --sql` knows. */
export type DialectName =
  "duckdb" | "athena" | "trino" | "spark" | "databricks" | "bigquery" | "snowflake" | "clickhouse";

/** How a query reads tags. */
export interface TagAccess {
  /**
   * Whether the column is JSON text: an object, or a list of keys and values. Other engines' queries then group by the text before they read
   * it, which is much less work there.
   */
  isText: boolean;
  /**
   * What the column is turned into before keys are read. Null of a text that is neither an object nor a list.
   *
   * @param wanted all keys whose values are read
   */
  parsed: (column: string, wanted: readonly string[]) => string;
  /** Whether there are tags at all. Default: whether the column is not null. It may be true if there are none. */
  hasTags?: (parsed: string) => string;
  /** The list of all keys. Only for DuckDB. */
  keys?: (column: string) => string;
  /** The value of one of the wanted keys. It may be empty for a missing one. */
  entry: (parsed: string, key: string, wanted: readonly string[]) => string;
}

/** One engine. */
export interface Dialect {
  /** A text as a literal. */
  literal: (text: string) => string;
  /**
   * The name of a column. It has no quotes (`parseMapping` refuses them).
   *
   * @param isSpelled whether the table spells it like this
   */
  identifier: (name: string, isSpelled?: boolean) => string;
  /** A value as text. */
  text: (sql: string) => string;
  /** A value as a decimal number with 12 places. Null if it is none, or the query fails. */
  amount: (sql: string) => string;
  /** A moment as text in UTC, in which an earlier one sorts first. Null if it is none. */
  moment: (column: string) => string;
  /** How tags are read, by the type of the column. */
  tags: Readonly<Record<TagsType, TagAccess>>;
  /** The type that is usual for the engine. */
  usualTags: TagsType;
}

const unchanged = (column: string): string => column;

/** A JSON pointer can name every key. Paths have special characters in every engine. */
function pointer(key: string): string {
  return `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

const chrText = (text: string): string => joinedText(text, "chr");
const duckdbEntry = (json: string, key: string): string => `json_extract_string(${json}, ${chrText(pointer(key))})`;

const duckdbParts = (list: string, name: string): string => `list_transform(${list}, lambda one: one.${name})`;

/** How lists in JSON name their keys and values. */
const listNames = { keys: ["Key", "key", "k", "name"], contents: ["Value", "value", "v"] } as const;

/** The first of some parts of an entry of a list. */
function partOf(names: readonly string[], read: (name: string) => string): string {
  return `COALESCE(${names.map(read).join(", ")})`;
}

const duckdbJsonParts = (text: string, names: readonly string[]): string =>
  `list_transform(CAST(${text} AS JSON[]), lambda one: ${partOf(names, (name) => `one->>'${name}'`)})`;

/**
 * The values of the wanted keys of tags as JSON: an object, or a list of keys and values. Null if it is neither. Of several values of a key,
 * the first one counts, in objects and in lists. All values are read at once, because each reading parses the text.
 */
function duckdbJson(text: string, wanted: readonly string[]): string {
  const pointers = wanted.map((key) => chrText(pointer(key)));
  const ofObject = `json_extract_string(${text}, [${pointers.join(", ")}])`;
  const [keys, contents] = [listNames.keys, listNames.contents].map((names) => duckdbJsonParts(text, names));
  const entries = wanted.map((key) => `lists.contents[list_position(lists.keys, ${chrText(key)})]`);
  // A lambda over one list of both computes each of them once.
  const lists = `[struct_pack(keys := ${keys}, contents := ${contents})]`;
  const ofList = `list_transform(${lists}, lambda lists: [${entries.join(", ")}])[1]`;
  const isList = `NOT list_contains(list_transform(${keys}, lambda one: one IS NULL), true)`;
  const byType = `CASE json_type(${text}) WHEN 'OBJECT' THEN ${ofObject} WHEN 'ARRAY' THEN CASE WHEN ${isList} THEN ${ofList} END END`;
  return `CASE WHEN ${text} LIKE '{%' THEN TRY(${ofObject}) WHEN json_valid(${text}) THEN ${byType} END`;
}

function duckdbJsonKeys(text: string): string {
  const byType = `CASE json_type(${text}) WHEN 'OBJECT' THEN json_keys(${text}) WHEN 'ARRAY' THEN ${duckdbJsonParts(text, listNames.keys)} END`;
  return `CASE WHEN json_valid(${text}) THEN ${byType} END`;
}

const duckdbListEntry = (lists: string, key: string): string =>
  `CAST(${lists}.contents[list_position(${lists}.keys, ${chrText(key)})] AS VARCHAR)`;

/** Whether a text can be no amount although DuckDB would read it as one: `1_000`. */
export function hasUnderscore(text: string): string {
  return `contains(${text}, '_')`;
}

const duckdb: Dialect = {
  literal: chrText,
  identifier: (name) => identifier(name, '"'),
  text: (sql) => `CAST(${sql} AS VARCHAR)`,
  // A large double that is cast directly loses digits: 217277874.46 gets 217277874.459999993856. From 4096 on, the error can reach half
  // of the last decimal place. Its text has all digits, but takes a hundred times as long. Below, the smaller type takes half as long.
  amount: (sql) => {
    const [direct, byText] = [
      `TRY_CAST(${sql} AS DECIMAL(18, 12))`,
      `TRY_CAST(CAST(${sql} AS VARCHAR) AS DECIMAL(38, 12))`,
    ];
    const isWrong = `typeof(${sql}) = 'VARCHAR' AND ${hasUnderscore(`CAST(${sql} AS VARCHAR)`)}`;
    return `CASE WHEN ${isWrong} THEN NULL WHEN abs(TRY_CAST(${sql} AS DOUBLE)) < 4096 THEN ${direct} ELSE ${byText} END`;
  },
  moment: (column) =>
    textInUtc(
      `CAST(${column} AS VARCHAR)`,
      (text, pattern) => `regexp_matches(${text}, ${pattern})`,
      // DuckDB reads no space before an offset.
      (text) =>
        `strftime(TRY_CAST(REPLACE(REPLACE(${text}, ' +', '+'), ' -', '-') AS TIMESTAMPTZ) AT TIME ZONE 'UTC', '%Y-%m-%d %H:%M:%S.%g')`,
    ),
  tags: {
    map: {
      isText: false,
      parsed: unchanged,
      hasTags: (map) => `cardinality(${map}) > 0`,
      keys: (map) => `map_keys(${map})`,
      entry: (map, key) => `CAST(${map}[${chrText(key)}] AS VARCHAR)`,
    },
    struct: {
      isText: false,
      parsed: (column) => `to_json(${column})`,
      keys: (column) => `json_keys(to_json(${column}))`,
      entry: duckdbEntry,
    },
    json: {
      isText: true,
      parsed: duckdbJson,
      keys: duckdbJsonKeys,
      entry: (values, key, wanted) => `${values}[${wanted.indexOf(key) + 1}]`,
    },
    list: {
      isText: false,
      parsed: (list) => `struct_pack(keys := ${duckdbParts(list, "key")}, contents := ${duckdbParts(list, "value")})`,
      keys: (list) => duckdbParts(list, "key"),
      entry: duckdbListEntry,
    },
  },
  usualTags: "map",
};

const trinoEntry = (map: string, key: string): string =>
  `json_extract_scalar(element_at(${map}, ${chrText(key)}), '$')`;

/** The values of each key, in their order. A list with an entry without a key can't be read. */
function trinoJson(text: string): string {
  const part = (name: string): string => `element_at(one, '${name}')`;
  const key = partOf(listNames.keys, (name) => `json_extract_scalar(${part(name)}, '$')`);
  const ofObject = `map_entries(CAST(json_parse(${text}) AS MAP(VARCHAR, JSON)))`;
  const ofList = `transform(CAST(json_parse(${text}) AS ARRAY(MAP(VARCHAR, JSON))), one -> ROW(${key}, ${partOf(listNames.contents, part)}))`;
  return `COALESCE(TRY(multimap_from_entries(${ofObject})), TRY(multimap_from_entries(${ofList})))`;
}

const trino: Dialect = {
  ...duckdb,
  amount: (sql) => `TRY_CAST(${sql} AS DECIMAL(38, 12))`,
  moment: (column) =>
    textInUtc(
      `CAST(${column} AS VARCHAR)`,
      (text, pattern) => `regexp_like(${text}, ${pattern})`,
      // Trino reads no T, and would round to milliseconds.
      (text) => {
        const readable = `regexp_replace(${text}, '^(.{10})[T ]([0-9:]+([.][0-9]{1,3})?)[0-9]*', '$1 $2')`;
        return `SUBSTRING(CAST(TRY_CAST(${readable} AS TIMESTAMP WITH TIME ZONE) AT TIME ZONE 'UTC' AS VARCHAR), 1, 23)`;
      },
    ),
  tags: {
    map: {
      isText: false,
      parsed: unchanged,
      entry: (map, key) => `CAST(element_at(${map}, ${chrText(key)}) AS VARCHAR)`,
    },
    struct: {
      isText: false,
      parsed: (column) => `CAST(CAST(${column} AS JSON) AS MAP(VARCHAR, JSON))`,
      entry: trinoEntry,
    },
    json: {
      isText: true,
      parsed: trinoJson,
      entry: (map, key) => `json_extract_scalar(element_at(element_at(${map}, ${chrText(key)}), 1), '$')`,
    },
    list: {
      isText: false,
      parsed: unchanged,
      entry: (list, key) => `CAST(element_at(filter(${list}, one -> one.key = ${chrText(key)}), 1).value AS VARCHAR)`,
    },
  },
};

const sparkText = (text: string): string => escapedText(text, unicodeEscape);
const sparkEntry = (map: string, key: string): string => `CAST(try_element_at(${map}, ${sparkText(key)}) AS STRING)`;

const sparkListEntry = (list: string, key: string): string =>
  `CAST(get(filter(${list}, one -> one.key = ${sparkText(key)}), 0).value AS STRING)`;

/** A list of keys and values, with an object's in their order. */
function sparkJson(text: string): string {
  const part = (names: readonly string[]): string => partOf(names, (name) => `try_element_at(one, '${name}')`);
  const list = `from_json(${text}, 'ARRAY<MAP<STRING, STRING>>')`;
  const entries = `transform(${list}, one -> named_struct('key', ${part(listNames.keys)}, 'value', ${part(listNames.contents)}))`;
  const ofList = `CASE WHEN NOT exists(${list}, one -> ${part(listNames.keys)} IS NULL) THEN ${entries} END`;
  return `COALESCE(map_entries(from_json(${text}, 'MAP<STRING, STRING>')), ${ofList})`;
}

/** A timestamp in UTC. Functions that take a time zone shift the hours that the session's own zone skips in spring. */
const sparkUtc = (timestamp: string): string =>
  `SUBSTRING(CAST(TIMESTAMP_NTZ '1970-01-01 00:00:00' + make_dt_interval(0, 0, 0, unix_micros(${timestamp}) / 1000000) AS STRING), 1, 23)`;

const spark: Dialect = {
  literal: sparkText,
  identifier: (name) => identifier(name, "`"),
  text: (sql) => `CAST(${sql} AS STRING)`,
  amount: (sql) => `try_cast(${sql} AS DECIMAL(38, 12))`,
  // The text of a timestamp is in the time zone of the session, and does not have it.
  moment: (column) => {
    const other = textInUtc(
      `CAST(${column} AS STRING)`,
      (text, pattern) => `${text} RLIKE ${pattern}`,
      (text) => sparkUtc(`try_cast(${text} AS TIMESTAMP)`),
    );
    return `CASE WHEN typeof(${column}) = 'timestamp' THEN ${sparkUtc(`try_cast(${column} AS TIMESTAMP)`)} ELSE ${other} END`;
  },
  tags: {
    map: { isText: false, parsed: unchanged, entry: sparkEntry },
    struct: {
      isText: false,
      parsed: (column) => `from_json(to_json(${column}), 'MAP<STRING, STRING>')`,
      entry: sparkEntry,
    },
    json: { isText: true, parsed: sparkJson, entry: sparkListEntry },
    list: { isText: false, parsed: unchanged, entry: sparkListEntry },
  },
  usualTags: "map",
};

const bigqueryText = (text: string): string => escapedText(text, unicodeEscape);
const bigqueryEntry = (json: string, key: string): string => `LAX_STRING(${json}[${bigqueryText(key)}])`;

/** A list of keys and values, as in Google's own exports. Names of fields have no case. */
const bigqueryList: TagAccess = {
  isText: false,
  parsed: unchanged,
  entry: (list, key) =>
    `(SELECT value FROM UNNEST(${list}) WITH OFFSET AS place WHERE key = ${bigqueryText(key)} ORDER BY place LIMIT 1)`,
};

const bigqueryPart = (names: readonly string[]): string => partOf(names, (name) => `LAX_STRING(one['${name}'])`);

function bigqueryJson(text: string): string {
  const json = `SAFE.PARSE_JSON(${text})`;
  const isList = `NOT EXISTS (SELECT 1 FROM UNNEST(JSON_QUERY_ARRAY(${json})) AS one WHERE ${bigqueryPart(listNames.keys)} IS NULL)`;
  return `CASE JSON_TYPE(${json}) WHEN 'object' THEN ${json} WHEN 'array' THEN CASE WHEN ${isList} THEN ${json} END END`;
}

function bigqueryJsonEntry(json: string, key: string): string {
  const found = `SELECT ${bigqueryPart(listNames.contents)} FROM UNNEST(JSON_QUERY_ARRAY(${json})) AS one WITH OFFSET AS place`;
  const ofList = `(${found} WHERE ${bigqueryPart(listNames.keys)} = ${bigqueryText(key)} ORDER BY place LIMIT 1)`;
  return `CASE WHEN JSON_TYPE(${json}) = 'array' THEN ${ofList} ELSE ${bigqueryEntry(json, key)} END`;
}

const bigquery: Dialect = {
  literal: bigqueryText,
  identifier: (name) => identifier(name, "`"),
  text: (sql) => `CAST(${sql} AS STRING)`,
  amount: (sql) => `ROUND(SAFE_CAST(${sql} AS BIGNUMERIC), 12)`,
  moment: (column) =>
    textInUtc(
      `CAST(${column} AS STRING)`,
      (text, pattern) => `REGEXP_CONTAINS(${text}, ${pattern})`,
      (text) => `FORMAT_TIMESTAMP('%Y-%m-%d %H:%M:%E3S', SAFE_CAST(${text} AS TIMESTAMP), 'UTC')`,
    ),
  tags: {
    map: bigqueryList,
    list: bigqueryList,
    struct: { isText: false, parsed: (column) => `TO_JSON(${column})`, entry: bigqueryEntry },
    json: { isText: true, parsed: bigqueryJson, entry: bigqueryJsonEntry },
  },
  usualTags: "map",
};

const snowflakeText = (text: string): string => escapedText(text, unicodeEscape);
const snowflakeEntry = (object: string, key: string): string => `CAST(${object}[${snowflakeText(key)}] AS VARCHAR)`;

const snowflakePart = (names: readonly string[]): string => partOf(names, (name) => `one:${name}`);

function snowflakeListEntry(list: string, key: string): string {
  const first = `GET(FILTER(${list}, one -> ${snowflakePart(listNames.keys)} = ${snowflakeText(key)}), 0)`;
  return `CAST(${partOf(listNames.contents, (name) => `GET(${first}, '${name}')`)} AS VARCHAR)`;
}

/** An object that has a key twice can't be read. */
function snowflakeJson(text: string): string {
  const json = `TRY_PARSE_JSON(${text})`;
  const isList = `ARRAY_SIZE(FILTER(AS_ARRAY(${json}), one -> ${snowflakePart(listNames.keys)} IS NULL)) = 0`;
  return `CASE WHEN IS_OBJECT(${json}) OR ${isList} THEN ${json} END`;
}

const snowflake: Dialect = {
  literal: snowflakeText,
  // Without quotes, small letters would be capitals.
  identifier: (name, isSpelled = false) => (isSpelled ? `"${name}"` : identifier(name, '"')),
  text: (sql) => `CAST(${sql} AS VARCHAR)`,
  amount: (sql) => `CAST(${sql} AS NUMBER(38, 12))`,
  moment: (column) =>
    textInUtc(
      `CAST(${column} AS VARCHAR)`,
      (text, pattern) => `REGEXP_LIKE(${text}, ${pattern})`,
      (text) => `TO_CHAR(CONVERT_TIMEZONE('UTC', TRY_TO_TIMESTAMP_TZ(${text})), 'YYYY-MM-DD HH24:MI:SS.FF3')`,
    ),
  tags: {
    map: { isText: false, parsed: unchanged, entry: snowflakeEntry },
    struct: { isText: false, parsed: unchanged, entry: snowflakeEntry },
    json: {
      isText: true,
      parsed: snowflakeJson,
      entry: (json, key) =>
        `CASE WHEN IS_ARRAY(${json}) THEN ${snowflakeListEntry(`AS_ARRAY(${json})`, key)} ELSE ${snowflakeEntry(json, key)} END`,
    },
    list: { isText: false, parsed: unchanged, entry: snowflakeListEntry },
  },
  usualTags: "struct",
};

const clickhouseText = (text: string): string => escapedText(text, byteEscape);
const clickhouseEntry = (json: string, key: string): string =>
  `JSONExtract(${json}, ${clickhouseText(key)}, 'Nullable(String)')`;

/** The text of an object. A list becomes one whose keys are in its order. */
function clickhouseJson(column: string): string {
  const [text, list] = [`ifNull(${column}, '')`, `JSONExtractArrayRaw(ifNull(${column}, ''))`];
  const part = (names: readonly string[]): string =>
    partOf(names, (name) => `JSONExtract(one, '${name}', 'Nullable(String)')`);
  const json = (sql: string): string => `toJSONString(ifNull(${sql}, ''))`;
  const entries = `arrayMap(one -> concat(${json(part(listNames.keys))}, ':', ${json(part(listNames.contents))}), ${list})`;
  const isList = `JSONType(${text}) = 'Array' AND NOT arrayExists(one -> ${part(listNames.keys)} IS NULL, ${list})`;
  const ofList = `concat('{', arrayStringConcat(${entries}, ','), '}')`;
  return `multiIf(NOT isValidJSON(${text}), NULL, JSONType(${text}) = 'Object', ${text}, ${isList}, ${ofList}, NULL)`;
}

const clickhouse: Dialect = {
  literal: clickhouseText,
  identifier: (name) => identifier(name, "`"),
  text: (sql) => `toString(${sql})`,
  // Further digits would be cut off. The first of them decides about rounding.
  amount: (sql) => `round(toDecimal256OrNull(toString(${sql}), 13), 12)`,
  // The text of a column with a time zone does not have the zone. Without the condition, other dates would be guessed.
  moment: (column) =>
    `if(match(toString(${column}), '${inUtc}') OR match(toString(${column}), '${inOtherZone}'), toString(accurateCastOrNull(${column}, 'DateTime64(3, \\'UTC\\')')), NULL)`,
  tags: {
    // A missing key would have the default of its type, which is an empty text.
    map: {
      isText: false,
      parsed: unchanged,
      entry: (map, key) => `if(mapContains(${map}, ${clickhouseText(key)}), ${map}[${clickhouseText(key)}], NULL)`,
    },
    // Names of fields have a case, so the places count: keys come first.
    list: {
      isText: false,
      parsed: unchanged,
      entry: (list, key) => {
        const isKey = `one -> tupleElement(one, 1) = ${clickhouseText(key)}`;
        return `if(arrayExists(${isKey}, ${list}), tupleElement(arrayFirst(${isKey}, ${list}), 2), NULL)`;
      },
    },
    struct: { isText: false, parsed: (column) => `toJSONString(${column})`, entry: clickhouseEntry },
    json: { isText: true, parsed: clickhouseJson, entry: clickhouseEntry },
  },
  usualTags: "map",
};

/** The engines. Athena runs Trino, Databricks runs Spark. */
export const dialects: Readonly<Record<DialectName, Dialect>> = {
  duckdb,
  athena: trino,
  trino,
  spark,
  databricks: spark,
  bigquery,
  snowflake,
  clickhouse,
};
