/** How DuckDB reads files, depending on the columns that they have. */
import type { DuckDBType } from "@duckdb/node-api";
import { amountScale } from "../cube/amounts";
import type { CubePlan } from "../cube/plan";
import { recordKey } from "../../rules/evaluation/record";
import { type CostMapping } from "../mapping/mapping";
import { type Dialect, dialects, type TagAccess } from "../sql/dialect";
import { firstValue, textMoment } from "../sql/engineQuery";
import type { MomentReading, TableReading } from "../sql/query";
import { type FileGroup, fromFiles } from "./dataFiles";

const { duckdb } = dialects;

/** Columns that no cube can do without. The cost column is another. */
const requiredColumns = ["BillingCurrency", "BillingPeriodStart", "ChargePeriodStart"];

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
    from: fromFiles(files),
    provider: firstValue(providers.map((name) => columns.text(name))),
    currency: columns.text("BillingCurrency"),
    moment: momentOf(columns, "ChargePeriodStart"),
    amount: amountOf(columns, mapping.cost),
    // A file without a conditional column has no value in it; `refuseAbsentColumns` sees to it that some file has it.
    column: (name) => (columns.has(name) ? columns.text(name) : "CAST(NULL AS VARCHAR)"),
    ...(tags === undefined ? {} : { tags }),
    extra: [
      { name: "billing_period", sql: monthOf(columns, "BillingPeriodStart") },
      { name: "billing_account", sql: account },
    ],
    withRange: !isOnlyFolder,
  };
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

/** The columns of some files. The case of a name matters only if columns differ in nothing else. */
class Columns {
  readonly #files: FileGroup;

  constructor(files: FileGroup) {
    this.#files = files;
  }

  has(name: string): boolean {
    return this.#find(name) !== undefined;
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

  /** The name as DuckDB's identifier. */
  name(name: string): string {
    return `"${(this.#find(name)?.[0] ?? name).replaceAll('"', '""')}"`;
  }

  type(name: string): string {
    return this.#typeOf(name)?.toString() ?? "";
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

  #find(name: string): [string, DuckDBType] | undefined {
    const { columns } = this.#files;
    const exact = columns.get(name);
    if (exact !== undefined) return [name, exact];
    return [...columns].find(([other]) => other.toLowerCase() === name.toLowerCase());
  }

  #typeOf(name: string): DuckDBType | undefined {
    return this.#find(name)?.[1];
  }
}

const timestamp = /^TIMESTAMP(?:_S|_MS|_NS)?$|^DATE$/u;
const timestampWithZone = /^TIMESTAMP WITH TIME ZONE$|^TIMESTAMPTZ$/u;

/** Dates and times are compared as such, which is much faster than as text. */
function momentOf(columns: Columns, name: string): MomentReading {
  const type = columns.type(name);
  if (type === "VARCHAR") return textMoment(duckdb, columns.name(name));
  const sql = timestamp.test(type)
    ? `CAST(${columns.name(name)} AS TIMESTAMP)`
    : timestampWithZone.test(type)
      ? `CAST(${columns.name(name)} AT TIME ZONE 'UTC' AS TIMESTAMP)`
      : undefined;
  if (sql === undefined) throw columns.wrongType(name, "a date, a time or text");
  return {
    sql,
    month: (moment) => `CAST(date_trunc('month', ${moment}) AS DATE)`,
    literal: (moment) => `TIMESTAMP '${new Date(moment).toISOString().replace("T", " ").replace("Z", "")}'`,
  };
}

function monthOf(columns: Columns, name: string): string {
  const { sql, month } = momentOf(columns, name);
  return month(sql);
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
