/** The differences between two contents of a tag, rule by rule. Only differences in meaning count, such as the order of rules. */
import { canonicalContent } from "./canonical";
import { longestInOrder, type Pair, pairRules } from "./pairRules";
import { isObject } from "./shared/isObject";
import type { Rule, TagContent } from "./types";

/** One field that differs, as canonical JSON. */
export interface FieldChange {
  /** The place in the rule: `to`, `filters.AND[1].value`, `timeframe.to`, ... */
  path: string;
  /** The value before; absent if there was none. */
  before?: unknown;
  /** The value after; absent if there is none. */
  after?: unknown;
}

/** What changed about one rule. Indexes count from 0, as in `rules[0]`. */
export type RuleChange =
  /** The same rule, in the same order relative to the others. */
  | { change: "unchanged"; beforeIndex: number; afterIndex: number; rule: Rule }
  /** The same rule, in another order relative to the others. */
  | { change: "moved"; beforeIndex: number; afterIndex: number; rule: Rule }
  /** A rule that kept its filters or its value. It may have moved as well. */
  | {
      change: "changed";
      beforeIndex: number;
      afterIndex: number;
      /** Whether the order of the rule is another one, too. */
      moved: boolean;
      rule: Rule;
      fields: FieldChange[];
    }
  | { change: "added"; afterIndex: number; rule: Rule }
  | { change: "removed"; beforeIndex: number; rule: Rule };

/** The differences between two contents. */
export interface ContentDiff {
  /** Whether they mean the same. */
  equal: boolean;
  /** Every rule of both, in the order of the second content. Removed rules are where they were. */
  rules: RuleChange[];
  /** The default values, if they differ. */
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

function diffRules(before: readonly Rule[], after: readonly Rule[]): RuleChange[] {
  const pairs = pairRules(before, after);
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

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const isFilters = (value: unknown): value is object[] => Array.isArray(value) && value.every(isObject);

function fieldChanges(before: unknown, after: unknown, path: string): FieldChange[] {
  if (same(before, after)) return [];
  if (isFilters(before) && isFilters(after)) {
    const [index, ...others] = before.flatMap((member, at) => (same(member, after[at]) ? [] : [at]));
    // If one member changed, show what changed in it. If several did, show which were removed and which were added.
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

/** A group and a condition, or AND and OR, have no field in common. */
function sameKind(before: Record<string, unknown>, after: Record<string, unknown>): boolean {
  return ["AND", "OR"].every((group) => group in before === group in after);
}
