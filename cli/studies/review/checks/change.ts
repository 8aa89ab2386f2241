/** What is edited: causes of findings, and what a fingerprint says of a change. Pure. */
import { canonicalRule } from "../../../../rules/canonical";
import type { Review, TagName, TagReview } from "../review";
import { type Cause, tagsOf } from "./check";

const reviewsOf = ({ id }: TagName, { tags }: Review): TagReview[] => tags.filter((tag) => (tag.id ?? tag.key) === id);

/** Whether the program itself changes the tag. */
const isEdited = ({ change, facts }: TagReview): boolean => change !== "follows" && facts.mayFollow !== true;

/** The tags that the program itself changes, each once. */
export function editedTags({ tags }: Review): TagName[] {
  const edited = new Map(tags.filter(isEdited).map(({ id, key, name }) => [id ?? key, name]));
  return [...edited].map(([id, name]) => ({ id, name }));
}

/** The edited tags from which a finding about a tag follows: the tag itself, or those that it follows. */
export function causeOf(tag: TagName, review: Review): Cause {
  const own = reviewsOf(tag, review);
  const follows = own.some(isEdited) ? [] : own.flatMap(({ facts }) => facts.follows ?? []);
  const known = new Map(follows.map(({ id, name }) => [id, { id, name }]));
  const sorted = [...known.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
  const [first = tag, ...others] = sorted;
  const id = [first, ...others].map((one) => one.id).join(",");
  return { id, tag: first, ...(others.length === 0 ? {} : { others }) };
}

/** What an edit changes, by meaning; of a tag that follows, what changes the tags that it follows. */
export function changeOf(tag: TagName, review: Review): unknown {
  return tagsOf(causeOf(tag, review)).map((one) =>
    reviewsOf(one, review)
      .filter(isEdited)
      .map(({ change, diff, before, after }) => {
        const rules = (diff?.rules ?? []).flatMap((rule) => {
          if (rule.change === "unchanged") return [];
          const [from, to] = [
            "beforeIndex" in rule ? before?.rules[rule.beforeIndex] : undefined,
            "afterIndex" in rule ? after?.rules[rule.afterIndex] : undefined,
          ];
          return [[from && canonicalRule(from), to && canonicalRule(to)]];
        });
        return [one.id, change, rules, diff?.defaultValue ?? null];
      }),
  );
}
