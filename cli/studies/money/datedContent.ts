/** A change of rules that applies only from a moment on. Pure. */
import type { Rule, TagContent } from "../../../rules/types";
import { toMilliseconds } from "../../../rules/timeframe";
import { diffContents, type RuleChange } from "../ruleDiff";

/** A rule of the content before or after the change. */
export interface DatedRule {
  /** `kept`: it ends before the moment. `new`: it begins there. `same`: it is in both contents. */
  kind: "kept" | "new" | "same";
  rule: Rule;
}

/**
 * The rules that give each record before the moment what the rules before give it, and each later one what the rules after give it.
 *
 * @param moment Unix milliseconds
 * @returns undefined if there are none: the default has no timeframe, or the timeframe of a rule can't be read
 */
export function datedRules(before: TagContent, after: TagContent, moment: number): DatedRule[] | undefined {
  const { rules: changes, defaultValue } = diffContents(before, after);
  if (defaultValue !== undefined) return undefined;
  const dated: (DatedRule | undefined)[] = [];
  const old = changes.filter((change) => "beforeIndex" in change).sort((a, b) => a.beforeIndex - b.beforeIndex);
  const keep = (upTo: number): void => {
    while ((old[0]?.beforeIndex ?? Infinity) < upTo) {
      const { change, beforeIndex } = old.shift() as Old;
      if (change !== "unchanged") dated.push(...within("kept", before.rules[beforeIndex] as Rule, 0, moment - 1));
    }
  };
  // Unchanged rules are in the same order in both contents. Between two of them, the old rules come before the new ones.
  for (const [place, change] of changes.entries()) {
    const next = changes.slice(place).find((one) => one.change === "unchanged");
    keep(next?.change === "unchanged" ? next.beforeIndex : Infinity);
    if (!("afterIndex" in change)) continue;
    const rule = after.rules[change.afterIndex] as Rule;
    dated.push(...(change.change === "unchanged" ? [{ kind: "same" as const, rule }] : within("new", rule, moment)));
  }
  const rules = dated.flatMap((rule) => rule ?? []);
  return rules.length === dated.length ? rules : undefined;
}

type Old = Extract<RuleChange, { beforeIndex: number }>;

/** The rule within a range: none if it never applies there, undefined if its timeframe can't be read. */
function within(
  kind: DatedRule["kind"],
  { timeframe, ...rule }: Rule,
  from: number,
  to?: number,
): (DatedRule | undefined)[] {
  // The service may return null for an open end.
  const own = { from: toMilliseconds(timeframe?.from ?? 0), to: toMilliseconds(timeframe?.to ?? Infinity) };
  if (typeof own.from !== "number" || typeof own.to !== "number") return [undefined];
  const range = { from: Math.max(from, own.from), to: Math.min(to ?? Infinity, own.to) };
  if (range.from > range.to) return [];
  return [
    { kind, rule: { ...rule, timeframe: { from: range.from, ...(range.to === Infinity ? {} : { to: range.to }) } } },
  ];
}
