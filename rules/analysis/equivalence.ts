/** Whether two contents give every record the same value. */
import type { TagContent } from "../types";
import { type AnalyzedTag, type CompiledRule, type CompiledTag, Compiler, type Outcome } from "./compile";
import type { WitnessRecord } from "./findings";
import { type Assignment, holds } from "./solver/formula";
import { type Context, findDifference } from "./questions";
import { Steps } from "./solver/steps";
import { defaultSteps } from "./analyze";
import { witnessOf } from "./witness";

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
      /** Its value with the first content; null if that is a key that the record does not have. */
      before: string | null;
      /** Its value with the second content. */
      after: string | null;
    }
  /** The budget ended before. */
  | { equivalent: "not-decided" };

/**
 * Decides whether two contents give the same value to every possible record. A record has a value that is not empty for each key,
 * or none, and the options of the evaluation have their defaults.
 *
 * @param a The content before.
 * @param b The content after.
 * @param options The other tags, and the budget.
 */
export function isEquivalent(a: TagContent, b: TagContent, options: EquivalenceOptions = {}): Equivalence {
  const { tags = [], maxSteps = defaultSteps } = options;
  const compiler = new Compiler([a, b], tags);
  const context = { compiler, steps: new Steps(maxSteps) };
  const [before, after] = [compiler.compile(a), compiler.compile(b)];
  const decided = context.steps.within(maxSteps, () => findChange(context, before, after));
  if (decided === undefined) return { equivalent: "not-decided" };
  const record = decided.answer;
  if (record === undefined) return { equivalent: true };
  return {
    equivalent: false,
    ...witnessOf(record, compiler.vocabulary),
    before: valueOf(before.rules, record),
    after: valueOf(after.rules, record),
  };
}

function findChange(context: Context, before: CompiledTag, after: CompiledTag): Assignment | undefined {
  for (const [rule, { formula, outcome }] of before.rules.entries()) {
    const earlier = { tag: before, count: rule };
    const found = findDifference(context, { wanted: formula, earlier, value: outcome, tag: after, start: 0 });
    if (found.record !== undefined) return found.record;
  }
  return undefined;
}

/** The value that the first matching rule gives a record. */
function valueOf(rules: readonly CompiledRule[], record: Assignment): string | null {
  const match = rules.find(({ formula }) => holds(formula, record));
  return match === undefined ? null : outcomeValue(match.outcome, record);
}

function outcomeValue(outcome: Outcome, record: Assignment): string | null {
  switch (outcome.kind) {
    case "constant":
      return outcome.value;
    case "key":
      return (record.get(outcome.key) ?? null) as string | null;
    case "tag":
      return valueOf(outcome.rules, record);
    case "missing":
    case "unknown":
      return null;
  }
}
