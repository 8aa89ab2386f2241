/** How DuckDB reads files, depending on the columns that they have. */
import { amountScale } from "../cube/amounts";
import { lastDayOfOwnMonth } from "../cube/moments";
import { columnsOf, type CubePlan, planForColumns } from "../cube/plan";
import { labelColumns, requiredColumns } from "../mapping/mapping";
import { dialects, hasUnderscore } from "../sql/dialect";
import { firstValue } from "../sql/engineQuery";
import type { MomentReading, TableReading, TagColumn } from "../sql/query";
import { csvSource } from "./csvTable";
import { textLiteral } from "./duckdb";
import { type FileColumn, type FileGroup, maxPrecision, parquetSource } from "./dataFiles";

const { duckdb } = dialects;

/** The beginning of the billing period, which some exports lack. */
const billingColumn = "BillingPeriodStart";

/**
 * Says how to read some files.
 *
 * @param isOnlyFolder whether there are no other folders, so that no billing period can be in two of them
 * @throws {Error} if they lack a column or have one of a type that can't be read. The text is not escaped
 */
export function fileReading(plan: CubePlan, files: FileGroup, isOnlyFolder: boolean): TableReading {
  const { mapping } = plan;
  const columns = new Columns(files);
  const fields = new Map([
    [mapping.cost, "cost"],
    ...(typeof mapping.currency === "string" ? [] : [[mapping.currency.column, "currency"] as const]),
  ]);
  for (const name of requiredColumns(mapping)) if (!columns.has(name)) throw columns.missing(name, fields.get(name));
  const providers = mapping.provider.filter((name) => columns.has(name));
  if (providers.length === 0) throw columns.missing(mapping.provider.join(" or "), "provider");
  const hasAccount = !isOnlyFolder && columns.has("BillingAccountId");
  const needsTags = plan.sources.some(({ source }) => "tags" in source);
  return {
    // Sums stay numbers, so that those of parts of a file can be added up.
    dialect: { ...duckdb, text: (sql) => sql },
    from: files.format === "csv" ? csvSource(wantedColumns(plan, files)) : parquetSource(files.paths),
    provider: firstValue(providers.map((name) => columns.text(name))),
    currency:
      typeof mapping.currency === "string" ? textLiteral(mapping.currency) : columns.text(mapping.currency.column),
    moment: momentOf(columns, "ChargePeriodStart"),
    ...(columns.has(billingColumn) ? { billing: billingOf(columns) } : {}),
    amount: amountOf(columns, mapping.cost),
    column: (names) => firstColumn(columns, names),
    tags: needsTags ? mapping.tags.flatMap((name) => (columns.has(name) ? tagColumn(columns, name) : [])) : [],
    extra: hasAccount ? [{ name: "billing_account", sql: columns.text("BillingAccountId") }] : [],
    withRange: true,
  };
}

/** The end of the period of a record, as SQL, and its column. Undefined if the files don't have it, or not as a moment. */
export function periodEnd(files: FileGroup): { sql: string; column: FileColumn } | undefined {
  const column = new Columns(files).find("ChargePeriodEnd");
  const sql = column && momentSql(column.sql, column.type);
  return column === undefined || sql === undefined ? undefined : { sql, column };
}

/** A column of some files. The case of its name matters only if columns differ in nothing else. */
export function columnNamed(files: FileGroup, name: string): FileColumn | undefined {
  return new Columns(files).find(name);
}

/** The columns with the cost and the moment of a record. */
export function basicColumns({ mapping }: CubePlan, files: FileGroup): FileColumn[] {
  const columns = new Columns(files);
  return [mapping.cost, "ChargePeriodStart"].flatMap((name) => columns.find(name) ?? []);
}

/** The indexes of the columns of CSV files that a query can need, in order. */
export function wantedColumns(plan: CubePlan, files: FileGroup): number[] {
  const columns = new Columns(files);
  const indexes = neededNames(plan).flatMap((name) => columns.find(name)?.index ?? []);
  return [...new Set(indexes)].sort((one, other) => one - other);
}

/** The names of the columns that a query can need. */
export function neededNames({ mapping, sources }: CubePlan): string[] {
  return [
    ...[...requiredColumns(mapping), billingColumn, "BillingAccountId", ...mapping.provider],
    ...sources.flatMap(({ source }) => columnsOf(source, mapping)),
  ];
}

