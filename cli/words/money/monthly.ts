/** Amounts of several months side by side. */
import { absolute, byAbsolute } from "../../../cost/impact/money";
import {
  type Block,
  type Cell,
  type Column,
  firstOf,
  joined,
  mostSeries,
  type Phrase,
  plainText,
  say,
} from "../../document/document";
import type { AccountReport } from "../../studies/money/tagReports";
import { columnMoney, compactMoney, moneyChange, sizeOf, sizeText } from "./amounts";

/** The months of a report, and which of them single amounts are of. */
export type Months = Pick<AccountReport, "months" | "shown" | "before">;

/** The amounts of something, one for each month. */
export interface MonthlyCost {
  name: Phrase;
  costs: readonly bigint[];
}

/** Orders amounts by the month that single amounts are of, the largest first, and then by the sum of all months. */
export function largestFirst(one: readonly bigint[], other: readonly bigint[], { shown }: Months): number {
  const sum = (costs: readonly bigint[]): bigint => costs.reduce((all, cost) => all + cost, 0n);
  return byAbsolute(one[shown] ?? 0n, other[shown] ?? 0n) || byAbsolute(sum(one), sum(other));
}

const format = new Intl.DateTimeFormat("en-US", { month: "short", year: "numeric", timeZone: "UTC" });

/** A month as people read it: `Oct 2026`. */
export function monthName(month: string): string {
  return format.format(new Date(`${month}-01T00:00:00Z`));
}

/** The month that single amounts are of: `Oct 2026`, or `Oct 2026 so far`. */
export function shownMonth({ months, shown }: Months): string {
  const { month, isOver } = months[shown] ?? { month: "", isOver: true };
  return month === "" ? "" : `${monthName(month)}${isOver ? "" : " so far"}`;
}

/** The month before the one that single amounts are of. Undefined without data of both, or if the later one was not over. */
export function monthBefore({ months, before }: Months): string | undefined {
  const month = before === undefined ? undefined : months[before]?.month;
  return month && monthName(month);
}

/** The columns of {@link monthlyCells}. */
export function monthlyColumns(report: Months): Column[] {
  const before = monthBefore(report);
  return [
    ...(before === undefined ? [] : [{ number: `${shownMonth(report)} against ${before}` }]),
    ...report.months.map(({ month, isOver }): Column => ({ number: `${monthName(month)}${isOver ? "" : " so far"}` })),
  ];
}

/** What changed since the month before, and the amount of each month. */
export function monthlyCells(costs: readonly bigint[], currency: string, report: Months): Cell[] {
  const change = changeIn(costs, report);
  return [
    ...(change === undefined ? [] : [{ text: [moneyChange(change, currency)], note: relativeChange(costs, report) }]),
    ...costs.map((cost): Cell => [columnMoney(cost, currency)]),
  ];
}

function changeIn(costs: readonly bigint[], { shown, before }: Months): bigint | undefined {
  return before === undefined ? undefined : (costs[shown] ?? 0n) - (costs[before] ?? 0n);
}

/** `+4.2%`. Undefined if a percentage would say nothing: of an amount that is not positive, or of one that did not change. */
function relativeChange(costs: readonly bigint[], { shown, before }: Months): string | undefined {
  const [was, is] = [costs[before ?? shown] ?? 0n, costs[shown] ?? 0n];
  if (was === is) return undefined;
  if (was === 0n) return "new";
  if (was < 0n || is < 0n) return undefined;
  const thousandths = ((is - was) * 1000n) / was;
  const text = `${absolute(thousandths) / 10n}.${absolute(thousandths) % 10n}%`;
  if (thousandths === 0n) return is > was ? "+<0.1%" : "-<0.1%";
  return `${thousandths > 0n ? "+" : "-"}${text}`;
}

/** The values that changed most since the month before, in a sentence. Undefined if none did, or it is not known. */
export function largestChanges(all: readonly MonthlyCost[], currency: string, report: Months): Phrase | undefined {
  const changes = all
    .map(({ name, costs }) => ({ name, change: changeIn(costs, report) ?? 0n }))
    .filter(({ change }) => change !== 0n)
    .sort((one, other) => byAbsolute(one.change, other.change));
  const phrases = changes.map(({ name, change }) => say`${name} ${moneyChange(change, currency)}`);
  const before = monthBefore(report);
  if (before === undefined || phrases.length === 0) return undefined;
  return say`Largest changes from ${[before]} to ${[shownMonth(report)]}: ${joined(firstOf(phrases, mostChanges), ", ")}.`;
}

const mostChanges = 3;

/**
 * The months as bars, each a stack of the first amounts. Empty if there is one month only.
 *
 * @param totals the sums of all amounts
 */
export function monthlyBars(
  caption: Phrase,
  all: readonly MonthlyCost[],
  totals: readonly bigint[],
  currency: string,
  { months }: Months,
): Block {
  const shown = all.slice(0, mostSeries);
  const bars = months.map(({ month, isOver }, index) => {
    const costs = shown.map((one) => one.costs[index] ?? 0n);
    const total = totals[index] ?? 0n;
    const rest = costs.reduce((left, cost) => left - cost, total);
    return {
      title: monthName(month),
      label: say`${compactMoney(total, currency)}${[isOver ? "" : " so far"]}`,
      sizes: [...costs, rest].map(sizeOf),
    };
  });
  const series = [...shown.map(({ name }) => plainText(name)), "All others"];
  const amount = (size: number): string => sizeText(size, currency);
  return { kind: "bars", caption, series, bars: months.length < 2 ? [] : bars, amount };
}
