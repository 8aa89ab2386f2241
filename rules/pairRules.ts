/** Which rules of two contents are the same rule. */
import type { Rule } from "./types";

/** A rule that both contents have. Indexes count from 0. */
export interface RulePair {
  /** Its index in the content before. */
  beforeIndex: number;
  /** Its index in the content after. */
  afterIndex: number;
}

/**
 * Pairs the rules of two contents: first equal rules, then those with the same filters, then those with the same value.
 *
 * @param before rules in canonical form
 * @param after rules in canonical form
 * @returns the pairs in the order of the rules before
 */
export function pairRules(before: readonly Rule[], after: readonly Rule[]): RulePair[] {
  const pairs: RulePair[] = [];
  const unpaired = { before: new Set(before.keys()), after: new Set(after.keys()) };
  for (const keyOf of [(rule: Rule) => rule, ({ filters }: Rule) => filters, ({ to }: Rule) => to]) {
    const candidates = new Map<string, number[]>();
    // Last first, so that pop() returns the first.
    for (const index of [...unpaired.after].reverse()) {
      const key = JSON.stringify(keyOf(after[index] as Rule));
      const indexes = candidates.get(key);
      if (indexes === undefined) candidates.set(key, [index]);
      else indexes.push(index);
    }
    for (const beforeIndex of [...unpaired.before]) {
      const afterIndex = candidates.get(JSON.stringify(keyOf(before[beforeIndex] as Rule)))?.pop();
      if (afterIndex === undefined) continue;
      pairs.push({ beforeIndex, afterIndex });
      unpaired.before.delete(beforeIndex);
      unpaired.after.delete(afterIndex);
    }
  }
  return pairs.sort((a, b) => a.beforeIndex - b.beforeIndex);
}