/** The plan for the columns that the files have. */
export function planForFiles(plan: CubePlan, groups: readonly FileGroup[]): CubePlan {
  const all = groups.map((group) => new Columns(group));
  return planForColumns(plan, (name) => all.some((columns) => columns.has(name)));
}

/**
 * The indexes of a plan's sources that some files can't fill: they have none of the columns, or only some of the columns with labels that
 * other files have. Then another label could be the one that counts.
 */
export function lackedSources({ sources, mapping }: CubePlan, files: FileGroup): ReadonlySet<number> {
  const columns = new Columns(files);
  const labels = mapping.tags.filter((name) => labelColumns.includes(name));
  const someLabels = labels.some((name) => columns.has(name)) && !labels.every((name) => columns.has(name));
  const lacked = sources.map(({ source }) => {
    return ("tags" in source && someLabels) || !columnsOf(source, mapping).some((name) => columns.has(name));
  });
  return new Set(lacked.flatMap((isLacked, index) => (isLacked ? index : [])));
}

/** The columns of some files. */
class Columns {
  readonly #files: FileGroup;

  constructor(files: FileGroup) {
    this.#files = files;
  }

  has(name: string): boolean {
    return this.find(name) !== undefined;
  }

  /** @param field what names the column in the mapping file, if it can be named there */
  missing(name: string, field?: string): Error {
    const { paths, columns } = this.#files;
    const others = [...columns.keys()].slice(0, 50).join(", ");
    const advice = field === undefined ? "" : `, or cost-data.json must name the column in ${JSON.stringify(field)}`;
    return new Error(
      `${paths[0] ?? ""} has no column ${name}. Cost data must be in the FOCUS format, version 1.0 to 1.4${advice}.\nIts columns: ${others}`,
    );
  }

  /** The name in queries. */
  name(name: string): string {
    return this.find(name)?.sql ?? "";
  }

  type(name: string): string {
    return this.find(name)?.type ?? "";
  }

  /** A value as text. @throws {Error} if it is no single value */
  text(name: string): string {
    const type = this.type(name);
    if (type === "VARCHAR") return this.name(name);
    if (/^(?:MAP|STRUCT|UNION)\(|\]$|^BLOB/u.test(type) || isTooPrecise(type))
      throw this.wrongType(name, `text or a number with at most ${maxPrecision} digits`);
    return `CAST(${this.name(name)} AS VARCHAR)`;
  }

  wrongType(name: string, expected: string): Error {
    return new Error(
      `The column ${name} of ${this.#files.paths[0] ?? ""} has the type ${this.type(name)}. It must be ${expected}.`,
    );
  }

  /** The case of a name matters only if columns differ in nothing else. */
  find(name: string): FileColumn | undefined {
    const { columns } = this.#files;
    const lower = name.toLowerCase();
    return columns.get(name) ?? [...columns].find(([other]) => other.toLowerCase() === lower)?.[1];
  }
}

const timestamp = /^TIMESTAMP(?:_S|_MS|_NS)?$|^DATE$/u;
const timestampWithZone = /^TIMESTAMP WITH TIME ZONE$|^TIMESTAMPTZ$/u;

/** The usual forms of texts. They need no regular expression, which takes much longer. */
const usualForms = ["____-__-__T__:__:__Z", "____-__-__ __:__:__"];

/** Compares dates and times as such, which is much faster than as text. */
function momentOf(columns: Columns, name: string): MomentReading {
  const sql = momentSql(columns.name(name), columns.type(name));
  if (sql === undefined) throw columns.wrongType(name, "a date, a time or text");
  const month = (moment: string): string => `CAST(date_trunc('month', ${moment}) AS DATE)`;
  return {
    sql,
    month,
    billingMonth: (moment) =>
      month(`CASE WHEN day(${moment}) > ${lastDayOfOwnMonth} THEN ${moment} + INTERVAL 15 DAY ELSE ${moment} END`),
    special: { epoch: "DATE '1970-01-01'", unreadable: "DATE 'infinity'" },
    literal: (moment) => `TIMESTAMP '${new Date(moment).toISOString().replace("T", " ").replace("Z", "")}'`,
  };
}

