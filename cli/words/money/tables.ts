/** The money of a tag in tables. */
import type { CurrencyImpact } from "../../../cost/impact/impact";
import type { Bounds, Money } from "../../../cost/impact/money";
import { fixedPercentage, percentageOf } from "../../../cost/impact/share";
import { type Block, type Cell, type Column, type Phrase, say } from "../../document/document";
import { valuePhrase as assignedPhrase } from "../content";
import { columnMoney, moneyChange } from "./amounts";
import { rangePhrase, valuePhrase } from "./moved";

type Table = Extract<Block, { kind: "table" }>;

const numbers = (...titles: string[]): Column[] => titles.map((number) => ({ number }));

/** The money that moves from value to value. */
export function movesTable(tag: string, { currency, moves }: CurrencyImpact): Table {
  const rows = moves.map(({ from, to, money: { cost, records } }) => [
    valuePhrase(from),
    valuePhrase(to),
    [columnMoney(cost, currency)],
    [records.toLocaleString("en-US")],
  ]);
  const columns = ["From", "To", ...numbers("Cost", "Records")];
  return { kind: "table", caption: say`Money of ${tag} that moves`, columns, rows };
}

/** The values that have other money after the change than before. */
export const changedValues = ({ values }: CurrencyImpact): CurrencyImpact["values"] =>
  values.filter(({ before, after }) => differ(before, after));

/** The money of values before and after. */
export function valuesTable(tag: string, currency: string, values: CurrencyImpact["values"]): Table {
  const rows = values.map(({ value, before, after }) => {
    const amounts = [before.cost, after.cost].map((units) => [columnMoney(units, currency)]);
    return [valuePhrase(value), ...amounts, [moneyChange(after.cost - before.cost, currency)]];
  });
  return {
    kind: "table",
    caption: say`Values of ${tag}`,
    columns: ["Value", ...numbers("Before", "After", "Change")],
    rows,
  };
}

/** A rule with its money. */
export interface RuleRow {
  /** `3`, or `removed (was 2)`. */
  number: string;
  to: Phrase;
  before: Phrase;
  after: Phrase;
  /** What it may take, too, depending on what the cost data can't tell. Empty if nothing. */
  mayTake: Phrase;
  /** Whether it takes other records after than before, or may. */
  isChanged: boolean;
}

/** The rules with their money. */
export function rulesTable(tag: string, rules: readonly RuleRow[]): Table {
  const hasMore = rules.some(({ mayTake }) => mayTake.length > 0);
  const rows = rules.map(({ number, to, before, after, mayTake }) => {
    return [[number], to, before, after, ...(hasMore ? [mayTake] : [])];
  });
  const columns = ["Rule", "Value", ...numbers("Before", "After", ...(hasMore ? ["May also take"] : []))];
  return { kind: "table", caption: say`Rules of ${tag}`, columns, rows };
}

function differ(one: Money, other: Money): boolean {
  return one.cost !== other.cost || one.records !== other.records;
}

/** The rules, and the default after them. */
export function ruleRows({ currency, rules, byDefault, bounds, exists }: CurrencyImpact): RuleRow[] {
  const money = (units: bigint): Phrase => [columnMoney(units, currency)];
  const rows = rules.map(({ rule, was = 0, to, before, after, uncertain }): RuleRow => {
    const hidden = uncertain.after;
    return {
      number: rule === null ? `removed (was ${was + 1})` : String(rule + 1),
      to: assignedPhrase(to),
      before: money(before.cost),
      after: money(after.cost),
      mayTake: hidden.records === 0 ? [] : money(hidden.gross),
      isChanged: differ(before, after) || differ(uncertain.before, uncertain.after),
    };
  });
  const { before, after } = byDefault;
  const more = bounds.byDefault.after.most - bounds.byDefault.after.least;
  return [
    ...rows,
    {
      number: "default",
      to: ["(no rule matches)"],
      before: exists.before ? money(before.cost) : [],
      after: exists.after ? money(after.cost) : [],
      mayTake: more === 0n ? [] : money(more),
      isChanged: differ(before, after) || bounds.byDefault.before.most !== bounds.byDefault.after.most,
    },
  ];
}

/**
 * How much of the money the default of a tag takes, as a bar and a share with two decimal places.
 *
 * @param byDefault what the default takes of the total, as absolute cost
 */
export function defaultShare({ least, most }: Bounds, total: Money): Cell {
  const share = { least: percentageOf(least, total.gross), most: percentageOf(most, total.gross) };
  // The bar needs no exact shares.
  const bar = { least: Number(share.least) / 1e12, most: Number(share.most) / 1e12 };
  return { text: rangePhrase(share, (units) => ({ plain: fixedPercentage(units) })), share: bar };
}
