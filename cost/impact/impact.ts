/** How much money a change of a Virtual Tag moves from value to value. Pure. */
import { canonicalContent } from "../../rules/canonical";
import { pairRules } from "../../rules/pairRules";
import { maybe, no, type Truth, yes } from "../../rules/evaluation/truth";
import type { TagContent, TagValue } from "../../rules/types";
import type { Cube } from "../cube/cube";
import type { EvaluationInput } from "../cube/evaluationInput";
import type { ClosedMonths } from "./closedMonths";
import { absolute, addTo, type Bounds, byAbsolute, type Money, noMoney, noSides, type Sides, sumAt } from "./money";
import { type MonthImpact, monthsOf } from "./months";
import { compareTexts, compareValues, type Group, type Move, movement, movesOf } from "./moves";
import { sameReferences } from "./sameReferences";
import { evaluateSide, moneyOfRow, type Outcome, type TagChange } from "./sides";

/** The money of one currency that a change moves. A record without a value has the value null. */
export interface CurrencyImpact {
  /** As the cost data names it: `USD`. */
  currency: string;
  /** The sides on which the tag exists. */
  exists: { before: boolean; after: boolean };
  /** All records. */
  total: Money;
  /** The records that have another value after than before. Both are evaluated. */
  moved: Money;
  /** The moved records by their values, the largest absolute cost first. */
  moves: Move[];
  /** The records of each value that some record has, the largest absolute cost first. */
  values: ({ value: string | null } & Sides)[];
  /** The records that certainly no rule matches. If the tag does not exist, these are all. */
  byDefault: Sides;
  /** The records whose rule depends on what the cost data can't tell. Their value can be certain. */
  ruleNotKnown: Sides;
  /** The records whose value depends on what the cost data can't tell. They are in no value. Their rule can be certain. */
  notEvaluated: Sides;
  /** The limits of what is not certain, as absolute costs. */
  bounds: {
    /** What moves. */
    moved: Bounds;
    /** What no rule matches. */
    byDefault: { before: Bounds; after: Bounds };
    /** By how much this grows. Records that the same rules decide on both sides don't count. */
    byDefaultIncrease: Bounds;
  };
  /** The billing months, in order. */
  months: MonthImpact[];
  /** What moves in closed months, if a review knows which ones are. Undefined, if the cost data does not have them. */
  closed?: { months: ClosedMonths; moved: Bounds | undefined };
  /** The rules after, in their order, and then the removed ones. */
  rules: RuleImpact[];
}

/** What certainly moves as bills show it, where credits reduce what they belong to: the sum over the moves, each without its sign. */
export function movedNet({ moves }: Pick<CurrencyImpact, "moves">): bigint {
  return moves.reduce((sum, { money: { cost } }) => sum + absolute(cost), 0n);
}

/** What a rule certainly takes. */
export interface RuleImpact extends Sides {
  /** Its index after; null if it is removed. */
  rule: number | null;
  /** Its index before, if it is removed. */
  was?: number;
  /** Whether there was no such rule before. */
  isNew?: true;
  to: TagValue;
  /** The records that it takes or not, depending on what the cost data can't tell. Several rules can have the same records. */
  uncertain: Sides;
}

/**
 * The money that a change moves, one entry for each currency of the cost data: the largest share of its cost first.
 *
 * @param input the cube's rows, made once for any number of tags
 * @throws {ReferenceCycleError} if Virtual Tags refer to each other in a circle
 * @throws {RangeError} if a filter is nested deeper than 500 levels
 */
export function impactOf(change: TagChange, cube: Cube, input: EvaluationInput): CurrencyImpact[] {
  const before = evaluateSide(change.before, change.tagsBefore, input);
  const after = evaluateSide(change.after, change.tagsAfter, input);
  const areReferencesSame = sameReferences(change, input);
  const currencies = cube.currency.dictionary.map((currency) => ({
    currency: currency ?? "",
    groups: new Map<number, Group>(),
  }));
  const { codes: bills, dictionary: months } = cube.billingMonth;
  for (let row = 0; row < cube.rowCount; row += 1) {
    const [one, other, bill] = [before.codes[row] as number, after.codes[row] as number, bills[row] as number];
    const groups = currencies[cube.currency.codes[row] as number]?.groups as Map<number, Group>;
    const [was, is] = [before.outcomes[one] as Outcome, after.outcomes[other] as Outcome];
    const isSame = was.could !== undefined && was.could === is.could && areReferencesSame(row);
    const key = ((bill * before.outcomes.length + one) * after.outcomes.length + other) * 2 + Number(isSame);
    const group = sumAt(groups, key, () => ({
      before: was,
      after: is,
      isSame,
      month: months[bill] ?? "",
      money: noMoney(),
    }));
    addTo(group.money, moneyOfRow(cube, row));
  }
  return currencies
    .map(({ currency, groups: byKey }) => {
      const groups = [...byKey.values()];
      return {
        currency,
        exists: { before: change.before !== undefined, after: change.after !== undefined },
        ...sumsOf(groups),
        bounds: boundsOf(groups),
        months: monthsOf(groups),
        rules: rulesOf(change, groups),
      };
    })
    .sort(
      (one, other) =>
        byAbsolute(one.bounds.moved.most * other.total.gross, other.bounds.moved.most * one.total.gross) ||
        compareTexts(one.currency, other.currency),
    );
}