/** A moment as a time in UTC. */
function momentSql(column: string, type: string): string | undefined {
  if (timestamp.test(type)) return `CAST(${column} AS TIMESTAMP)`;
  if (timestampWithZone.test(type)) return `CAST(${column} AT TIME ZONE 'UTC' AS TIMESTAMP)`;
  if (type !== "VARCHAR") return undefined;
  const isUsual = usualForms.map((form) => `${column} LIKE '${form}'`).join(" OR ");
  // The cast ignores offsets, so only the usual forms are cast directly. It takes the hour 24 for the next day, and a space for a zero.
  const isOdd = ["24%", " %"].map((hour) => `${column} LIKE '____-__-___${hour}'`).join(" OR ");
  return `TRY_CAST(CASE WHEN (${isUsual}) AND NOT (${isOdd}) THEN ${column} ELSE ${duckdb.moment(column)} END AS TIMESTAMP)`;
}

function billingOf(columns: Columns): NonNullable<TableReading["billing"]> {
  const sql = columns.name(billingColumn);
  const isMissing = `${columns.type(billingColumn) === "VARCHAR" ? firstValue([sql]) : sql} IS NULL`;
  return { moment: momentOf(columns, billingColumn), isMissing };
}

function amountOf(columns: Columns, name: string): string {
  const type = columns.type(name);
  if (
    isTooPrecise(type) ||
    !/^(?:VARCHAR|DECIMAL\(.*|DOUBLE|FLOAT|U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?)$/u.test(type)
  ) {
    throw columns.wrongType(name, `a number with at most ${maxPrecision} digits, or text with a number`);
  }
  // Exact as it is, and faster than another type.
  const scale = /^DECIMAL\(\d+,(\d+)\)$/u.exec(type)?.[1];
  if (scale !== undefined && Number(scale) <= amountScale) return columns.name(name);
  // The text of a float has no digits that only its double has.
  if (type === "FLOAT") return amountOfText(`CAST(${columns.name(name)} AS VARCHAR)`);
  return type === "VARCHAR" ? amountOfText(columns.name(name)) : duckdb.amount(columns.name(name));
}

/** Most amounts fit into the smaller type, which DuckDB reads a hundred times as fast. */
function amountOfText(text: string): string {
  const [small, large] = [18, 38].map((digits) => `TRY_CAST(${text} AS DECIMAL(${digits}, ${amountScale}))`);
  return `CASE WHEN NOT ${hasUnderscore(text)} THEN COALESCE(CAST(${small} AS DECIMAL(38, ${amountScale})), ${large}) END`;
}

function isTooPrecise(type: string): boolean {
  return Number(/^DECIMAL\((\d+),/u.exec(type)?.[1]) > maxPrecision;
}

/** The first value of some columns. A file may lack them. */
function firstColumn(columns: Columns, names: readonly string[]): string {
  const texts = names.flatMap((name) => (columns.has(name) ? columns.text(name) : []));
  if (texts.length > 1) return firstValue(texts);
  return texts[0] ?? "CAST(NULL AS VARCHAR)";
}

/** A list in a Parquet file of BigQuery, unless it was told to write lists as other engines do. */
const bigqueryList = /^STRUCT\("?list"? STRUCT\("?element"? STRUCT\(.*\)\)\[\]\)$/u;

function tagColumn(columns: Columns, name: string): TagColumn {
  const type = columns.type(name);
  const sql = columns.name(name);
  const { map, struct, json, list } = duckdb.tags;
  const canHavePrefixes = !labelColumns.includes(name);
  if (/^(?:VARCHAR|JSON)$/u.test(type)) return { sql: `CAST(${sql} AS VARCHAR)`, access: json, canHavePrefixes };
  if (/^MAP\(VARCHAR, /u.test(type) && !type.endsWith("]")) return { sql, access: map, canHavePrefixes };
  if (bigqueryList.test(type) && hasKeyAndValue(type)) {
    return { sql: `list_transform(${sql}.list, lambda one: one.element)`, access: list, canHavePrefixes };
  }
  if (/^STRUCT\(/u.test(type) && !type.endsWith("]")) return { sql, access: struct, canHavePrefixes };
  if (/^STRUCT\(.*\)\[\]$/u.test(type) && hasKeyAndValue(type)) return { sql, access: list, canHavePrefixes };
  throw columns.wrongType(name, "a MAP with texts as keys, a STRUCT, a list of keys and values, or text with JSON");
}

function hasKeyAndValue(type: string): boolean {
  return ["key", "value"].every((name) => new RegExp(`[(" ]${name}"? VARCHAR`, "iu").test(type));
}
