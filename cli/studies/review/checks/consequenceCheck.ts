/** Checks of which each finding is a consequence. */
import { canonicalRule } from "../../../../rules/canonical";
import type { Consequence } from "../consequences";
import type { Review, TagName } from "../review";
import { changeOf, keyOf } from "./change";
import type { Check, Facts, Found } from "./check";

type Kind = Consequence["kind"];
type Of<K extends Kind> = Extract<Consequence, { kind: K }>;

/**
 * A check that finds the consequences of a kind.
 *
 * @param select which of them. Default: all
 */
export function consequenceCheck<K extends Kind>(
  row: Omit<Check, "find">,
  kind: K,
  select: (one: Of<K>) => boolean = () => true,
): Check {
  const isOf = (one: Consequence): one is Of<K> => one.kind === kind;
  return {
    ...row,
    find: ({ consequences, review }: Facts) =>
      consequences.flatMap((one) => (isOf(one) && select(one) ? [foundIn(one, review, "consequence")] : [])),
  };
}

/** A consequence as a finding. */
export function foundIn(consequence: Consequence, review: Review, kind: "consequence" | "left"): Found {
  const { tag } = consequence;
  const path = "rules" in consequence && kind === "consequence" ? { path: `rules[${consequence.rules[0] ?? 0}]` } : {};
  const key = keyOf(consequence, review);
  const about = aboutOf(consequence, key, review);
  return { key, tag, ...path, isCertain: isCertain(consequence), subject: { kind, consequence }, about };
}

/** What a fingerprint covers of a consequence: what it is about, and the edits from which it follows. */
function aboutOf(consequence: Consequence, key: string, review: Review): unknown {
  if (consequence.kind === "broken") {
    const { toId, isReplaced, mayStay } = consequence;
    return [toId, isReplaced, mayStay];
  }
  if (consequence.kind === "moved" || consequence.kind === "unallocated") {
    const change = changeOf(key, review, true);
    return change && [consequence.currency, consequence.onlyIf, change];
  }
  const { rules, lost } = consequence;
  const isCovered = consequence.kind === "stopped" && consequence.finding === "never-wins";
  // The rules before it take its records.
  const covering = isCovered ? rulesAfter(key, [...Array(Math.max(...rules)).keys()], review) : [];
  const change = changeOf(key, review, false);
  const values = lost.map(({ id, value }) => [id, value]);
  return change && [consequence.kind, consequence.onlyIf, rulesAfter(key, rules, review), covering, values, change];
}

/** Whether a consequence comes about in any case. */
function isCertain(consequence: Consequence): boolean {
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
export function rulesAfter(key: string, rules: readonly number[], { tags }: Review): unknown[] {
  const content = tags.find((one) => one.key === key)?.after;
  return rules.map((index) => content?.rules[index] && canonicalRule(content.rules[index]));
}

const namesOf = (tags: Review["tags"]): TagName[] => tags.map(({ id, key, name }) => ({ id: id ?? key, name }));

/** The tags whose rules after the change are not known, and those outside of the stack that can't be read. */
export function hiddenTags({ review }: Facts): TagName[] {
  const hidden = review.tags.filter(({ after, change }) => after === undefined && change !== "deleted");
  return [...namesOf(hidden), ...review.outsideNotRead.map((name) => ({ id: name, name }))];
}

/** Besides, the tags whose rules no proof knows, or decided in whole. */
export function unprovenTags(facts: Facts): TagName[] {
  const unproven = facts.review.tags.filter(
    ({ after, findings }) => after !== undefined && findings?.every(({ kind }) => kind !== "not-decided") !== true,
  );
  return [...hiddenTags(facts), ...namesOf(unproven)];
}
