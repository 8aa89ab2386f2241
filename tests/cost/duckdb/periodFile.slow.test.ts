/** The Billing Period dataset of FOCUS 1.4. Its columns are those of dataset.md in the specification. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readBillingPeriods } from "../../../cost/duckdb/periodFile";
import { runSql } from "../focusData";
import { folder } from "../../support/folder";

const header =
  "BillingPeriodCreated,BillingPeriodEnd,BillingPeriodLastUpdated,BillingPeriodStart,BillingPeriodStatus,InvoiceIssuerName";

function csv(...rows: string[]): string {
  const path = join(folder(), "periods.csv");
  writeFileSync(path, [header, ...rows].join("\n"));
  return path;
}

const start = "2026-09-01T00:00:00Z";
const updated = "2026-10-05T00:00:00.000Z";
const row = (from: string, status: string): string =>
  `2026-09-01T00:00:00Z,2026-10-01T00:00:00Z,2026-10-05T00:00:00Z,${from},${status},AWS`;

test.each([
  [start, "2026-09"],
  ["2026-09-01T07:00:00Z", "2026-09"],
  ["2026-09-01 00:00:00", "2026-09"],
  ["2026-09-01", "2026-09"],
  ["2026-09-01T00:00Z", "2026-09"],
  ["2026-08-31T17:00:00-07", "2026-09"],
  ["2026-08-31T16:00:00Z", "2026-09"],
])("a billing period that begins at %s is of %s", async (from, month) => {
  expect(await readBillingPeriods(csv(row(from, "Closed")))).toEqual([
    { issuer: "AWS", month, status: "Closed", updated },
  ]);
});

test.each(["TIMESTAMP", "TIMESTAMPTZ", "VARCHAR", "DATE"])("Parquet: %s", async (type) => {
  const path = join(folder(), "periods.parquet");
  const time = (text: string): string => `CAST('${text}' AS ${type})`;
  await runSql(`COPY (SELECT 'AWS' AS InvoiceIssuerName, ${time("2026-09-01 07:00:00")} AS BillingPeriodStart,
    ${time("2026-10-05")} AS BillingPeriodLastUpdated, 'Open' AS BillingPeriodStatus) TO '${path}'`);
  expect(await readBillingPeriods(path)).toEqual([{ issuer: "AWS", month: "2026-09", status: "Open", updated }]);
});

test("another order and case of the columns, and none for the last update", async () => {
  const path = join(folder(), "periods.csv");
  writeFileSync(path, `billingperiodstatus,InvoiceIssuerName,BillingPeriodStart\nOpen,"Microsoft, Inc.",${start}\n`);
  expect(await readBillingPeriods(path)).toEqual([
    { issuer: "Microsoft, Inc.", month: "2026-09", status: "Open", updated: "" },
  ]);
});

test.each([
  ["another status", row(start, "closed"), "Open or Closed"],
  ["no status", row(start, ""), "Open or Closed"],
  [
    "no date",
    `${row(start, "Open")}\n\n${row("09/01/2026", "Open")}`,
    'Line 4 has no date in ISO 8601 in BillingPeriodStart: "09/01/2026".',
  ],
  ["no date of the last update", row(start, "Open").replace("2026-10-05", "10/5/26 "), "in BillingPeriodLastUpdated"],
  ["no rows", "", "no billing periods"],
])("refuses %s", async (_, line, message) => {
  await expect(readBillingPeriods(csv(line))).rejects.toThrow(message);
});

test("refuses another dataset, and other files", async () => {
  const path = join(folder(), "focus.csv");
  writeFileSync(path, "BillingPeriodStart,BilledCost\n2026-09-01,1\n");
  await expect(readBillingPeriods(path)).rejects.toThrow("InvoiceIssuerName and BillingPeriodStatus");
  await runSql(
    `COPY (SELECT 'AWS' AS InvoiceIssuerName, '2026-09-01' AS BillingPeriodStart, 'open' AS BillingPeriodStatus) TO '${join(folder(), "p.parquet")}'`,
  );
  await expect(readBillingPeriods(join(folder(), "p.parquet"))).rejects.toThrow(
    'Row 1 has the BillingPeriodStatus "open".',
  );
  await expect(readBillingPeriods(join(folder(), "periods.xlsx"))).rejects.toThrow(".parquet");
});
