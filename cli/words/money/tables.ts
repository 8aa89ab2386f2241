/** The money of a tag in tables. */
import type { Bounds, CurrencyImpact } from "../../../cost/impact/impact";
import type { Money } from "../../../cost/impact/money";
import { percentageOf } from "../../../cost/impact/share";
import { type Block, type Cell, type Column, type Phrase, say } from "../../document/document";
import { valuePhrase as assignedPhrase } from "../content";
import { moneyOf } from "./amounts";
import { shareRange, valuePhrase } from "./moved";

type Table = Extract<Block, { kind: "table" }>;

const numbers = (...titles: string[]): Column[] => titles.map((number) => ({ number }));

/** The money that moves from value to value. */
export function movesTable(tag: string, { currency, moves }: CurrencyImpact): Table {
  const rows = moves.map(({ from, to, money: { cost, records } }) => [
    valuePhrase(from),
    valuePhrase(to),
    [moneyOf(cost, currency)],
    [records.toLocaleString("en-US")],
  ]);
  const columns = ["From", "To", ...numbers("Cost", "Records")];
  return { kind: "table", caption: say`Money of ${tag} that moves`, columns, rows };
}

/** The money of each value before and after. */
export function valuesTable(tag: string, { currency, values }: CurrencyImpact): Table {
  const rows = values.map(({ value, before, after }) => {
    const amounts = [before.cost, after.cost, after.cost - before.cost];
    return [valuePhrase(value), ...amounts.map((units) => [moneyOf(units, currency)])];
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

/**
 * The rules with their money.
 *
 * @param all whether to show what rules may take, if no rule may
 */
export function rulesTable(tag: string, rules: readonly RuleRow[], all: boolean): Table {
  const hasMore = all || rules.some(({ mayTake }) => mayTake.length > 0);
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
export function ruleRows({ currency, rules, byDefault, bounds }: CurrencyImpact): RuleRow[] {
  const money = (units: bigint): Phrase => [moneyOf(units, currency)];
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
      before: money(before.cost),
      after: money(after.cost),
      mayTake: more === 0n ? [] : money(more),
      isChanged: differ(before, after) || bounds.byDefault.before.most !== bounds.byDefault.after.most,
    },
  ];
}

/**
 * How much of the money the default of a tag takes, as a bar and a share.
 *
 * @param byDefault what the default takes of the total, as absolute cost
 */
export function coverage(byDefault: Bounds, total: Money): Cell {
  // The bar needs no exact shares.
  const percent = (gross: bigint): number => Number(percentageOf(gross, total.gross)) / 1e12;
  const shares = { byRules: percent(total.gross - byDefault.most), unsure: percent(byDefault.most - byDefault.least) };
  return { text: shareRange(byDefault, total), shares };
}
