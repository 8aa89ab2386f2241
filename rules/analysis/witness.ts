/** Records that prove something, and their values. */
import type { WitnessRecord } from "./findings";
import type { Reading } from "./solver/reading";
import { type Assignment, holds } from "./solver/record";
import { moment } from "./solver/vocabulary";
import type { Context } from "./uncovered";
import type { CompiledTag, Outcome } from "./values";

/**
 * A record that a search found, in the form that `evaluate` takes.
 *
 * @param isTimeless whether its moment does not matter
 */
export function witnessOf(
  record: Assignment,
  { compiler }: Context,
  isTimeless: boolean,
): { witness: WitnessRecord; at?: number } {
  const values: [string, string][] = [];
  for (const [key, value] of record) {
    if (typeof value === "string") values.push([compiler.vocabulary.nameOf(key), value]);
  }
  values.sort(([a], [b]) => (a < b ? -1 : 1));
  const at = isTimeless ? undefined : record.get(moment);
  return { witness: Object.fromEntries(values), ...(typeof at === "number" ? { at } : {}) };
}

/** The value that a tag gives a record; undefined if it depends on a hidden comparison. */
export function valueOf(
  { rules }: CompiledTag,
  record: Assignment,
  reading: Reading,
  context: Context,
): { value: string | null } | undefined {
  const rule = rules.find(({ formula }) => holds(reading.perhaps(formula), record, context.steps));
  if (rule === undefined || !holds(reading.surely(rule.formula), record, context.steps)) return undefined;
  return outcomeValue(rule.outcome, record, reading, context);
}

function outcomeValue(
  outcome: Outcome,
  record: Assignment,
  reading: Reading,
  context: Context,
): { value: string | null } | undefined {
  switch (outcome.kind) {
    case "constant":
      return { value: outcome.value };
    case "missing":
      return { value: null };
    case "key":
      return { value: (record.get(outcome.key) ?? null) as string | null };
    case "tag": {
      const given = valueOf(outcome.tag, record, reading, context);
      // An empty value of another tag counts as missing.
      return given?.value === "" ? { value: null } : given;
    }
  }
}
