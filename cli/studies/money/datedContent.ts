/** A change of rules that applies only from a moment on. Pure. */
import type { Rule, TagContent } from "../../../rules/types";
import { toMilliseconds } from "../../../rules/timeframe";
import { diffContents, type RuleChange } from "../../../rules/ruleDiff";

/** A rule of the content before or after the change. */
export interface DatedRule {
  /** `kept`: it ends before the moment. `new`: it begins there. `same`: it is in both contents. */
  kind: "kept" | "new" | "same";
  rule: Rule;
}

/** The rules of a change that applies only from a moment on. */
export interface DatedRules {
  /** In order. */
  rules: DatedRule[];
  /** The rules that are left out, with their own timeframes: new ones that end before the moment, and old ones that begin after it. */
  leftOut: DatedRule[];
}

/**
 * The rules that give each record before the moment what the rules before give it, and each later one what the rules after give it.
 *
 * @param moment Unix milliseconds
 * @returns undefined if there are none: the default has no timeframe, or the timeframe of a rule can't be read
 */
export function datedRules(before: TagContent, after: TagContent, moment: number): DatedRules | undefined {
  const { rules: changes, defaultValue } = diffContents(before, after);
  if (defaultValue !== undefined) return undefined;
  const dated: DatedRules = { rules: [], leftOut: [] };
  const unread: Rule[] = [];
  const add = (kind: DatedRule["kind"], rule: Rule, from: number, to?: number): void => {
    const range = rangeWithin(rule, from, to);
    if (range === undefined) unread.push(rule);
    else if (range.from > range.to) dated.leftOut.push({ kind, rule });
    else dated.rules.push({ kind, rule: { ...rule, timeframe: timeframeOf(range) } });
  };
  const old = changes.filter((change) => "beforeIndex" in change).sort((a, b) => a.beforeIndex - b.beforeIndex);
  const keep = (upTo: number): void => {
    while ((old[0]?.beforeIndex ?? Infinity) < upTo) {
      const { change, beforeIndex } = old.shift() as Old;
      if (change !== "unchanged") add("kept", before.rules[beforeIndex] as Rule, 0, moment - 1);
    }
  };
  // Unchanged rules are in the same order in both contents. Between two of them, the old rules come before the new ones.
  for (const [place, change] of changes.entries()) {
    const next = changes.slice(place).find((one) => one.change === "unchanged");
    keep(next?.change === "unchanged" ? next.beforeIndex : Infinity);
    if (!("afterIndex" in change)) continue;
    const rule = after.rules[change.afterIndex] as Rule;
    if (change.change === "unchanged") dated.rules.push({ kind: "same", rule });
    else add("new", rule, moment);
  }
  // A rule that moved up to before the last unchanged rule was also after it.
  keep(Infinity);
  return unread.length === 0 ? dated : undefined;
}

type Old = Extract<RuleChange, { beforeIndex: number }>;

interface Range {
  from: number;
  to: number;
}

/** When the rule applies within a range: its end is before its beginning if it never does. Undefined if its timeframe can't be read. */
function rangeWithin({ timeframe }: Rule, from: number, to = Infinity): Range | undefined {
  // The service may return null for an open end.
  const own = { from: toMilliseconds(timeframe?.from ?? 0), to: toMilliseconds(timeframe?.to ?? Infinity) };
  if (typeof own.from !== "number" || typeof own.to !== "number") return undefined;
  return { from: Math.max(from, own.from), to: Math.min(to, own.to) };
}

const timeframeOf = ({ from, to }: Range): Range | { from: number } => (to === Infinity ? { from } : { from, to });
