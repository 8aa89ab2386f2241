/** Reads the dataset that FOCUS 1.4 calls Billing Period, from CSV or Parquet. Its columns: dataset.md of the specification. */
import { csvColumns, csvRecords } from "../csv/csvFile";
import { lineIndex, recordSeparator, shownValue, valueSeparator } from "../csv/csvParser";
import { billingMonthOf } from "../cube/moments";
import type { BillingPeriod } from "../impact/closedMonths";
import { parquetSource } from "./dataFiles";
import { withDuckdb } from "./duckdb";

/** The columns that are read. `BillingPeriodLastUpdated` can be missing. */
const columns = {
  issuer: "InvoiceIssuerName",
  start: "BillingPeriodStart",
  status: "BillingPeriodStatus",
  updated: "BillingPeriodLastUpdated",
} as const;

interface Table {
  names: readonly string[];
  /** Each row, and what names it in messages: `Line 3`. */
  rows: { title: string; values: readonly (string | null)[] }[];
}

/**
 * Reads the billing periods.
 *
 * @throws {Error} if the file can't be read, lacks a column, or has another status than `Open` and `Closed`. The text is not escaped and
 * doesn't name the file
 */
export async function readBillingPeriods(path: string): Promise<BillingPeriod[]> {
  const { names, rows } = /\.parquet$/iu.test(path) ? await parquetTable(path) : await csvTable(path);
  const lower = names.map((name) => name.toLowerCase());
  const place = (name: string): number => lower.indexOf(name.toLowerCase());
  const missing = [columns.issuer, columns.start, columns.status].filter((name) => place(name) < 0);
  if (missing.length > 0) {
    throw new Error(`It has no column ${missing.join(" and ")}, so it is not the Billing Period dataset of FOCUS 1.4.`);
  }
  if (rows.length === 0) throw new Error("It has no billing periods.");
  return rows.map(({ title, values }) => {
    const value = (name: string): string => values[place(name)] ?? "";
    const momentOf = (name: string): string => {
      const found = momentIn(value(name));
      if (found !== undefined) return found;
      throw new Error(`${title} has no date in ISO 8601 in ${name}: ${shownValue(value(name))}.`);
    };
    const status = value(columns.status);
    if (status !== "Open" && status !== "Closed")
      throw new Error(`${title} has the ${columns.status} ${shownValue(status)}. It must be Open or Closed.`);
    return {
      issuer: value(columns.issuer),
      month: billingMonthOf(momentOf(columns.start)),
      status,
      updated: ["", "NULL"].includes(value(columns.updated)) ? "" : momentOf(columns.updated),
    };
  });
}

async function csvTable(path: string): Promise<Table> {
  if (!/\.csv(?:\.gz)?$/iu.test(path)) throw new Error("It must be a .csv, a .csv.gz or a .parquet file.");
  const names = await csvColumns(path);
  const rows: Table["rows"] = [];
  const all = names.map((_, index) => index);
  for await (const records of csvRecords(path, [...all, lineIndex])) {
    for (const record of records.toString().split(recordSeparator)) {
      const values = record.split(valueSeparator);
      rows.push({ title: `Line ${values.pop()}`, values });
    }
  }
  return { names, rows };
}

function parquetTable(path: string): Promise<Table> {
  return withDuckdb(async (connection) => {
    const result = await connection.runAndReadAll(`SELECT CAST(COLUMNS(*) AS VARCHAR) FROM ${parquetSource([path])}`);
    const rows = result.getRows() as (string | null)[][];
    return { names: result.columnNames(), rows: rows.map((values, index) => ({ title: `Row ${index + 1}`, values })) };
  });
}

const moment = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|UTC|[+-]\d{2}(?::?\d{2})?)?)?$/u;

/** A moment in UTC as text that sorts. Without a time zone, it is in UTC. Undefined if the text is none. */
function momentIn(text: string): string | undefined {
  const [, day, time = "00:00", zone = "Z"] = moment.exec(text) ?? [];
  if (day === undefined) return undefined;
  const offset = /^[+-]\d{2}$/u.test(zone) ? `${zone}:00` : zone.replace("UTC", "Z");
  const milliseconds = Date.parse(`${day}T${time}${offset}`);
  return Number.isNaN(milliseconds) ? undefined : new Date(milliseconds).toISOString();
}
