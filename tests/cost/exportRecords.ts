/** Records in the forms of exports: Parquet files with any columns and types. */
import { type PlainRow, runSql } from "./focusData";

const usual = {
  BillingCurrency: "'USD'",
  BillingPeriodStart: "TIMESTAMP '2026-10-01'",
  ChargePeriodStart: "TIMESTAMP '2026-10-02'",
  BilledCost: "1.5",
};

/** Writes a Parquet file with one record for each list of values. The values are SQL. */
export async function writeRecords(path: string, ...records: Record<string, string>[]): Promise<void> {
  const rows = records.map((record) => {
    const columns = Object.entries({ ...usual, ...record }).map(([column, sql]) => `${sql} AS "${column}"`);
    return `SELECT ${columns.join(", ")}`;
  });
  await runSql(`COPY (${rows.join(" UNION ALL ")}) TO '${path}'`);
}

/** The rows of a cube, the smallest cost first. */
export function byCost(rows: readonly PlainRow[]): PlainRow[] {
  return rows.toSorted((one, other) => Number(one["cost"]) - Number(other["cost"]));
}
