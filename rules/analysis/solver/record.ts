/** A record that a search invented, and what is true of it. */
import { type Formula, type Group, passes } from "./formula";
import type { Steps } from "./steps";

/** The values of a record by the number of the key. A key that is absent is missing. */
export type Assignment = ReadonlyMap<number, string | number | null>;

/** Caches whether shared parts of formulas are true for a record. */
const known = new WeakMap<Assignment, Map<Group, boolean>>();

/** Whether a formula is true for a record. */
export function holds(formula: Formula, record: Assignment, steps: Steps): boolean {
  steps.spend(formula.cost);
  return isTrue(formula, record, steps);
}

function isTrue(formula: Formula, record: Assignment, steps: Steps): boolean {
  switch (formula.kind) {
    case "literal":
      return passes(formula.test, record.get(formula.key) ?? null) === formula.isPositive;
    case "distinct":
      return (record.get(formula.key) ?? null) !== (record.get(formula.other) ?? null);
    case "and":
    case "or":
      return formula.isShared ? isSharedTrue(formula, record, steps) : isGroupTrue(formula, record, steps);
  }
}

function isGroupTrue({ kind, parts }: Group, record: Assignment, steps: Steps): boolean {
  const decisive = kind === "or";
  for (const part of parts) if (isTrue(part, record, steps) === decisive) return decisive;
  return !decisive;
}

function isSharedTrue(formula: Group, record: Assignment, steps: Steps): boolean {
  let ofRecord = known.get(record);
  if (ofRecord === undefined) known.set(record, (ofRecord = new Map<Group, boolean>()));
  const before = ofRecord.get(formula);
  if (before !== undefined) return before;
  steps.spend(formula.cost);
  const result = isGroupTrue(formula, record, steps);
  ofRecord.set(formula, result);
  return result;
}
