/** Checks of which each finding is a consequence. */
import { canonicalContent, canonicalRule } from "../../../../rules/canonical";
import type { Consequence } from "../consequences";
import { referencesIn } from "../followers";
import { type Review, type TagName, tagNameOf } from "../review";
import { changeOf, isHidden, keyOf } from "./change";
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

/** Of a tag that has to change as well, all that breaks in it. */
export function leftIn(consequence: Consequence, all: readonly Consequence[], review: Review): Found {
  const found = foundIn(consequence, review, "left");
  const abouts = all.filter(({ tag }) => tag.id === consequence.tag.id).map((one) => aboutOf(one, found.key, review));
  return { ...found, about: abouts.includes(undefined) ? undefined : abouts };
}

/** What a fingerprint covers of a consequence: what it is about, and the edits from which it follows. */
function aboutOf(consequence: Consequence, key: string, review: Review): unknown {
  if (consequence.kind === "broken") {
    const { toId, isReplaced, mayStay, onlyIf } = consequence;
    const content = review.tags.find((one) => one.key === key)?.after;
    const referring = content && {
      ...content,
      rules: content.rules.filter((rule) => referencesIn({ rules: [rule], defaultValue: "" }).has(toId)),
    };
    return referring && [toId, isReplaced, mayStay, onlyIf, canonicalContent(referring)];
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

/** The tags whose rules after the change are not known, and those outside of the stack that can't be read. */
export function hiddenTags({ review }: Facts): TagName[] {
  return [...review.tags.filter(isHidden).map(tagNameOf), ...review.outsideNotRead.map((name) => ({ id: name, name }))];
}

/** Whether no proof knows the rules of a tag, as of one of V1, or one did not end. */
const isUnproven = ({ after, findings }: Review["tags"][number]): boolean =>
  after !== undefined && findings?.every(({ kind }) => kind !== "not-decided") !== true;

/** The tags of which nobody knows whether a rule stops: of a new tag, none does. */
export function unprovenTags(facts: Facts): TagName[] {
  const changing = facts.review.tags.filter(({ change }) => change !== "created");
  return [...hiddenTags(facts), ...changing.filter(isUnproven).map(tagNameOf)];
}

/** Those of them that stay as they are. */
export function unprovenFollowers(facts: Facts): TagName[] {
  const following = facts.review.tags.filter(({ change }) => change === "follows");
  return [...hiddenTags(facts), ...following.filter(isUnproven).map(tagNameOf)];
}

/** The tags of which nobody knows whether a new rule takes a record. */
export function unprovenEdits(facts: Facts): TagName[] {
  const edited = facts.review.tags.filter(({ change }) => change !== "follows");
  return [...edited.filter(isHidden), ...edited.filter(isUnproven)].map(tagNameOf);
}
