/** The moment that cost data reaches, if its records are of whole months. */
import type { DuckDBConnection } from "@duckdb/node-api";
import { nextMonth, startOfMonth } from "../cube/moments";
import type { CubePlan } from "../cube/plan";
import type { FileGroup } from "./dataFiles";
import { fileReading, periodEnd } from "./fileReading";
import { totalsOf } from "./totals";

/**
 * The moment that the data reaches: the last `ChargePeriodStart`, or the end of the last month if each record of it is of the whole month.
 * Then no record begins on its last day.
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
  const end = startOfMonth(nextMonth(month));
  for (const group of groups) {
    const first = await firstEnd(connection, plan, group, last);
    if (first !== undefined && !(first >= end)) return last;
  }
  return new Date(end - 1).toISOString();
}

/** The first end of the records that begin at a moment, in Unix milliseconds. NaN if it is not known, undefined without such records. */
async function firstEnd(
  connection: DuckDBConnection,
  plan: CubePlan,
  group: FileGroup,
  start: string,
): Promise<number | undefined> {
  const { moment } = fileReading(plan, group, true);
  const end = periodEnd(group);
  const isOfMonth = `${moment.sql} = ${moment.literal(Date.parse(start))}`;
  const [records, first] = await totalsOf(connection, plan, group, {
    columns: end === undefined ? [] : [end.column],
    ofPart: `COUNT(*) FILTER (${isOfMonth}) AS records, MIN(${end?.sql ?? "CAST(NULL AS TIMESTAMP)"}) FILTER (${isOfMonth}) AS first_end`,
    ofAll: "SUM(records), MIN(first_end)",
  });
  if (records === "0") return undefined;
  return Date.parse(`${first?.replace(" ", "T") ?? ""}Z`);
}
