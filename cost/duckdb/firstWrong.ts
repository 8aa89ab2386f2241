/** Where the first record is that can't be added up: the query only tells how many there are. */
import type { DuckDBConnection } from "@duckdb/node-api";
import { type CurrencySpellings, currencyPattern } from "../cube/currencies";
import { monthPattern, nextMonth, startOfMonth } from "../cube/moments";
import type { CubePlan } from "../cube/plan";
import { neededColumn, type NeededValue, UnusableRecords } from "../cube/unusableRecords";
import { lineIndex, shownValue } from "../csv/csvParser";
import { firstValue } from "../sql/engineQuery";
import type { MomentReading, TableReading } from "../sql/query";
import { csvColumn } from "./csvTable";
import type { FileColumn, FileGroup } from "./dataFiles";
import { textLiteral } from "./duckdb";
import { columnNamed, fileReading } from "./fileReading";
import { totalsOf } from "./totals";

/** What names a record of a file. */
export const places: Readonly<Record<FileGroup["format"], { word: string; column: FileColumn }>> = {
  csv: { word: "line", column: { type: "VARCHAR", sql: csvColumn(lineIndex), index: lineIndex } },
  // DuckDB counts from 0.
  parquet: { word: "row", column: { type: "BIGINT", sql: "(file_row_number + 1)" } },
};

/**
 * The error about the first file with records that lack a value: how many there are, where the first one is, and what it has instead.
 *
 * @param group files that have such records
 * @param spellings those of a currency, if the other one is what is wrong
 */
export async function firstWrong(
  connection: DuckDBConnection,
  plan: CubePlan,
  group: FileGroup,
  needed: NeededValue,
  spellings?: CurrencySpellings,
): Promise<UnusableRecords | undefined> {
  const value = columnNamed(group, neededColumn(plan.mapping, needed));
  const start = columnNamed(group, "ChargePeriodStart");
  if (value === undefined || start === undefined) return undefined;
  const { word, column } = places[group.format];
  const place = `CAST(${column.sql} AS BIGINT)`;
  const isWrong = wrongSql(plan, fileReading(plan, group, true), needed, spellings);
  for (const path of group.paths) {
    const [count, first, text] = await totalsOf(
      connection,
      { ...group, paths: [path] },
      {
        columns: [value, start, column],
        ofPart: `COUNT(*) FILTER (${isWrong}) AS wrong, MIN(${place}) FILTER (${isWrong}) AS place,
          arg_min(COALESCE(CAST(${value.sql} AS VARCHAR), ''), ${place}) FILTER (${isWrong}) AS value`,
        ofAll: "SUM(wrong), MIN(place), arg_min(value, place)",
      },
    );
    if (Number(count) === 0) continue;
    const where = `The first one is in ${word} ${first}: ${shownValue(text ?? "")}.`;
    return new UnusableRecords(path, needed, Number(count), plan.mapping, {
      where: `${where}${adviceFor(text ?? "")}`,
      ...(spellings === undefined ? {} : { spelling: spellings.usual }),
    });
  }
  return undefined;
}

/** Whether a record counts and lacks the value, as SQL. */
function wrongSql(
  { month }: CubePlan,
  reading: TableReading,
  needed: NeededValue,
  spellings?: CurrencySpellings,
): string {
  const { moment, billing, currency, amount } = reading;
  if (needed === "ChargePeriodStart") return isNoMonth(moment, moment.sql);
  const wrong = {
    currency:
      spellings === undefined
        ? `NOT COALESCE(regexp_matches(${firstValue([currency])}, '${currencyPattern.source}'), FALSE)`
        : `${currency} = ${textLiteral(spellings.other)}`,
    cost: `(${amount}) IS NULL`,
    BillingPeriodStart: billing && `NOT (${billing.isMissing}) AND ${isNoMonth(billing.moment, billing.moment.sql)}`,
  }[needed];
  if (month === undefined) return wrong ?? "FALSE";
  const [first = "", end = ""] = [startOfMonth(month), startOfMonth(nextMonth(month))].map(moment.literal);
  return `${wrong ?? "FALSE"} AND ${moment.sql} >= ${first} AND ${moment.sql} < ${end}`;
}

function isNoMonth({ month }: MomentReading, moment: string): string {
  return `NOT COALESCE(regexp_matches(CAST(${month(moment)} AS VARCHAR)[:7], '${monthPattern.source}'), FALSE)`;
}

/** What to do about a date that is text in another order. Its day and its month can't be told apart for certain. */
function adviceFor(text: string): string {
  return /^\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}(?:\D|$)/u.test(text)
    ? "\nA spreadsheet writes such dates when it saves a file, and nothing tells their day from their month: use the file as it was exported."
    : "";
}
