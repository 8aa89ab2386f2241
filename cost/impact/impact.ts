/** How much money a change of a Virtual Tag moves from value to value. Pure. */
import { canonicalContent } from "../../rules/canonical";
import type { EvaluationTag } from "../../rules/evaluation/options";
import { isVirtualTag, keysOf } from "../../rules/evaluation/references";
import { pairRules } from "../../rules/pairRules";
import type { TagContent, TagValue } from "../../rules/types";
import type { Cube } from "../cube/cube";
import type { EvaluationInput } from "../cube/evaluationInput";
import { addTo, byAbsolute, type Money, noMoney, noSides, type Sides, sumAt } from "./money";
import { evaluateSide, moneyOfRow, type Outcome, type Side } from "./sides";

/** A Virtual Tag before and after a change. */
export interface TagChange {
  /** Its content before; undefined if the tag is created. */
  before: TagContent | undefined;
  /** Its content after; undefined if the tag is deleted. */
  after: TagContent | undefined;
  /** The Virtual Tags that it can refer to, before. The value of any other one is unknown. */
  tagsBefore: readonly EvaluationTag[];
  /** The Virtual Tags that it can refer to, after. */
  tagsAfter: readonly EvaluationTag[];
}

/** The money of one currency that a change moves. A record without a value has the value null. */
export interface CurrencyImpact {
  /** As the cost data names it: `USD`. */
  currency: string;
  /** All records. */
  total: Money;
  /** The records that have another value after than before. Both are evaluated. */
  moved: Money;
  /** The moved records by their values, the largest absolute cost first. */
  moves: { from: string | null; to: string | null; money: Money }[];
  /** The records of each value that some record has, the largest absolute cost first. */
  values: ({ value: string | null } & Sides)[];
  /** The records that no rule matches. If the tag does not exist, these are all. */
  byDefault: Sides;
  /** The records whose value depends on what the cost data can't tell. They are in no value. */
  notEvaluated: Sides;
  /** The records that can't be evaluated and that may move, because their rules in question or their values differ. */
  maybeMoved: Money;
  /** The records that can't be evaluated and that, maybe, no rule matches. */
  maybeByDefault: Sides;
  /** The rules after, in their order, and then the removed ones. */
  rules: RuleImpact[];
}

/** What a rule takes. */
export interface RuleImpact extends Sides {
  /** Its index after; null if it is removed. */
  rule: number | null;
  /** Its index before, if it is removed. */
  was?: number;
  to: TagValue;
  /** The records that it takes or not, depending on what the cost data can't tell. Several rules can have the same records. */
  uncertain: Sides;
}

/**
 * The money that a change moves, one entry for each currency of the cost data, in their order.
 *
 * @param input the cube's rows, made once for any number of tags
 * @throws {ReferenceCycleError} if Virtual Tags refer to each other in a circle
 * @throws {RangeError} if a filter is nested deeper than 500 levels
 */
export function impactOf(change: TagChange, cube: Cube, input: EvaluationInput): CurrencyImpact[] {
  const before = evaluateSide(change.before, change.tagsBefore, cube, input);
  const after = evaluateSide(change.after, change.tagsAfter, cube, input);
  const isSameElsewhere = sameTags(change);
  const currencies = cube.currency.dictionary.map((currency) => ({
    currency: currency ?? "",
    groups: new Map<number, Group>(),
  }));
  for (let row = 0; row < cube.rowCount; row += 1) {
    const [one, other] = [before.codes[row] as number, after.codes[row] as number];
    const groups = currencies[cube.currency.codes[row] as number]?.groups as Map<number, Group>;
    const group = sumAt(groups, one * after.outcomes.length + other, () => ({
      before: before.outcomes[one] as Outcome,
      after: after.outcomes[other] as Outcome,
      money: noMoney(),
    }));
    addTo(group.money, moneyOfRow(cube, row));
  }
  return currencies
    .map(({ currency, groups }, code) => ({
      currency,
      ...sumsOf([...groups.values()], isSameElsewhere),
      maybeByDefault: {
        before: before.maybeByDefault.get(code) ?? noMoney(),
        after: after.maybeByDefault.get(code) ?? noMoney(),
      },
      rules: rulesOf(change, [...groups.values()], { before, after }, code),
    }))
    .sort((one, other) => compareTexts(one.currency, other.currency));
}

