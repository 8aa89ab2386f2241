/** What tells two contents of a tag apart, rule by rule. Only differences in meaning count, and the order of rules does. */
import { canonicalContent } from "../rules/canonical";
import type { Rule, TagContent } from "../rules/types";

/** One field that differs, as canonical JSON. */
export interface FieldChange {
  /** Where in the rule: `to`, `filters.AND[1].value`, `timeframe.to`, ... */
  path: string;
  /** What it was; absent when it was not there. */
  before?: unknown;
  /** What it is; absent when it is not there any more. */
  after?: unknown;
}

/** What became of one rule. Indexes count from 0, as `rules[0]`. */
export type RuleChange =
  /** The same rule, in the same order among those that stayed. */
  | { change: "unchanged"; beforeIndex: number; afterIndex: number; rule: Rule }
  /** The same rule, but it comes before or after others than it did. */
  | { change: "moved"; beforeIndex: number; afterIndex: number; rule: Rule }
  /** A rule that kept its filters or its value, but not all; it may have moved as well. */
  | {
      change: "changed";
      beforeIndex: number;
      afterIndex: number;
      moved: boolean;
      rule: Rule;
      fields: FieldChange[];
    }
  | { change: "added"; afterIndex: number; rule: Rule }
  | { change: "removed"; beforeIndex: number; rule: Rule };

/** What tells two contents apart. */
export interface ContentDiff {
  /** Whether they mean the same. */
  equal: boolean;
  /** Every rule of both, in the order of the second content; a removed one where it was. */
  rules: RuleChange[];
  /** The default values, where they differ. */
  defaultValue?: { before: TagContent["defaultValue"]; after: TagContent["defaultValue"] };
}

/** Compares two contents. */
export function diffContents(before: TagContent, after: TagContent): ContentDiff {
  const [a, b] = [canonicalContent(before), canonicalContent(after)];
  const rules = diffRules(a.rules, b.rules);
  const sameDefault = same(a.defaultValue, b.defaultValue);
  return {
    equal: sameDefault && rules.every(({ change }) => change === "unchanged"),
    rules,
    ...(sameDefault ? {} : { defaultValue: { before: a.defaultValue, after: b.defaultValue } }),
  };
}

interface Pair {
  beforeIndex: number;
  afterIndex: number;
}

function diffRules(before: readonly Rule[], after: readonly Rule[]): RuleChange[] {
  const pairs = pairUp(before, after);
  const inOrder = new Set(longestInOrder(pairs));
  const byAfter = new Map(pairs.map((pair) => [pair.afterIndex, pair]));
  const paired = new Set(pairs.map(({ beforeIndex }) => beforeIndex));
  const removed = before.flatMap((rule, beforeIndex): RuleChange[] =>
    paired.has(beforeIndex) ? [] : [{ change: "removed", beforeIndex, rule }],
  );

  const changes: RuleChange[] = [];
  let placed = 0;
  const placeRemoved = (upTo: number): void => {
    for (let next = removed[placed]; next?.change === "removed" && next.beforeIndex < upTo; next = removed[placed]) {
      changes.push(next);
      placed += 1;
    }
  };
  after.forEach((rule, afterIndex) => {
    const pair = byAfter.get(afterIndex);
    if (pair !== undefined && inOrder.has(pair)) placeRemoved(pair.beforeIndex);
    changes.push(changeOf(pair, before, rule, afterIndex, pair === undefined || !inOrder.has(pair)));
  });
  placeRemoved(Infinity);
  return changes;
}

function changeOf(
  pair: Pair | undefined,
  before: readonly Rule[],
  rule: Rule,
  afterIndex: number,
  moved: boolean,
): RuleChange {
  if (pair === undefined) return { change: "added", afterIndex, rule };
  const { beforeIndex } = pair;
  const fields = fieldChanges(before[beforeIndex], rule, "");
  if (fields.length > 0) return { change: "changed", beforeIndex, afterIndex, moved, rule, fields };
  return { change: moved ? "moved" : "unchanged", beforeIndex, afterIndex, rule };
}

/** Which rule became which: first those that are equal, then those that kept their filters, then their value. */
function pairUp(before: readonly Rule[], after: readonly Rule[]): Pair[] {
  const pairs: Pair[] = [];
  const free = { before: new Set(before.keys()), after: new Set(after.keys()) };
  for (const kept of [(rule: Rule) => rule, ({ filters }: Rule) => filters, ({ to }: Rule) => to]) {
    const candidates = new Map<string, number[]>();
    // From the last to the first, so that the first is on top.
    for (const index of [...free.after].reverse()) {
      const key = JSON.stringify(kept(after[index] as Rule));
      const indexes = candidates.get(key);
      if (indexes === undefined) candidates.set(key, [index]);
      else indexes.push(index);
    }
    for (const beforeIndex of [...free.before]) {
      const afterIndex = candidates.get(JSON.stringify(kept(before[beforeIndex] as Rule)))?.pop();
      if (afterIndex === undefined) continue;
      pairs.push({ beforeIndex, afterIndex });
      free.before.delete(beforeIndex);
      free.after.delete(afterIndex);
    }
  }
  return pairs.sort((a, b) => a.beforeIndex - b.beforeIndex);
}

/** The most pairs that stand in the same order on both sides: whatever is not among them has moved. */
function longestInOrder(pairs: readonly Pair[]): Pair[] {
  interface Chain {
    pair: Pair;
    previous: Chain | undefined;
  }
  // ends[n] is the chain of n + 1 pairs that ends lowest.
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

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isFilters = (value: unknown): value is object[] => Array.isArray(value) && value.every(isObject);

function fieldChanges(before: unknown, after: unknown, path: string): FieldChange[] {
  if (same(before, after)) return [];
  if (isFilters(before) && isFilters(after)) {
    const [index, ...others] = before.flatMap((member, at) => (same(member, after[at]) ? [] : [at]));
    // One member that changed is worth looking into; more are shown as what went and what came.
    if (before.length === after.length && index !== undefined && others.length === 0) {
      return fieldChanges(before[index], after[index], `${path}[${index}]`);
    }
  }
  if (isObject(before) && isObject(after) && sameKind(before, after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) =>
      fieldChanges(before[name], after[name], path === "" ? name : `${path}.${name}`),
    );
  }
  return [{ path, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }];
}

/** A group that became a condition, or AND that became OR, has no field in common with what it was. */
function sameKind(before: Record<string, unknown>, after: Record<string, unknown>): boolean {
  return ["AND", "OR"].every((group) => group in before === group in after);
}