const bothSides = ["before", "after"] as const;

function sumsOf(groups: readonly Group[]): Omit<CurrencyImpact, "currency" | "exists" | "bounds" | "months" | "rules"> {
  const [total, moved] = [noMoney(), noMoney()];
  const [byDefault, ruleNotKnown, notEvaluated] = [noSides(), noSides(), noSides()];
  const values = new Map<string | null, Sides>();
  for (const { before, after, money } of groups) {
    addTo(total, money);
    for (const side of bothSides) {
      const outcome = { before, after }[side];
      const { value } = outcome;
      addTo(value === undefined ? notEvaluated[side] : sumAt(values, value, noSides)[side], money);
      if (outcome.rules.length > 1) addTo(ruleNotKnown[side], money);
      if (takes(outcome, null) === yes) addTo(byDefault[side], money);
    }
  }
  const moving = groups.filter((group) => movement(group) === "moves");
  for (const { money } of moving) addTo(moved, money);
  return {
    total,
    moved,
    moves: movesOf(moving).map(({ from = null, to = null, money }) => ({ from, to, money })),
    values: [...values]
      .map(([value, sides]) => ({ value, ...sides }))
      .sort((a, b) => byAbsolute(largest(a), largest(b)) || compareValues(a.value, b.value)),
    byDefault,
    ruleNotKnown,
    notEvaluated,
  };
}

/** Whether a rule takes the records, or the default does (null). */
function takes({ rules }: Outcome, rule: number | null): Truth {
  return !rules.includes(rule) ? no : rules.length === 1 ? yes : maybe;
}

function boundsOf(groups: readonly Group[]): CurrencyImpact["bounds"] {
  const none = (): Bounds => ({ least: 0n, most: 0n });
  const bounds = { moved: none(), byDefault: { before: none(), after: none() }, byDefaultIncrease: none() };
  for (const group of groups) {
    const { before, after, money } = group;
    const { gross } = money;
    const add = (sum: Bounds, least: boolean, most: boolean): void => {
      if (least) sum.least += gross;
      if (most) sum.most += gross;
    };
    const moves = movement(group);
    add(bounds.moved, moves === "moves", moves !== "stays");
    const [was, is] = [takes(before, null), takes(after, null)];
    add(bounds.byDefault.before, was === yes, was !== no);
    add(bounds.byDefault.after, is === yes, is !== no);
    if (group.isSame) continue;
    add(bounds.byDefaultIncrease, is === yes, is !== no);
    bounds.byDefaultIncrease.least -= was === no ? 0n : gross;
    bounds.byDefaultIncrease.most -= was === yes ? gross : 0n;
  }
  return bounds;
}

function largest({ before, after }: Sides): bigint {
  return byAbsolute(before.cost, after.cost) <= 0 ? before.cost : after.cost;
}

function rulesOf({ before, after }: TagChange, groups: readonly Group[]): RuleImpact[] {
  const none: TagContent = { rules: [], defaultValue: "" };
  const [old, now] = [canonicalContent(before ?? none), canonicalContent(after ?? none)];
  const pairs = pairRules(old.rules, now.rules);
  const staying = new Set(pairs.map(({ afterIndex }) => afterIndex));
  const added = now.rules.map(({ to }, rule): RuleImpact => {
    const isNew = staying.has(rule) ? {} : { isNew: true as const };
    return { rule, ...isNew, to, ...noSides(), uncertain: noSides() };
  });
  const paired = new Map(pairs.map(({ beforeIndex, afterIndex }) => [beforeIndex, added[afterIndex]]));
  const removed: RuleImpact[] = [];
  const ofBefore = old.rules.map(({ to }, was): RuleImpact => {
    const pair = paired.get(was);
    if (pair !== undefined) return pair;
    const rule = { rule: null, was, to, ...noSides(), uncertain: noSides() };
    removed.push(rule);
    return rule;
  });
  const places = { before: ofBefore, after: added };
  for (const group of groups) {
    for (const side of bothSides) {
      const outcome = group[side];
      for (const rule of outcome.rules) {
        const impact = rule === null ? undefined : places[side][rule];
        if (impact !== undefined) addTo((takes(outcome, rule) === yes ? impact : impact.uncertain)[side], group.money);
      }
    }
  }
  return [...added, ...removed];
}
