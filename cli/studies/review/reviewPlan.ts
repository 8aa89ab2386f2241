/** A whole plan in review. Pure. */
import { nameKey } from "../../../rules/names";
import type { TagContent } from "../../../rules/types";
import { diffContents } from "../../../rules/ruleDiff";
import type { InputTag } from "../../sources/inputTag";
import { isKept, liveBefore } from "../liveContents";
import type { Plan, PlannedTag } from "../../sources/plan/plan";
import { followedBy, referencesIn, type Referring } from "./followers";
import { reviewEndpoint, reviewMetadata } from "./otherReviews";
import { overwrittenIn } from "./overwritten";
import { withProofs } from "./proofs";
import { referrersIn } from "./referrers";
import {
  type Changed,
  type ChangeKind,
  type Followed,
  foundIn,
  type Overwritten,
  type Review,
  type TagReview,
} from "./review";
import type { LiveComparison } from "../../sources/account/liveTags";
import { nameOf, reviewTag } from "./tagReview";

/** Changes that lose something come first. */
const order: readonly ChangeKind[] = ["deleted", "updated", "promoted", "adopted", "created", "unreadable", "follows"];

/**
 * Reviews a plan.
 *
 * @param live for adoptions and promotions, by URN, what is live; missing without `--live`
 * @param overwritten the work of others that it undoes, by URN
 */
export function reviewPlan(
  plan: Plan,
  live: ReadonlyMap<string, LiveComparison> = new Map(),
  overwritten: ReadonlyMap<string, Overwritten> = overwrittenIn(plan),
): Review {
  const names = namesOf(plan.tags);
  const found = foundIn(live);
  const reviews = changingIn(plan).map((tag) => reviewTag(tag, live.get(tag.urn), overwritten.get(tag.urn)));
  const keys = new Map(plan.tags.map((tag) => [tag.urn, referenceKey(tag)]));
  for (const { id, name } of reviews) if (id !== undefined) names.set(id, name);
  const changed = reviews.flatMap((review) => changedOf(review, keys.get(review.key)));
  const contents = new Map(plan.tags.map((tag) => [tag.urn, referringContent(tag, found.get(tag.urn))]));
  const followed = followedBy(referringIn(plan, contents), changed);
  const referring = referrersIn(plan, found, contents);
  const others = plan.tags.filter(({ op }) => op === "same" || op === "read");
  const followers = others.filter((tag) => followed.has(referenceKey(tag)));
  // Its content is not known, so it may refer to a tag that changes. One that is not in the account refers to nothing.
  const hidden = others.filter(
    ({ op, urn }) =>
      changed.length > 0 && op === "same" && contents.get(urn) === undefined && live.get(urn)?.result !== "missing",
  );
  const beside = plan.tags.filter((tag) => isSavedBeside(tag) && followed.has(referenceKey(tag)));
  const ifLive = new Map(plan.tags.map((tag) => [tag.urn, isSavedBeside(tag) ? tag.after : contents.get(tag.urn)]));
  const followedIfLive = followedBy(referringIn(plan, ifLive), changed);
  const tags = [
    ...reviews,
    ...followers.map((tag) => followerOf(tag, contents.get(tag.urn))),
    ...hidden.map((tag) => hiddenOf(tag, live.get(tag.urn))),
    ...beside.map((tag) => besideOf(tag, contents.get(tag.urn))),
  ].map((review): TagReview => {
    const key = keys.get(review.urn ?? review.key) ?? review.key;
    const isStaged = review.facts.isStaged === true && review.facts.replacedId === undefined;
    const follows = isStaged ? goneIn(followedIfLive.get(key)) : followed.get(key);
    const referrers = referring.get(review.key);
    const facts = {
      ...review.facts,
      ...(follows === undefined || review.change === "deleted" ? {} : { follows }),
      ...(referrers === undefined ? {} : { referrers }),
    };
    return { ...review, facts };
  });
  const stack = stackOf(plan);
  return {
    tags: withProofs(plan, tags.sort(byChange), { changed, found }),
    metadata: plan.metadata.flatMap((resource) => reviewMetadata(resource, names) ?? []).sort(byUrn),
    endpoints: plan.endpoints.flatMap((resource) => reviewEndpoint(resource) ?? []).sort(byUrn),
    changed,
    unchanged: others.filter((tag) => tag.op === "same" && !followers.includes(tag) && !hidden.includes(tag)).length,
    isComplete: plan.isComplete,
    basis: plan.isLive === true ? "account" : "state",
    hasOutside: plan.hasOutside === true,
    outsideNotRead: changed.length === 0 ? [] : (plan.outsideNotRead ?? []),
    ...(changed.length > 0 && plan.mayHideFollowers === true ? { mayHideFollowers: true } : {}),
    ...(stack === undefined ? {} : { stack }),
    names,
    sharedNames: sharedIn(plan.tags.map((tag) => nameKey(nameOf(tag)))),
  };
}

/**
 * The tags outside of the stack that a review needs: those that refer to a change, directly or through others, and those that they refer
 * to.
 *
 * @param outside the tags of the account that the plan does not have
 */
export function outsideNeeded<Tag extends InputTag & { id: string }>(
  plan: Plan,
  outside: readonly Tag[],
  live: ReadonlyMap<string, LiveComparison>,
): Tag[] {
  const found = foundIn(live);
  const keys = new Map(plan.tags.map((tag) => [tag.urn, referenceKey(tag)]));
  const changed = changingIn(plan).flatMap((tag) =>
    changedOf(reviewTag(tag, live.get(tag.urn), undefined), keys.get(tag.urn)),
  );
  const contents = new Map(plan.tags.map((tag) => [tag.urn, referringContent(tag, found.get(tag.urn))]));
  const others = outside.map((tag) => ({ id: tag.id, name: tag.name, content: tag }));
  const followed = followedBy([...referringIn(plan, contents), ...others], changed);
  const byId = new Map(outside.map((tag) => [tag.id, tag]));
  const needed = new Set(outside.filter(({ id }) => followed.has(id)));
  // The loop also visits tags that are added while it runs.
  for (const tag of needed)
    for (const key of referencesIn(tag)) {
      const other = byId.get(key);
      if (other !== undefined) needed.add(other);
    }
  return [...needed];
}

