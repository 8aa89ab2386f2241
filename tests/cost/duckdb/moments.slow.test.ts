/** Moments of records in files: offsets and time zones count. */
import { join } from "node:path";
import { planCube } from "../../../cost/cube/plan";
import { focusMapping } from "../../../cost/mapping/mapping";
import { cubeOf, planWith } from "../cubeOf";
import { expectedRows, type FocusRecord, plainRows, writeCsv, writeParquet } from "../focusData";
import { hostileContent, hostileCuts, hostileExpected } from "../hostileData";
import { momentRecords, momentsInUtc, noMoments } from "../momentForms";
import { folder } from "../../support/folder";

const at = (name: string): string => join(folder(), name);

const plan = planCube([hostileContent], focusMapping);
const expected = expectedRows(momentsInUtc, hostileExpected, hostileCuts);

test.each(["focus.csv", "focus.parquet"])("as text in %s", async (name) => {
  if (name.endsWith(".csv")) writeCsv(at(name), momentRecords);
  else await writeParquet(at(name), momentRecords, { times: "VARCHAR", tags: "json" });
  expect(plainRows(await cubeOf(plan, [at(name)]))).toEqual(expected);
});

test("as moments in Parquet", async () => {
  await writeParquet(at("focus.parquet"), momentRecords.slice(0, 3), { times: "TIMESTAMPTZ" });
  const rows = expectedRows(momentsInUtc.slice(0, 3), hostileExpected, hostileCuts);
  expect(plainRows(await cubeOf(plan, [at("focus.parquet")]))).toEqual(rows);
});

test("--month takes the records of the month in UTC", async () => {
  writeCsv(at("focus.csv"), momentRecords);
  const cube = await cubeOf(planCube([hostileContent], focusMapping, "2026-09"), [at("focus.csv")]);
  const ofMonth = momentsInUtc.filter(({ start }) => start.startsWith("2026-09"));
  expect(plainRows(cube)).toEqual(expectedRows(ofMonth, hostileExpected, hostileCuts));
});

const record: FocusRecord = { provider: "AWS", currency: "USD", start: "2026-10-02T00:00:00Z", cost: "1" };

test("the billing period is a moment, too", async () => {
  writeCsv(at("focus.csv"), [{ ...record, period: "2026-10" }]);
  const periods = async (): Promise<unknown> =>
    (await cubeOf(planWith(), [at("focus.csv")])).header.files[0]?.billingPeriods;
  expect(await periods()).toEqual([{ period: "2026-10", records: 1 }]);
  writeCsv(at("focus.csv"), [{ ...record, periodStart: "2026-09-30T19:00:00-05:00" }]);
  expect(await periods()).toEqual([{ period: "2026-10", records: 1 }]);
});

test.each(noMoments)("%j is refused", async (start) => {
  writeCsv(at("focus.csv"), [record, { ...record, start, period: "2026-10" }]);
  await expect(cubeOf(planWith(), [at("focus.csv")])).rejects.toThrow("ISO 8601");
});
