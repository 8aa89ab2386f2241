/** The moment that data reaches: a month of records that are of whole months has none that begins on its last day. */
import { join } from "node:path";
import { folder } from "../../support/folder";
import { cubeOf, planWith } from "../cubeOf";
import { writeRecords } from "../exportRecords";
import { runSql } from "../focusData";

/** A record of a period. */
const from = (start: string, end: string): Record<string, string> => ({
  ProviderName: "'Snowflake'",
  ChargePeriodStart: `TIMESTAMP '${start}'`,
  ChargePeriodEnd: `TIMESTAMP '${end}'`,
});
const monthly = from("2026-10-01", "2026-11-01");

test.each([
  { of: "a month", records: [monthly, from("2026-09-01", "2026-10-01")], last: "2026-10-31T23:59:59.999Z" },
  { of: "half a month", records: [from("2026-10-01", "2026-10-16")], last: "2026-10-01T00:00:00.000Z" },
  { of: "a month beside days", records: [monthly, from("2026-10-10", "2026-10-11")], last: "2026-10-10T00:00:00.000Z" },
  {
    of: "a month beside its first day",
    records: [monthly, from("2026-10-01", "2026-10-02")],
    last: "2026-10-01T00:00:00.000Z",
  },
  { of: "a month after days", records: [monthly, from("2026-09-30", "2026-10-01")], last: "2026-10-01T00:00:00.000Z" },
])("records of $of reach $last, in Parquet and CSV", async ({ records, last }) => {
  const [parquet, csv] = [join(folder(), "focus.parquet"), join(folder(), "focus.csv")];
  await writeRecords(parquet, ...records);
  await runSql(`COPY (FROM '${parquet}') TO '${csv}'`);
  for (const path of [parquet, csv]) expect((await cubeOf(planWith(), [path])).header.lastCharge).toBe(last);
});

test("an end that is missing, or no moment, says nothing", async () => {
  const path = join(folder(), "focus.parquet");
  for (const end of ["CAST(NULL AS TIMESTAMP)", "CAST(1 AS BIGINT)"]) {
    const typed = end.includes("BIGINT") ? [] : [monthly];
    await writeRecords(path, ...typed, { ...monthly, ChargePeriodEnd: end });
    expect((await cubeOf(planWith(), [path])).header.lastCharge).toBe("2026-10-01T00:00:00.000Z");
  }
});

test("without ChargePeriodEnd, nobody knows", async () => {
  const { ProviderName = "", ChargePeriodStart = "" } = monthly;
  await writeRecords(join(folder(), "focus.parquet"), { ProviderName, ChargePeriodStart });
  const { header } = await cubeOf(planWith(), [join(folder(), "focus.parquet")]);
  expect(header.lastCharge).toBe("2026-10-01T00:00:00.000Z");
});
