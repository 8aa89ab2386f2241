/** The money that a change moves, as the `cost` of a tag in a review's JSON. */
import type { TagValue } from "../../rules/types";
import { amountToText } from "../cube/amounts";
import { type CurrencyImpact, movedNet, type RuleImpact } from "./impact";
import type { Bounds, Sides } from "./money";
import { movedInMonths } from "./months";

/** Amounts are exact decimal numbers, in the unit of the currency. */
export interface ImpactJson {
  /** Such as `USD`. */
  currency: string;
  /** The sum of all costs. */
  total: string;
  /** The sum of each record's absolute cost. */
  gross: string;
  /** The absolute cost of the records that certainly have another value after than before. */
  moved: string;
  /** The most that may move, if this depends on what the cost data can't tell. */
  movedAtMost?: string;
  /** The net cost of `moves`, each without its sign: what certainly moves, as bills show it. */
  movedNet: string;
  /** `cost` is the net sum, `gross` that of the absolute costs. The value null: none. */
  moves: {
    /** The value before. */
    from: string | null;
    /** The value after. */
    to: string | null;
    /** The net cost. */
    cost: string;
    gross: string;
    records: number;
  }[];
  /** What each value gets. */
  values: ({ value: string | null } & SidesJson)[];
  /** The records that certainly no rule matches. */
  byDefault: SidesJson & GrossJson & AtMostJson;
  /** The records whose value depends on what the cost data can't tell. */
  notEvaluated: SidesJson & GrossJson;
  /** The billing months of the data, in order. */
  months: MonthJson[];
  /** The rules after, and then the removed ones, which have `was`, their index before. */
  rules: RuleJson[];
}

/** What moves in one billing month. */
export interface MonthJson {
  /** `2026-10` */
  month: string;
  /** The absolute cost of the records that certainly have another value after than before. */
  moved: string;
  /** The most that may move, if this depends on what the cost data can't tell. */
  movedAtMost?: string;
  /** The sum of all costs of the month. */
  total: string;
}

/** The net cost on both sides. */
export interface SidesJson {
  /** The net cost before the change. */
  before: string;
  /** The net cost after the change. */
  after: string;
  /** How many records before the change. */
  recordsBefore: number;
  /** How many records after the change. */
  recordsAfter: number;
}

/** The absolute cost on both sides. */
export interface GrossJson {
  /** The absolute cost before the change. */
  grossBefore: string;
  /** The absolute cost after the change. */
  grossAfter: string;
}

/** The most that the absolute cost may be, if it depends on what the cost data can't tell. */
export interface AtMostJson {
  /** The most that `grossBefore` may be. */
  grossBeforeAtMost?: string;
  /** The most that `grossAfter` may be. */
  grossAfterAtMost?: string;
}

/** What a rule certainly takes. */
export interface RuleJson extends SidesJson {
  /** The index of the rule; null for the default. */
  rule: number | null;
  /** The index before the change. */
  was?: number;
  /** The value that it gives. */
  to: TagValue;
  /** What it takes or not, depending on what the cost data can't tell. Absent if there are no such records. */
  notEvaluated?: SidesJson & GrossJson;
}

/** Writes the impact in one currency. */
export function impactJson(impact: CurrencyImpact): ImpactJson {
  const { currency, total, moved, moves, values, byDefault, notEvaluated, bounds, months, rules } = impact;
  return {
    currency,
    total: amountToText(total.cost),
    gross: amountToText(total.gross),
    moved: amountToText(moved.gross),
    ...atMost("movedAtMost", bounds.moved),
    movedNet: amountToText(movedNet(impact)),
    moves: moves.map(({ from, to, money }) => ({
      from,
      to,
      cost: amountToText(money.cost),
      gross: amountToText(money.gross),
      records: money.records,
    })),
    values: values.map((value) => ({ value: value.value, ...sidesJson(value) })),
    byDefault: {
      ...sidesJson(byDefault),
      ...grossJson(byDefault),
      ...atMost("grossBeforeAtMost", bounds.byDefault.before),
      ...atMost("grossAfterAtMost", bounds.byDefault.after),
    },
    notEvaluated: { ...sidesJson(notEvaluated), ...grossJson(notEvaluated) },
    months: months.map((month) => ({
      month: month.month,
      moved: amountToText(month.moved.gross),
      ...atMost(
        "movedAtMost",
        movedInMonths([month], () => true),
      ),
      total: amountToText(month.total.cost),
    })),
    rules: rules.map(ruleJson),
  };
}

function ruleJson(impact: RuleImpact): RuleJson {
  const { rule, was, to, uncertain } = impact;
  const isCertain = uncertain.before.records + uncertain.after.records === 0;
  return {
    rule,
    ...(was === undefined ? {} : { was }),
    to,
    ...sidesJson(impact),
    ...(isCertain ? {} : { notEvaluated: { ...sidesJson(uncertain), ...grossJson(uncertain) } }),
  };
}

function atMost<N extends string>(name: N, { least, most }: Bounds): Partial<Record<N, string>> {
  return least === most ? {} : ({ [name]: amountToText(most) } as Record<N, string>);
}

function sidesJson({ before, after }: Sides): SidesJson {
  return {
    before: amountToText(before.cost),
    after: amountToText(after.cost),
    recordsBefore: before.records,
    recordsAfter: after.records,
  };
}

function grossJson({ before, after }: Sides): GrossJson {
  return { grossBefore: amountToText(before.gross), grossAfter: amountToText(after.gross) };
}
