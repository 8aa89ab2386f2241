/** Random rule lists, and what they mean in SQL: written from the API documentation, and sharing no code with rules/. */
import type { Condition, Filter, Rule, TagContent, TagValue } from "../../../rules/types";

/** A key, and what SQL knows of it: its column, or where it is unknown. */
export interface AgreementKey {
  costCenter: string;
  type: string;
  key: string;
  /** The column in the table of records. Undefined: the cost data can't tell the value. */
  column?: string;
  /** The records for which an unknown key is unknown, in SQL. For others, it is missing. */
  unknownIf?: string;
}

const aws = "provider IN ('AWS', 'Amazon Web Services')";

/** The keys of all lists. */
export const keys: readonly AgreementKey[] = [
  { costCenter: "AWS", type: "tag", key: "environment", column: "aws_environment" },
  { costCenter: "AWS", type: "tag", key: "application", column: "aws_application" },
  { costCenter: "Azure", type: "tag", key: "environment", column: "azure_environment" },
  { costCenter: "AWS", type: "billing_dimension", key: "linked_account", column: "aws_account" },
  { costCenter: "AWS", type: "billing_dimension", key: "service", column: "aws_service" },
  { costCenter: "Azure", type: "billing_dimension", key: "service", column: "azure_service" },
  { costCenter: "AWS", type: "billing_dimension", key: "region", column: "aws_region" },
  { costCenter: "AWS", type: "billing_dimension", key: "usage_type", unknownIf: aws },
  { costCenter: "Kubernetes", type: "k8s_namespace", key: "namespace", unknownIf: "TRUE" },
];

/** A generator of the same numbers from 0 to 1 for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Makes a list.
 *
 * @param values values that occur in the data, by column
 * @param moments at which timeframes begin and end
 */
export function randomList(
  random: () => number,
  values: ReadonlyMap<string, readonly string[]>,
  moments: readonly number[],
): TagContent {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const someKey = (): AgreementKey => (random() < 0.08 ? pick(keys.slice(-2)) : pick(keys.slice(0, -2)));
  const valueOf = ({ column = "" }: AgreementKey): string => pick(['it\'s "x"', ...(values.get(column) ?? [])]);
  const condition = (): Condition => {
    const key = someKey();
    const { costCenter, type, key: name } = key;
    const operator = pick([
      "is",
      "notIs",
      "oneOf",
      "notOneOf",
      "contains",
      "notContains",
      "exists",
      "notExists",
    ] as const);
    const base = { costCenter, type, key: name };
    if (operator === "exists" || operator === "notExists") return { ...base, operator };
    const texts = Array.from({ length: 1 + Math.floor(random() * 3) }, () => valueOf(key));
    if (operator.toLowerCase().endsWith("contains")) {
      const parts = texts.map((text) => text.slice(0, 1 + Math.floor(random() * 4)));
      return { ...base, operator, value: parts };
    }
    return { ...base, operator, value: operator.toLowerCase().endsWith("oneof") ? texts : (texts[0] ?? "") };
  };
  const filter = (level: number): Filter => {
    if (level > 2 || random() < 0.5) return condition();
    const members = Array.from({ length: Math.floor(random() * 3) + 1 }, () => filter(level + 1));
    return random() < 0.6 ? { AND: members } : { OR: members };
  };
  const value = (): TagValue => {
    if (random() < 0.85) return pick(["Checkout", "Data", "Sandbox", "Search"]);
    const { costCenter, type, key } = someKey();
    return { costCenter, type, key };
  };
  const rule = (): Rule => {
    if (random() < 0.8) return { to: value(), filters: filter(0) };
    const [from = 0, to = 0] = [pick(moments), pick(moments)].sort((one, other) => one - other);
    return { to: value(), filters: filter(0), timeframe: random() < 0.5 ? { from } : { from, to } };
  };
  return { rules: Array.from({ length: Math.floor(random() * 7) }, rule), defaultValue: value() };
}

/** The result in SQL if the value can't be decided, and for a record without a value. Values begin with `v`. */
export const [undecided, withoutValue] = ["u", "n"];

/** A query that adds the values of a list to a relation, as a column. */
export function withValues(from: string, { rules, defaultValue }: TagContent, column: string): string {
  const last = `SELECT *, ${valueSql(defaultValue)} AS ${column}_${rules.length} FROM (${from})`;
  const query = rules.reduceRight((inner, { filters, timeframe, to }, index) => {
    const times = timeframe === undefined ? "" : `start >= ${momentSql(timeframe.from)} AND `;
    const end = timeframe?.to === undefined ? "" : `start <= ${momentSql(timeframe.to)} AND `;
    const [value, rest] = [valueSql(to), `${column}_${index + 1}`];
    const sql = `CASE (${times}${end}${filterSql(filters)}) WHEN TRUE THEN ${value} WHEN FALSE THEN ${rest} ELSE CASE WHEN ${value} = ${rest} THEN ${rest} ELSE '${undecided}' END END`;
    return `SELECT * EXCLUDE (${rest}), ${sql} AS ${column}_${index} FROM (${inner})`;
  }, last);
  return `SELECT * RENAME (${column}_0 AS ${column}) FROM (${query})`;
}

function momentSql(moment: number | string): string {
  return `TIMESTAMP '${new Date(moment).toISOString().replace("T", " ").replace("Z", "")}'`;
}

function textSql(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function keyOf(wanted: { costCenter: string; type?: string; key: string }): AgreementKey {
  const found = keys.find(
    ({ costCenter, type, key }) => costCenter === wanted.costCenter && type === wanted.type && key === wanted.key,
  );
  if (found === undefined) throw new Error(`No key ${wanted.key}.`);
  return found;
}

function valueSql(to: TagValue): string {
  if (typeof to === "string") return textSql(`v${to}`);
  const { column, unknownIf = "" } = keyOf({ ...to, type: to.type ?? "" });
  if (column === undefined) return `CASE WHEN ${unknownIf} THEN '${undecided}' ELSE '${withoutValue}' END`;
  return `CASE WHEN ${column} IS NULL THEN '${withoutValue}' ELSE 'v' || ${column} END`;
}

/** TRUE, FALSE, or NULL for unknown. */
function filterSql(filter: Filter): string {
  if ("AND" in filter) return filter.AND.length === 0 ? "TRUE" : `(${filter.AND.map(filterSql).join(" AND ")})`;
  if ("OR" in filter) return filter.OR.length === 0 ? "FALSE" : `(${filter.OR.map(filterSql).join(" OR ")})`;
  const { column, unknownIf = "" } = keyOf(filter);
  if (column !== undefined) return conditionSql(filter, column);
  return `CASE WHEN ${unknownIf} THEN NULL ELSE ${conditionSql(filter, "CAST(NULL AS VARCHAR)")} END`;
}

function conditionSql({ operator, value }: Condition, column: string): string {
  const texts = value === undefined ? [] : [value].flat().map(textSql);
  switch (operator) {
    case "exists":
      return `(${column} IS NOT NULL)`;
    case "notExists":
      return `(${column} IS NULL)`;
    case "is":
    case "oneOf":
      return `COALESCE(${column} IN (${texts.join(", ")}), FALSE)`;
    case "notIs":
    case "notOneOf":
      return `COALESCE(${column} NOT IN (${texts.join(", ")}), TRUE)`;
    case "contains":
      return `COALESCE(${texts.map((text) => `contains(${column}, ${text})`).join(" OR ")}, FALSE)`;
    case "notContains":
      return `COALESCE(NOT (${texts.map((text) => `contains(${column}, ${text})`).join(" OR ")}), TRUE)`;
  }
}
