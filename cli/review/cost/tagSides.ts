/** The contents that a review evaluates: of each tag before and after, and of the tags that it refers to. Pure. */
import type { UnknownReason } from "../../../cost/impact/gates";
import type { TagChange } from "../../../cost/impact/impact";
import type { EvaluationTag } from "../../../rules/evaluation/options";
import type { TagContent } from "../../../rules/types";
import type { Plan, PlannedContent, PlannedTag } from "../../inputs/plan";
import { referencesIn } from "../followers";
import type { LiveComparison, Review, TagReview } from "../review";

/** Both sides of a tag, or why they are not known. */
export type TagSides = TagChange | UnknownReason;

/**
 * The sides of each tag of a review, by key.
 *
 * A staged save is evaluated as if it went live: that is what its promotion will do.
 *
 * @param live for adoptions and promotions, by URN, what is live; missing without `--live`
 */
export function sidesOfTags(
  plan: Plan,
  { tags }: Review,
  live: ReadonlyMap<string, LiveComparison> = new Map(),
): Map<string, TagSides> {
  const planned = new Map(plan.tags.map((tag) => [tag.urn, tag]));
  const others = {
    tagsBefore: plan.tags.flatMap((tag) => liveBefore(tag, live.get(tag.urn))),
    tagsAfter: plan.tags.flatMap((tag) => liveAfter(tag, live.get(tag.urn))),
    hasUnseenChange: plan.tags.some((tag) => isUnseenChange(tag, live.get(tag.urn))),
  };
  return new Map(
    tags.map((review): [string, TagSides] => {
      const sides = contentsOf(review, planned.get(review.key), live.get(review.key));
      return [review.key, typeof sides === "string" ? sides : { ...sides, ...others }];
    }),
  );
}

type Contents = Pick<TagChange, "before" | "after">;

function contentsOf(
  { change, before, after, facts }: TagReview,
  tag: PlannedTag | undefined,
  liveContent: LiveComparison | undefined,
): Contents | UnknownReason {
  if (change === "unreadable" || facts.unreadable !== undefined || tag === undefined) return "unreadable";
  const { live } = facts;
  // The evaluation knows no other letter case than V2's.
  if (facts.isCaseSensitive !== undefined) return "notCompared";
  const former = formerLive(before, tag, liveContent);
  switch (change) {
    case "created":
      return { before: undefined, after };
    case "deleted":
      return former === undefined ? "notCompared" : { before: former, after: undefined };
    case "adopted":
    case "promoted":
      if (live?.result === "compared") return { before: live.live, after };
      return live?.result === "missing" ? { before: undefined, after } : "notCompared";
    case "updated":
    case "follows":
      // A tag that leaves the stack stays in the account as it is.
      if (before === undefined) return "unreadable";
      return former === undefined ? "notCompared" : { before: former, after: after ?? before };
  }
}

/** What was live before; undefined if the state has a staged content, and the account was not read. */
function formerLive(
  before: TagContent | undefined,
  tag: PlannedTag,
  live: LiveComparison | undefined,
): TagContent | undefined {
  if (tag.before?.setAsLive !== false) return before;
  return live?.result === "compared" ? live.live : undefined;
}

/** What a tag gives before. A tag is left out, and so its value unknown, if its live content is not known. */
function liveBefore(
  { urn, id, op, before, unreadable }: PlannedTag,
  live: LiveComparison | undefined,
): EvaluationTag[] {
  if (live?.result === "compared") return evaluationTag(live.live.id ?? id ?? urn, live.live);
  if (unreadable !== undefined || before === undefined || op === "create") return [];
  return before.setAsLive ? evaluationTag(before.id ?? id ?? urn, before) : [];
}

function liveAfter(tag: PlannedTag, live: LiveComparison | undefined): EvaluationTag[] {
  const { urn, id, op, before, after, unreadable } = tag;
  if (op === "delete" || unreadable !== undefined) return [];
  const content = op === "forget" ? before : after;
  if (content === undefined) return [];
  // A staged save leaves live what was live.
  if (!isLive(content)) return liveBefore(tag, live);
  // References to an adopted tag have its URN as their key, or the ID that it has in the account already.
  const known = live?.result === "compared" ? live.live.id : undefined;
  const keys = new Set([id ?? content.id ?? urn, known ?? urn]);
  return [...keys].flatMap((key) => evaluationTag(key, content));
}

/** Whether what a tag gives changes, and is known neither before nor after. */
function isUnseenChange(tag: PlannedTag, live: LiveComparison | undefined): boolean {
  const isStaged = tag.after !== undefined && !isLive(tag.after);
  if (tag.op === "same" || tag.op === "forget" || tag.op === "read" || isStaged) return false;
  return liveBefore(tag, live).length + liveAfter(tag, live).length === 0;
}

const isLive = ({ setAsLive }: PlannedContent): boolean => setAsLive;

function evaluationTag(id: string, { rules, defaultValue }: TagContent): EvaluationTag[] {
  return [{ id, rules, defaultValue }];
}

/** Every content that evaluating some tags needs: their own, and those of the tags that they refer to. */
export function contentsNeeded(sides: Iterable<TagSides>): TagContent[] {
  const needed = new Set<TagContent>();
  const add = (content: TagContent | undefined, tags: ReadonlyMap<string, EvaluationTag>): void => {
    if (content === undefined || needed.has(content)) return;
    needed.add(content);
    for (const key of referencesIn(content)) add(tags.get(key), tags);
  };
  for (const one of sides) {
    if (typeof one === "string") continue;
    add(one.before, new Map(one.tagsBefore.map((tag) => [tag.id, tag])));
    add(one.after, new Map(one.tagsAfter.map((tag) => [tag.id, tag])));
  }
  return [...needed];
}
