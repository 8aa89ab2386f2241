/** What is edited: causes of findings, and what a fingerprint says of a change. Pure. */
import { canonicalContent } from "../../../../rules/canonical";
import { containsUnknown } from "../../../../stack/state/unknown";
import type { Consequence } from "../consequences";
import { type Review, type TagName, tagNameOf, type TagReview } from "../review";
import { type Cause, tagsOf } from "./check";

/** Whether the program itself changes the tag. */
const isEdited = ({ change, facts }: TagReview): boolean => change !== "follows" && facts.mayFollow !== true;

/** Whether the rules after the change are not known. */
export const isHidden = ({ after, change }: TagReview): boolean => after === undefined && change !== "deleted";

/** The tags that the program itself changes, each once. */
export function editedTags({ tags }: Review): TagName[] {
  const edited = new Map(tags.filter(isEdited).map((one) => [one.id ?? one.key, tagNameOf(one)]));
  return [...edited.values()];
}

/** The key of the review that a consequence is about. */
export function keyOf({ tag, isBesideStaged }: Consequence, { tags }: Review): string {
  const own = tags.filter(({ id, key }) => (id ?? key) === tag.id);
  return (own.find(({ facts }) => facts.isBesideStaged === isBesideStaged) ?? own[0])?.key ?? tag.id;
}

/** The edits of the tags that a reference names by its ID or URN. */
const editsOf = (reference: string, { tags }: Review): TagReview[] =>
  tags.filter((one) => (one.id === reference || one.key === reference) && isEdited(one));

/** The edits that a tag follows, without those of itself. */
const followedEdits = (own: TagReview | undefined, review: Review): TagReview[] =>
  (own?.facts.follows ?? []).flatMap(({ id }) => editsOf(id, review));

/**
 * The edited tags from which a finding follows: the tag itself, or those that it follows.
 *
 * @param lost the tags that no longer give a value, if it is about such
 */
export function causeOf(
  { key, tag }: { key: string; tag: TagName },
  review: Review,
  lost: readonly string[] = [],
): Cause {
  const own = review.tags.find((one) => one.key === key);
  const ofValues = lost.flatMap((id) => {
    const edits = editsOf(id, review);
    return edits.length > 0
      ? edits
      : followedEdits(
          review.tags.find((one) => one.id === id || one.key === id),
          review,
        );
  });
  const edits = own === undefined || isEdited(own) ? [] : ofValues.length > 0 ? ofValues : followedEdits(own, review);
  const known = new Map(edits.map((one) => [one.id ?? one.key, tagNameOf(one)]));
  const [first = tag, ...others] = [...known.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
  const id = tagsOf({ id: "", tag: first, others })
    .map((one) => one.id)
    .join(",");
  return { id, tag: first, ...(others.length === 0 ? {} : { others }) };
}

/** What a tag is before and after, by meaning. Of one that was compared with the account, that is the one before. */
function sidesOf({ key, change, before, after, facts }: TagReview): unknown[] {
  const { live, isStaged, replacedId, isCaseSensitive } = facts;
  const compared = live?.result === "compared" ? live.live : before;
  const [from, to] = [compared, after].map((content) => content && canonicalContent(content));
  return [key, change, from, to, [live?.result, isStaged, replacedId, isCaseSensitive]];
}

/**
 * What the edits that a finding depends on change, by meaning, and what the tag itself has. Undefined if the content of one is not known.
 *
 * @param withOwn whether its own content counts as a whole
 */
export function changeOf(key: string, review: Review, withOwn: boolean): unknown {
  const own = review.tags.find((one) => one.key === key);
  if (own === undefined || own.facts.mayFollow === true) return undefined;
  const depends = [...(withOwn ? [own] : []), ...followedEdits(own, review)];
  if (depends.some((one) => isHidden(one) || containsUnknown([one.before, one.after]))) return undefined;
  return depends.toSorted((one, other) => (one.key < other.key ? -1 : 1)).map(sidesOf);
}
