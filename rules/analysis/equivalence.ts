/** Whether two contents give every record the same value. */
import type { TagContent } from "../types";
import { defaultSteps } from "./analyze";
import { Compiler } from "./compile";
import type { NotDecidedReason, WitnessRecord } from "./findings";
import { decide, type Found, findDifference } from "./questions";
import { readings } from "./solver/reading";
import type { AnalyzedTag } from "./resolvable";
import { Steps } from "./solver/steps";
import type { Asking, Context } from "./uncovered";
import type { CompiledTag } from "./values";
import { valueOf, witnessOf } from "./witness";

/** Options of {@link isEquivalent}. */
export interface EquivalenceOptions {
  /** The other Virtual Tags that the contents refer to, by ID. Default: none, so a reference can have any value. */
  tags?: readonly AnalyzedTag[] | undefined;
  /** How many comparisons the proof may take. Default: {@link defaultSteps}. */
  maxSteps?: number | undefined;
}

/** The result of {@link isEquivalent}. */
export type Equivalence =
  /** Every record gets the same value. */
  | { equivalent: true }
  /** A record that gets different values. */
  | {
      equivalent: false;
      /** The record. */
      witness: WitnessRecord;
      /** Its moment in Unix milliseconds, if a timeframe matters. */
      at?: number;
      /** Its value with the first content; null if the record has no value for the key that a rule passes through. */
      before: string | null;
      /** Its value with the second content. */
      after: string | null;
    }
  /** Neither is certain. */
  | {
      equivalent: "not-decided";
      /** Why. */
      reason: NotDecidedReason;
    };

/**
 * Decides whether two contents give the same value to every possible record. A record has a non-empty value for a key, or none.
 * The options of the evaluation have their defaults.
 *
 * @param a The content before.
 * @param b The content after.
 * @param options The other tags, and the budget.
 */
export function isEquivalent(a: TagContent, b: TagContent, options: EquivalenceOptions = {}): Equivalence {
  const { tags = [], maxSteps = defaultSteps } = options;
  const steps = new Steps(maxSteps);
  const compiler = new Compiler([a, b], { tags, steps });
  const context = { compiler, steps, readings: readings() };
  const decided = steps.within(maxSteps, () => compare(context, compiler.compile(a), compiler.compile(b)));
  return decided?.answer ?? { equivalent: "not-decided", reason: "too-long" };
}

function compare(context: Context, before: CompiledTag, after: CompiledTag): Equivalence {
  const isReadable = before.isReadable && after.isReadable;
  const found = decide(context, isReadable, (asking) => findChange(asking, before, after));
  const record = found?.record;
  if (found !== undefined && record === undefined) return { equivalent: true };
  const { certain, timeless } = context.readings;
  const [old, now] = [before, after].map((tag) => record && valueOf(tag, record, certain, context));
  // Even if the two values certainly differ, one of them may be uncertain, and then there is no example to show.
  if (record === undefined || old === undefined || now === undefined) {
    return { equivalent: "not-decided", reason: "unreadable" };
  }
  const isTimeless = [before, after].every((tag) => valueOf(tag, record, timeless, context) !== undefined);
  return { equivalent: false, ...witnessOf(record, context, isTimeless), before: old.value, after: now.value };
}

function findChange(asking: Asking, before: CompiledTag, after: CompiledTag): Found {
  for (const [rule, { formula, outcome }] of before.rules.entries()) {
    const earlier = { tag: before, count: rule };
    const found = findDifference(asking, { wanted: formula, earlier, value: outcome, tag: after, start: 0 });
    if (found.record !== undefined) return found;
  }
  return { record: undefined, isCovered: false, by: () => [] };
}
