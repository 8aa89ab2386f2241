/** Cost data for tests, and what a cube of it must be, computed record by record. */
import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import { amountToText, readAmount } from "../../cost/cube/amounts";
import type { Cube } from "../../cost/cube/cube";
import { type RecordValue, UNKNOWN } from "../../rules/evaluation/record";

/** A record of FOCUS data. What is undefined is a missing value. */
export interface FocusRecord {
  provider?: string;
  account?: string;
  currency: string;
  /** `2026-10-05 13:00:00` */
  start: string;
  /** The month of the bill. Default: that of the charge. */
  period?: string;
  /** Default: the first moment of the period. */
  periodStart?: string;
  /** A decimal number. */
  cost: string;
  subAccount?: string;
  service?: string;
  region?: string;
  resource?: string;
  tags?: Readonly<Record<string, string>>;
}

/** How a file has the records. */
export interface FileForm {
  /** The columns of the provider differ between the versions. Default: 1.0. */
  version?: "1.0" | "1.1" | "1.2" | "1.3";
  /** Default: `map` in Parquet; JSON text in CSV. */
  tags?: "map" | "struct" | "json";
  /** The type of times in Parquet. Default: `TIMESTAMP`. */
  times?: "TIMESTAMP" | "TIMESTAMPTZ" | "VARCHAR" | "DATE";
  /** The type of the cost in Parquet. Default: `DECIMAL(20, 10)`. */
  cost?: string;
  /** Columns to leave out. */
  without?: readonly string[];
}

type Row = Record<string, string | null>;

/** The columns of a record, all as text. */
export function focusRow(record: FocusRecord, { version = "1.0", without = [] }: FileForm = {}): Row {
  const { provider = null, account = "payer", currency, start, period = start.slice(0, 7), cost, tags } = record;
  const { periodStart = `${period}-01 00:00:00` } = record;
  const names =
    version === "1.3"
      ? { ServiceProviderName: provider, HostProviderName: provider, ProviderName: null }
      : { ProviderName: provider, PublisherName: null };
  const row: Row = {
    ...names,
    InvoiceIssuerName: null,
    BillingAccountId: account,
    BillingCurrency: currency,
    BillingPeriodStart: periodStart,
    ChargePeriodStart: start,
    BilledCost: cost,
    EffectiveCost: "1",
    SubAccountId: record.subAccount ?? null,
    ServiceName: record.service ?? null,
    RegionId: record.region ?? null,
    ResourceId: record.resource ?? null,
    Tags: tags === undefined ? null : JSON.stringify(tags),
  };
  return Object.fromEntries(Object.entries(row).filter(([name]) => !without.includes(name)));
}

/** Writes CSV. A missing value is `missing`, by default empty. */
export function writeCsv(path: string, records: readonly FocusRecord[], form: FileForm = {}, missing = ""): void {
  writeCsvRows(
    path,
    records.map((record) => focusRow(record, form)),
    missing,
  );
}

/** Writes CSV with any columns: those of the first row. */
export function writeCsvRows(path: string, rows: readonly Row[], missing = ""): void {
  const line = (values: readonly (string | null)[]): string =>
    values.map((value) => (value === null ? missing : `"${value.replaceAll('"', '""')}"`)).join(",");
  const text = [line(Object.keys(rows[0] ?? {})), ...rows.map((row) => line(Object.values(row)))].join("\n");
  writeFileSync(path, path.endsWith(".gz") ? gzipSync(`${text}\n`) : `${text}\n`);
}

/** A text in SQL. */
export const sqlText = (text: string | null): string => (text === null ? "NULL" : `'${text.replaceAll("'", "''")}'`);

/**
 * The tags of a record in SQL.
 *
 * @param names the names of the fields of a structure
 */
export function tagsSql(
  tags: FocusRecord["tags"],
  form: NonNullable<FileForm["tags"]>,
  names: readonly string[],
): string {
  if (form === "struct") {
    const fields = names.map((name) => `"${name.replaceAll('"', '""')}" := ${sqlText(tags?.[name] ?? null)}`);
    return `struct_pack(${fields.join(", ")})`;
  }
  if (tags === undefined) return "NULL";
  if (form === "json") return sqlText(JSON.stringify(tags));
  return `MAP([${Object.keys(tags).map(sqlText).join(", ")}], [${Object.values(tags).map(sqlText).join(", ")}]::VARCHAR[])`;
}

