/** The contents that a review evaluates: of each tag before and after, and of the tags that it refers to. Pure. */
import type { Cube } from "../../../cost/cube/cube";
import { lackingFor } from "../../../cost/cube/evaluationInput";
import type { UnknownReason } from "../../../cost/impact/gates";
import type { TagChange } from "../../../cost/impact/sides";
import type { EvaluationTag } from "../../../rules/evaluation/options";
import type { TagContent } from "../../../rules/types";
import type { InputTag } from "../../sources/inputTag";
import { liveBefore, liveContents } from "../liveContents";
import type { Plan, PlannedTag } from "../../sources/plan/plan";
import { doOthersChange, referencesIn } from "../review/followers";
import { foundIn, type Review, type TagReview } from "../review/review";
import type { LiveComparison } from "../../sources/account/liveTags";

/** Both sides of a tag, or why they are not known. */
export type TagSides = TagChange | UnknownReason;

/**
 * The sides of each tag of a review, by key.
 *
 * A staged save is evaluated as if it went live: that is what its promotion will do. That of a replacement deletes what is live.
 *
 * @param live for adoptions and promotions, by URN, what is live; missing without `--live`
 */
export function sidesOfTags(
  plan: Plan,
  { changed, tags }: Review,
  live: ReadonlyMap<string, LiveComparison> = new Map(),
): Map<string, TagSides> {
  const planned = new Map(plan.tags.map((tag) => [tag.urn, tag]));
  const found = foundIn(live);
  const { before, after } = liveContents(plan.tags, found);
  return new Map(
    tags.map((review): [string, TagSides] => {
      const { urn = review.key } = review;
      const sides = contentsOf(review, planned.get(urn), found.get(urn));
      if (typeof sides === "string") return [review.key, sides];
      // A tag that is in neither list may refer to any other one that changes.
      return [
        review.key,
        { ...sides, tagsBefore: before, tagsAfter: after, hasUnseenChange: doOthersChange(changed, review) },
      ];
    }),
  );
}

type Contents = Pick<TagChange, "before" | "after">;

function contentsOf(
  { change, after, facts }: TagReview,
  tag: PlannedTag | undefined,
  found: InputTag | null | undefined,
): Contents | UnknownReason {
  const { live, mayFollow } = facts;
  if (mayFollow === true && live !== undefined) return "notCompared";
  if (change === "unreadable" || facts.unreadable !== undefined || tag === undefined) return "unreadable";
  // V1 stops at a tag that is no longer there, and has no message of its own here.
  if (live?.result === "missing" && tag.type === "VirtualTagV1" && tag.op !== "create") return "notCompared";
  if (change === "created" || live?.result === "missing") return { before: undefined, after };
  const [before] = liveBefore(tag, found);
  // The evaluation knows no other letter case than V2's.
  if (before === undefined || facts.isCaseSensitive !== undefined) return "notCompared";
  const isOnlyDeleted = facts.isStaged === true && facts.replacedId !== undefined;
  if (change === "deleted" || isOnlyDeleted) return { before, after: undefined };
  // A tag that leaves the stack stays in the account as it is.
  return { before, after: after ?? before };
}

/** The contents that a cube must have the keys of: those of the plan, without those of tags outside of the stack. */
export function contentsRequired({ tags }: Plan, sides: ReadonlyMap<string, TagSides>): TagContent[] {
  const outside = new Set(tags.flatMap(({ isOutside, urn }) => (isOutside === true ? [urn] : [])));
  const own = [...sides].flatMap(([key, both]) => (outside.has(key) ? [] : [both]));
  return contentsNeeded(own).filter((content) => !("id" in content && outside.has(String(content.id))));
}

/** The sides, without those that a cube lacks keys of. */
export function sidesWithKeys(sides: ReadonlyMap<string, TagSides>, cube: Cube): Map<string, TagSides> {
  return new Map(
    [...sides].map(([key, both]): [string, TagSides] => {
      const { keys, cuts } = lackingFor(contentsNeeded([both]), cube);
      return [key, keys.length + cuts.length > 0 ? "keysMissing" : both];
    }),
  );
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