/** Only tags that the rules refer to matter, but that more are the same does no harm. */
function sameTags({ before, after, tagsBefore, tagsAfter }: TagChange): boolean {
  const refers = [before, after].some((content) => content !== undefined && keysOf(content).some(isVirtualTag));
  const textOf = (tags: readonly EvaluationTag[]): string =>
    JSON.stringify(tags.map((tag) => [tag.id, canonicalContent(tag)]).sort());
  return !refers || textOf(tagsBefore) === textOf(tagsAfter);
}

/** The rows that have the same rule and value before, and the same after. */
interface Group {
  before: Outcome;
  after: Outcome;
  money: Money;
}

/** @param isSameElsewhere whether the tags that it refers to are the same before and after */
function sumsOf(
  groups: readonly Group[],
  isSameElsewhere: boolean,
): Omit<CurrencyImpact, "currency" | "maybeByDefault" | "rules"> {
  const [total, moved, maybeMoved] = [noMoney(), noMoney(), noMoney()];
  const [byDefault, notEvaluated] = [noSides(), noSides()];
  const moves = new Map<string, CurrencyImpact["moves"][number]>();
  const values = new Map<string | null, Sides>();
  for (const { before, after, money } of groups) {
    addTo(total, money);
    for (const [side, { rule, value }] of [
      ["before", before],
      ["after", after],
    ] as const) {
      if (value === undefined) {
        addTo(notEvaluated[side], money);
        continue;
      }
      addTo(sumAt(values, value, noSides)[side], money);
      if (rule === null) addTo(byDefault[side], money);
    }
    const [from, to] = [before.value, after.value];
    if (from === undefined || to === undefined) {
      if (before.could !== after.could || !isSameElsewhere) addTo(maybeMoved, money);
      continue;
    }
    if (from === to) continue;
    addTo(moved, money);
    addTo(sumAt(moves, JSON.stringify([from, to]), () => ({ from, to, money: noMoney() })).money, money);
  }
  return {
    total,
    moved,
    moves: [...moves.values()].sort(
      (a, b) => byAbsolute(a.money.cost, b.money.cost) || compareValues(a.from, b.from) || compareValues(a.to, b.to),
    ),
    values: [...values]
      .map(([value, sides]) => ({ value, ...sides }))
      .sort((a, b) => byAbsolute(largest(a), largest(b)) || compareValues(a.value, b.value)),
    byDefault,
    notEvaluated,
    maybeMoved,
  };
}

function largest({ before, after }: Sides): bigint {
  return byAbsolute(before.cost, after.cost) <= 0 ? before.cost : after.cost;
}

function rulesOf(
  { before, after }: TagChange,
  groups: readonly Group[],
  sides: Readonly<Record<keyof Sides, Side>>,
  currency: number,
): RuleImpact[] {
  const none: TagContent = { rules: [], defaultValue: "" };
  const [old, now] = [canonicalContent(before ?? none), canonicalContent(after ?? none)];
  const pairs = pairRules(old.rules, now.rules);
  const added = now.rules.map(({ to }, rule): RuleImpact => ({ rule, to, ...noSides(), uncertain: noSides() }));
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
  for (const side of ["before", "after"] as const) {
    for (const group of groups) {
      const { rule } = group[side];
      const sums = rule === null ? undefined : places[side][rule];
      if (sums !== undefined) addTo(sums[side], group.money);
    }
    for (const [rule, money] of sides[side].uncertain.get(currency) ?? []) {
      const sums = places[side][rule]?.uncertain[side];
      if (sums !== undefined) addTo(sums, money);
    }
  }
  return [...added, ...removed];
}

/** No value comes before the others. The order is the same on every machine. */
function compareValues(a: string | null, b: string | null): number {
  return a === null || b === null ? Number(a !== null) - Number(b !== null) : compareTexts(a, b);
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