const changingIn = ({ tags }: Plan): PlannedTag[] => tags.filter(({ op }) => op !== "same" && op !== "read");

function referringIn({ tags }: Plan, contents: ReadonlyMap<string, TagContent | undefined>): Referring[] {
  return tags.map((tag) => ({ id: referenceKey(tag), name: nameOf(tag), content: contents.get(tag.urn) }));
}

function sharedIn(texts: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const text of texts) {
    if (seen.has(text)) shared.add(text);
    seen.add(text);
  }
  return shared;
}

function byChange(a: TagReview, b: TagReview): number {
  return (
    order.indexOf(a.change) - order.indexOf(b.change) || compareTexts(a.name, b.name) || compareTexts(a.key, b.key)
  );
}

const byUrn = (a: { urn: string }, b: { urn: string }): number => compareTexts(a.urn, b.urn);

/** The same order on every machine: no locale. */
const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The key that references to a tag have: its ID, or its URN if the ID is unknown until deployment. */
function referenceKey({ id, urn }: PlannedTag): string {
  return id ?? urn;
}

function namesOf(tags: readonly PlannedTag[]): Map<string, string> {
  return new Map(
    tags.flatMap((tag) => {
      const keys = new Set([tag.urn, tag.id, tag.before?.id]);
      return [...keys].flatMap((key): [string, string][] => (key === undefined ? [] : [[key, nameOf(tag)]]));
    }),
  );
}

/** The content that decides what a tag refers to after the change: what is live, if the plan leaves that as it is. */
function referringContent(tag: PlannedTag, found: InputTag | null | undefined): TagContent | undefined {
  const content = tag.op === "forget" ? tag.before : tag.after;
  const isLeft =
    content?.setAsLive === false || (isKept(tag) && (found !== undefined || tag.before?.setAsLive === false));
  return isLeft ? liveBefore(tag, found)[0] : content;
}

/** Whether, and as what, a tag changes what reports show for it. Nothing can have followed a tag before it was created. */
function changedOf({ key, id, name, change, diff, facts }: TagReview, planKey: string | undefined): Changed[] {
  const isGone = change === "deleted" || facts.replacedId !== undefined;
  const isSame = diff?.equal === true && facts.isCaseSensitive === undefined;
  const isEqual = isSame || facts.leavesStack === true || facts.isStaged === true;
  if (change === "created" || (isEqual && !isGone)) return [];
  // References to an adopted tag have its URN as their key, or the ID that it has in the account already.
  return [...new Set([planKey ?? key, id ?? key])].map((one) => ({
    id: one,
    name,
    // The new tag of a replacement has another ID.
    isGone: change === "deleted" || one === facts.replacedId,
    ...(one === facts.replacedId ? { isReplaced: true } : {}),
    ...(facts.mayStay === true ? { mayStay: true } : {}),
    ...(facts.isLiveUnknown === true ? { isLiveUnknown: true } : {}),
  }));
}

function followerOf({ urn, id, ...tag }: PlannedTag, content: TagContent | undefined): TagReview {
  const name = nameOf({ urn, ...tag });
  const known = content && { ...content, name };
  return {
    key: urn,
    ...(id === undefined ? {} : { id }),
    name,
    change: "follows",
    ...(known === undefined ? {} : { diff: diffContents(known, known), before: known, after: known }),
    facts: tag.isOutside === true ? { isOutside: true } : {},
  };
}

/** Whether a save stages a content beside what is live. */
function isSavedBeside(tag: PlannedTag): boolean {
  return tag.op !== "replace" && !isKept(tag) && tag.after?.setAsLive === false;
}

/** What stays live beside a staged save: it follows a change at once, and not only if the save goes live. */
function besideOf(tag: PlannedTag, content: TagContent | undefined): TagReview {
  const follower = followerOf(tag, content);
  return { ...follower, key: `${tag.urn} (live)`, urn: tag.urn, facts: { isBesideStaged: true } };
}

/** The references that lead nowhere. */
function goneIn(followed: readonly Followed[] = []): Followed[] | undefined {
  const gone = followed.filter(({ isGone }) => isGone);
  return gone.length === 0 ? undefined : gone;
}

function hiddenOf(tag: PlannedTag, live: LiveComparison = { result: "notCompared" }): TagReview {
  const { urn, id, after, unreadable } = tag;
  return {
    key: urn,
    ...(id === undefined ? {} : { id }),
    name: nameOf(tag),
    change: "unreadable",
    facts: {
      mayFollow: true,
      ...(after === undefined ? {} : { live }),
      ...(unreadable === undefined ? {} : { unreadable }),
    },
  };
}

/** `project/stack`, as in the URN of any resource: `urn:pulumi:<stack>::<project>::...`. */
function stackOf({ tags, metadata, endpoints }: Plan): string | undefined {
  const [first] = [...tags, ...metadata, ...endpoints];
  const { stack, project } = /^urn:pulumi:(?<stack>[^:]+)::(?<project>[^:]+)::/u.exec(first?.urn ?? "")?.groups ?? {};
  return stack === undefined || project === undefined ? undefined : `${project}/${stack}`;
}
