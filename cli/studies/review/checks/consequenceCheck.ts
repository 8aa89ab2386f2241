/** Checks of which each finding is a consequence. */
import { canonicalRule } from "../../../../rules/canonical";
import type { Consequence } from "../consequences";
import type { Review, TagName } from "../review";
import type { Check, Facts, Found } from "./check";

type Kind = Consequence["kind"];
type Of<K extends Kind> = Extract<Consequence, { kind: K }>;

/**
 * A check that finds the consequences of a kind.
 *
 * @param about what the fingerprint covers
 * @param select which of them. Default: all
 */
export function consequenceCheck<K extends Kind>(
  row: Omit<Check, "find" | "needs">,
  kind: K,
  about: (one: Of<K>, review: Review) => unknown,
  select: (one: Of<K>) => boolean = () => true,
): Check {
  const isOf = (one: Consequence): one is Of<K> => one.kind === kind;
  const needs = kind === "moved" || kind === "unallocated" ? "costData" : "plan";
  return {
    ...row,
    needs,
    find: ({ consequences, review }: Facts) =>
      consequences.filter((one): one is Of<K> => isOf(one) && select(one)).map((one) => found(one, about(one, review))),
  };
}

function found(consequence: Consequence, about: unknown): Found {
  const { tag } = consequence;
  const path = "rules" in consequence ? { path: `rules[${consequence.rules[0] ?? 0}]` } : {};
  return { tag, ...path, isCertain: isCertain(consequence), subject: { kind: "consequence", consequence }, about };
}

/** Whether a consequence comes about in any case. */
export function isCertain(consequence: Consequence): boolean {
  if (consequence.onlyIf !== undefined) return false;
  switch (consequence.kind) {
    case "broken":
      return consequence.mayStay !== true;
    case "stopped":
    case "lost":
      return consequence.before !== "notKnown";
    case "moved":
      return consequence.moved.least > 0n;
    case "unallocated":
      return consequence.increase.least > 0n;
  }
}

/** Rules of a tag as they are after the change, by their meaning. */
export function rulesAfter({ id: tag }: TagName, rules: readonly number[], { tags }: Review): unknown[] {
  const content = tags.find(({ id, key, after }) => (id ?? key) === tag && after !== undefined)?.after;
  return rules.map((index) => content?.rules[index] && canonicalRule(content.rules[index]));
}
