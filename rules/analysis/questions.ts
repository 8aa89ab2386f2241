/**
 * Most findings answer one question: does some record get another value from other rules? `decide` tells whether the answer is
 * certain.
 */
import { and, type Formula, never, not, or } from "./solver/formula";
import { type Assignment, holds } from "./solver/record";
import { type Asking, type Context, type Earlier, searchFor, Uncovered } from "./uncovered";
import type { CompiledRule, CompiledTag, Outcome, PlainOutcome } from "./values";

/** The record that a search found, or the proof that there is none. */
export type Found = { record: Assignment } | ({ record: undefined } & Proof);

/** Why there is no record. */
export interface Proof {
  /** Whether the earlier rules match all records in question. */
  isCovered: boolean;
  /** The rules that the proof needs. */
  by: () => number[];
}

/**
 * Answers a question about rules that may have unreadable parts.
 *
 * @param isReadable whether every part can be read
 * @param look looks for a record
 * @returns a record that fits every meaning of the unreadable parts, or the proof that no meaning allows one; undefined if the
 *   answer depends on the meaning
 */
export function decide(context: Context, isReadable: boolean, look: (asking: Asking) => Found): Found | undefined {
  const { free, certain } = context.readings;
  const found = look({ ...context, reading: free });
  if (isReadable || found.record === undefined) return found;
  const sure = look({ ...context, reading: certain });
  return sure.record === undefined ? undefined : sure;
}

/** Looks for a record that meets formulas. */
export function findRecord(asking: Asking, ...formulas: Formula[]): Found {
  const record = searchFor(asking, formulas).solve();
  return record === undefined ? { record, isCovered: false, by: () => [] } : { record };
}

/** Looks for a record that meets a formula and that none of the earlier rules matches. */
export function findUncovered(asking: Asking, wanted: Formula, earlier: Earlier): Found {
  const uncovered = new Uncovered(asking, wanted, earlier);
  const record = uncovered.find();
  return record === undefined ? coveredBy(uncovered) : { record };
}

function coveredBy(uncovered: Uncovered): Found {
  return { record: undefined, isCovered: true, by: () => uncovered.covering() };
}

/** Where to look for a different value. */
export interface Comparison {
  /** Which records count. */
  wanted: Formula;
  /** None of these rules may match the record. */
  earlier: Earlier;
  /** The expected value. */
  value: Outcome;
  /** The rules that decide instead. The last one is the default. */
  tag: CompiledTag;
  /** The first of these rules. */
  start: number;
}

/**
 * Finds a record whose value differs from the expected one. If there is none, the rules in `by` give all records the expected
 * value.
 */
export function findDifference(asking: Asking, comparison: Comparison): Found {
  const { wanted, earlier, value } = comparison;
  const uncovered = new Uncovered(asking, wanted, earlier);
  if (uncovered.find() === undefined) return coveredBy(uncovered);
  const by = new Set<number>();
  for (const { guard, outcome } of asking.compiler.values.cases(value)) {
    const ofCase = value.kind === "tag" ? new Uncovered(asking, and([wanted, guard]), earlier) : uncovered;
    const record = differenceOf(asking, { ...comparison, value: outcome }, ofCase, by);
    if (record !== undefined) return { record };
  }
  return { record: undefined, isCovered: false, by: () => [...by].sort((a, b) => a - b) };
}

function differenceOf(
  asking: Asking,
  { earlier, value, tag, start }: Comparison & { value: PlainOutcome },
  uncovered: Uncovered,
  by: Set<number>,
): Assignment | undefined {
  const { compiler, steps, reading } = asking;
  const index = reading.indexOf(tag);
  const differs = ({ outcome }: CompiledRule): Formula => reading.surely(compiler.values.differs(value, outcome));
  const takes = (rule: CompiledRule): Formula => and([reading.surely(rule.formula), differs(rule)]);
  /** The first rule that may decide the record, and may give it the expected value. */
  const findTaker = (record: Assignment): number | undefined => {
    for (let first = start; ;) {
      const taker = index.firstMatch(record, first, tag.rules.length, steps) as number;
      const rule = tag.rules[taker] as CompiledRule;
      if (holds(takes(rule), record, steps)) return undefined;
      if (!holds(differs(rule), record, steps)) return taker;
      first = taker + 1;
    }
  };
  let blocked: Set<Formula> | undefined;
  for (;;) {
    const record = uncovered.find();
    const taker = record && findTaker(record);
    if (taker === undefined) return record;
    const rule = tag.rules[taker] as CompiledRule;
    by.add(taker);
    steps.spend(earlier.count + 2 * (taker - start));
    blocked ??= new Set(earlier.tag.rules.slice(0, earlier.count).map(({ formula }) => formula));
    const others = tag.rules
      .slice(start, taker)
      .filter(({ formula }) => blocked?.has(formula) !== true)
      .map(takes)
      .filter((other) => other !== never);
    // From now on, this rule must not match, or it or a rule before it must give another value.
    uncovered.add(or([not(index.formulas[taker] as Formula), differs(rule), ...others]));
  }
}
