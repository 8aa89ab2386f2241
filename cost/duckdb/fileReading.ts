/** How DuckDB reads files, depending on the columns that they have. */
import { amountScale } from "../cube/amounts";
import type { CubePlan } from "../cube/plan";
import { recordKey } from "../../rules/evaluation/record";
import { type CostMapping } from "../mapping/mapping";
import { type Dialect, dialects, type TagAccess } from "../sql/dialect";
import { firstValue } from "../sql/engineQuery";
import type { MomentReading, TableReading } from "../sql/query";
import { csvSource } from "./csvTable";
import { type FileColumn, type FileGroup, parquetSource } from "./dataFiles";

const { duckdb } = dialects;

/** Columns that no cube can do without. The cost column is another. */
const requiredColumns = ["BillingCurrency", "ChargePeriodStart"];

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
  columns.require([mapping.cost, ...requiredColumns]);
  const providers = mapping.provider.filter((name) => columns.has(name));
  if (providers.length === 0) throw columns.missing(mapping.provider.join(" or "));
  const account = !isOnlyFolder && columns.has("BillingAccountId") ? columns.text("BillingAccountId") : "''";
  const tags = plan.sources.some(({ source }) => "tag" in source) ? tagsOf(columns, mapping) : undefined;
  return {
    dialect: duckdb,
    from: files.format === "csv" ? csvSource(wantedColumns(plan, files)) : parquetSource(files.paths),
    provider: firstValue(providers.map((name) => columns.text(name))),
    currency: columns.text("BillingCurrency"),
    moment: momentOf(columns, "ChargePeriodStart"),
    ...(columns.has(billingColumn) ? { billing: billingOf(columns) } : {}),
    amount: amountOf(columns, mapping.cost),
    // A file may lack the column. `refuseAbsentColumns` checks that some file has it.
    column: (name) => (columns.has(name) ? columns.text(name) : "CAST(NULL AS VARCHAR)"),
    ...(tags === undefined ? {} : { tags }),
    extra: [{ name: "billing_account", sql: account }],
    withRange: !isOnlyFolder,
  };
}

/** The indexes of the columns of CSV files that a query can need, in order. */
export function wantedColumns({ mapping, sources }: CubePlan, files: FileGroup): number[] {
  const columns = new Columns(files);
  const names = [
    ...[mapping.cost, ...requiredColumns, billingColumn, "BillingAccountId", ...mapping.provider, mapping.tags],
    ...sources.flatMap(({ source }) => ("column" in source ? [source.column] : [])),
  ];
  return [...new Set(names.flatMap((name) => columns.find(name)?.index ?? []))].sort((one, other) => one - other);
}

/**
 * Refuses a column that keys need and that no file has.
 *
 * @throws {Error} with the keys and what to do. The text is not escaped
 */
export function refuseAbsentColumns({ sources, keys, mapping }: CubePlan, groups: readonly FileGroup[]): void {
  for (const { name, source } of sources) {
    const column = "column" in source ? source.column : mapping.tags;
    if (groups.some((group) => new Columns(group).has(column))) continue;
    const names = keys.filter((key) => key.column === name).map((key) => JSON.stringify(recordKey(key)));
    throw new Error(
      `The rules use ${names.join(", ")}, and no file has the column ${column}. In cost-data.json, map ${names.length === 1 ? "the key" : "these keys"} to another column, or to null if the data can't tell the values.`,
    );
  }
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

  /** @throws {Error} if one of them is missing */
  require(names: readonly string[]): void {
    for (const name of names) if (!this.has(name)) throw this.missing(name);
  }

  missing(name: string): Error {
    const { paths, columns } = this.#files;
    const others = [...columns.keys()].slice(0, 50).join(", ");
    return new Error(
      `${paths[0] ?? ""} has no column ${name}. Cost data must be in the FOCUS format, version 1.0 to 1.3, or cost-data.json must name the column.\nIts columns: ${others}`,
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
    if (/^(?:MAP|STRUCT|UNION)\(|\]$|^BLOB/u.test(type)) throw this.wrongType(name, "text or a number");
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
  return {
    sql,
    month: (moment) => `CAST(date_trunc('month', ${moment}) AS DATE)`,
    literal: (moment) => `TIMESTAMP '${new Date(moment).toISOString().replace("T", " ").replace("Z", "")}'`,
  };
}

/** A moment as a time in UTC. */
function momentSql(column: string, type: string): string | undefined {
  if (timestamp.test(type)) return `CAST(${column} AS TIMESTAMP)`;
  if (timestampWithZone.test(type)) return `CAST(${column} AT TIME ZONE 'UTC' AS TIMESTAMP)`;
  if (type !== "VARCHAR") return undefined;
  const isUsual = usualForms.map((form) => `${column} LIKE '${form}'`).join(" OR ");
  // The cast ignores offsets, so only the usual forms are cast directly.
  return `TRY_CAST(CASE WHEN ${isUsual} THEN ${column} ELSE ${duckdb.moment(column)} END AS TIMESTAMP)`;
}

function billingOf(columns: Columns): NonNullable<TableReading["billing"]> {
  const sql = columns.name(billingColumn);
  const isMissing = `${columns.type(billingColumn) === "VARCHAR" ? firstValue([sql]) : sql} IS NULL`;
  return { moment: momentOf(columns, billingColumn), isMissing };
}

function amountOf(columns: Columns, name: string): string {
  const type = columns.type(name);
  if (!/^(?:VARCHAR|DECIMAL\(.*|DOUBLE|FLOAT|U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?)$/u.test(type)) {
    throw columns.wrongType(name, "a number, or text with a number");
  }
  // Exact as it is, and faster than another type.
  const scale = /^DECIMAL\(\d+,(\d+)\)$/u.exec(type)?.[1];
  if (scale !== undefined && Number(scale) <= amountScale) return columns.name(name);
  return duckdb.amount(columns.name(name));
}

function tagsOf(columns: Columns, { tags }: CostMapping): TableReading["tags"] {
  if (!columns.has(tags)) return undefined;
  const type = columns.type(tags);
  const sql = columns.name(tags);
  if (/^(?:VARCHAR|JSON)$/u.test(type)) return { sql: `CAST(${sql} AS VARCHAR)`, access: accessTo(duckdb, "json") };
  if (/^MAP\(VARCHAR, /u.test(type) && !type.endsWith("]")) return { sql, access: accessTo(duckdb, "map") };
  if (/^STRUCT\(/u.test(type) && !type.endsWith("]")) return { sql, access: accessTo(duckdb, "struct") };
  throw columns.wrongType(tags, "a MAP with texts as keys, a STRUCT, or text with JSON");
}

function accessTo({ tags }: Dialect, type: keyof Dialect["tags"]): TagAccess {
  return tags[type];
}
