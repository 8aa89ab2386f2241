/** Which rules of two contents are the same rule, and which of them have moved. */
import type { Rule } from "./types";

/** An item that two lists have, such as a rule of two contents. Indexes count from 0. */
export interface Pair {
  /** Its index in the list before. */
  beforeIndex: number;
  /** Its index in the list after. */
  afterIndex: number;
}

/**
 * Pairs the rules of two contents: first equal rules, then those with the same filters, then those with the same value.
 *
 * @param before rules in canonical form
 * @param after rules in canonical form
 * @returns the pairs in the order of the rules before
 */
export function pairRules(before: readonly Rule[], after: readonly Rule[]): Pair[] {
  // The service may return null as a rule.
  const fieldsOf = (rule: Rule): Partial<Rule> => Object(rule) as Partial<Rule>;
  return pairItems(before, after, [(rule) => rule, (rule) => fieldsOf(rule).filters, (rule) => fieldsOf(rule).to]);
}

/**
 * Pairs the items of two lists.
 *
 * @param keys what two items have in common, the most important first. Default: they are equal
 * @returns the pairs in the order of the items before
 */
export function pairItems<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keys: readonly ((item: Item, index: number) => unknown)[] = [(item) => item],
): Pair[] {
  const pairs: Pair[] = [];
  const unpaired = { before: new Set(before.keys()), after: new Set(after.keys()) };
  for (const keyOf of keys) {
    const candidates = new Map<string, number[]>();
    // Last first, so that pop() returns the first.
    for (const index of [...unpaired.after].reverse()) {
      const key = JSON.stringify(keyOf(after[index] as Item, index));
      const indexes = candidates.get(key);
      if (indexes === undefined) candidates.set(key, [index]);
      else indexes.push(index);
    }
    for (const beforeIndex of [...unpaired.before]) {
      const afterIndex = candidates.get(JSON.stringify(keyOf(before[beforeIndex] as Item, beforeIndex)))?.pop();
      if (afterIndex === undefined) continue;
      pairs.push({ beforeIndex, afterIndex });
      unpaired.before.delete(beforeIndex);
      unpaired.after.delete(afterIndex);
    }
  }
  return pairs.sort((a, b) => a.beforeIndex - b.beforeIndex);
}

/** Pairs equal items that have the same order on both sides: first those that keep their index, and then what doesn't cross them. */
export function pairInOrder(before: readonly unknown[], after: readonly unknown[]): Pair[] {
  const pairs = pairItems(before, after, [(item, index) => [item, index], (item) => item]);
  const kept = pairs.filter(({ beforeIndex, afterIndex }) => beforeIndex === afterIndex);
  const isCrossing = ({ beforeIndex, afterIndex }: Pair): boolean =>
    kept.some(({ beforeIndex: index }) => (beforeIndex - index) * (afterIndex - index) < 0);
  return longestInOrder(pairs.filter((pair) => !isCrossing(pair)));
}

/** The largest set of pairs that have the same order on both sides. All other pairs have moved. */
export function longestInOrder(pairs: readonly Pair[]): Pair[] {
  interface Chain {
    pair: Pair;
    previous: Chain | undefined;
  }
  // ends[n] is the chain of n + 1 pairs with the lowest end.
  const ends: Chain[] = [];
  for (const pair of pairs) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.pair.afterIndex ?? Infinity) < pair.afterIndex) low = middle + 1;
      else high = middle;
    }
    ends[low] = { pair, previous: ends[low - 1] };
  }
  const chain: Pair[] = [];
  for (let end = ends.at(-1); end !== undefined; end = end.previous) chain.push(end.pair);
  return chain;
}