/** Writes Parquet. */
export async function writeParquet(path: string, records: readonly FocusRecord[], form: FileForm = {}): Promise<void> {
  const { tags = "map", times = "TIMESTAMP", cost = "DECIMAL(20, 10)" } = form;
  const names = [...new Set(records.flatMap((record) => Object.keys(record.tags ?? {})))];
  const types: Readonly<Record<string, string>> = {
    ChargePeriodStart: times,
    BillingPeriodStart: times,
    BilledCost: cost,
  };
  const rows = records.map((record) => {
    const columns = Object.entries(focusRow(record, form)).map(([name, value]) => {
      const sql =
        name === "Tags" ? tagsSql(record.tags, tags, names) : `CAST(${sqlText(value)} AS ${types[name] ?? "VARCHAR"})`;
      return `${sql} AS "${name}"`;
    });
    return `SELECT ${columns.join(", ")}`;
  });
  await runSql(`COPY (${rows.join(" UNION ALL ")}) TO ${sqlText(path)} (FORMAT parquet)`);
}

/** Runs SQL in a DuckDB of its own. */
export async function runSql(sql: string): Promise<void> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
  await connection.run(sql);
  connection.closeSync();
  instance.closeSync();
}

/** A row of a cube, in a form that tests can compare. */
export type PlainRow = Record<string, string | number | null>;

/** The rows of a cube, sorted. */
export function plainRows(cube: Cube): PlainRow[] {
  const { rowCount, provider, currency, moment, billingMonth, keys, cost, gross, records } = cube;
  const rows = Array.from({ length: rowCount }, (_, row): PlainRow => {
    const values = [...keys].map(
      ([name, { dictionary, codes }]) => [name, plainValue(dictionary[codes[row] ?? -1] ?? null)] as const,
    );
    return {
      provider: provider.dictionary[provider.codes[row] ?? -1] ?? null,
      currency: currency.dictionary[currency.codes[row] ?? -1] ?? null,
      moment: new Date(moment[row] ?? NaN).toISOString(),
      billingMonth: billingMonth.dictionary[billingMonth.codes[row] ?? -1] ?? null,
      ...Object.fromEntries(values),
      cost: amountToText(cost[row] ?? 0n),
      gross: amountToText(gross[row] ?? 0n),
      records: records[row] ?? 0,
    };
  });
  return sorted(rows);
}

function plainValue(value: RecordValue): string | null {
  return value === UNKNOWN ? "(unknown)" : value;
}

function sorted(rows: PlainRow[]): PlainRow[] {
  return rows.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

/** A key of the expected cube: its name, the providers of its cost center, and its value in a record. */
export interface ExpectedKey {
  name: string;
  providers: readonly string[];
  value: (record: FocusRecord) => string | undefined;
}

/** What a cube must be: a loop over all records, which shares nothing with the query. */
export function expectedRows(
  records: readonly FocusRecord[],
  keys: readonly ExpectedKey[],
  cuts: readonly string[] = [],
): PlainRow[] {
  const groups = new Map<string, { row: PlainRow; cost: bigint; gross: bigint; records: number }>();
  const present = (text: string | undefined): string | null =>
    text === undefined || text === "" || text === "NULL" ? null : text;
  for (const record of records) {
    const at = Date.parse(`${record.start.replace(" ", "T")}Z`);
    const starts = [`${record.start.slice(0, 7)}-01T00:00:00.000Z`, ...cuts].map((moment) => Date.parse(moment));
    const provider = present(record.provider);
    const values = keys.map(({ name, providers, value }) => [
      name,
      provider !== null && providers.includes(provider) ? present(value(record)) : null,
    ]);
    const row: PlainRow = {
      provider,
      currency: record.currency,
      moment: new Date(Math.max(...starts.filter((start) => start <= at))).toISOString(),
      billingMonth: record.period ?? record.start.slice(0, 7),
      ...(Object.fromEntries(values) as PlainRow),
    };
    const id = JSON.stringify(row);
    const group = groups.get(id) ?? { row, cost: 0n, gross: 0n, records: 0 };
    const cost = readAmount(record.cost) ?? 0n;
    groups.set(id, {
      row,
      cost: group.cost + cost,
      gross: group.gross + (cost < 0n ? -cost : cost),
      records: group.records + 1,
    });
  }
  return sorted(
    [...groups.values()].map(({ row, cost, gross, records: count }) => ({
      ...row,
      cost: amountToText(cost),
      gross: amountToText(gross),
      records: count,
    })),
  );
}
