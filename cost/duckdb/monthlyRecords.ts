/** The moment that cost data reaches, if its records are of whole months. */
import type { DuckDBConnection } from "@duckdb/node-api";
import { monthOf, nextMonth, startOfMonth } from "../cube/moments";
import type { CubePlan } from "../cube/plan";
import type { FileGroup } from "./dataFiles";
import { basicColumns, fileReading, periodEnd } from "./fileReading";
import { totalsOf } from "./totals";

/**
 * The moment that the data reaches: the last `ChargePeriodStart`, or the end of its month if all records of that month and the one before
 * are of whole months. Monthly records all begin on the first day, so the last start says nothing about the end.
 *
 * @param last the last `ChargePeriodStart`: ISO 8601
 * @returns ISO 8601
 */
export async function lastCovered(
  connection: DuckDBConnection,
  plan: CubePlan,
  groups: readonly FileGroup[],
  last: string | undefined,
): Promise<string | undefined> {
  const month = last?.slice(0, "2026-10".length) ?? "";
  if (last === undefined || Date.parse(last) !== startOfMonth(month)) return last;
  for (const group of groups) if (await hasOtherPeriods(connection, plan, group, month)) return last;
  return new Date(startOfMonth(nextMonth(month)) - 1).toISOString();
}

/** Whether files have records of other periods than whole months, in a month or the one before. */
async function hasOtherPeriods(
  connection: DuckDBConnection,
  plan: CubePlan,
  group: FileGroup,
  month: string,
): Promise<boolean> {
  const { moment } = fileReading(plan, group, true);
  const end = periodEnd(group);
  const starts = [monthOf(startOfMonth(month) - 1), month, nextMonth(month)].map(startOfMonth).map(moment.literal);
  const [before = "", own = "", after = ""] = starts;
  const isWhole = (start: string, next: string): string =>
    `(${moment.sql} = ${start} AND ${end?.sql ?? "NULL"} >= ${next})`;
  const isOther = `${moment.sql} >= ${before} AND NOT COALESCE(${isWhole(before, own)} OR ${isWhole(own, after)}, FALSE)`;
  const [others] = await totalsOf(connection, group, {
    columns: [...basicColumns(plan, group), ...(end === undefined ? [] : [end.column])],
    ofPart: `COUNT(*) FILTER (${isOther}) AS others`,
    ofAll: "SUM(others)",
  });
  return others !== "0";
}
