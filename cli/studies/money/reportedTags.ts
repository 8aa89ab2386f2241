/** The tags that a report shows: those of a file, or those that reports use after a plan. Pure. */
import type { InputTag } from "../../sources/inputTag";
import type { PlannedTag } from "../../sources/plan/plan";
import type { FileSet } from "../../sources/tagSet";
import { type LeftOut, leftOutOfPlan } from "../leftOut";
import { liveContents } from "../liveContents";
import type { TagHistory } from "../../sources/account/allTags";

/** A tag that a report shows. */
export interface ReportedTag extends InputTag {
  /** What references to it have as their key: its ID, and in a plan also its URN. Empty if nothing can refer to it. */
  keys: readonly string[];
  /** Whether the case of cost centers and keys in its rules does not count, as in V1. Default: false */
  ignoresCase?: boolean;
  /** Undefined if the tags are not those of the account. */
  history?: TagHistory;
}

/** The tags of a file or a plan, by name, and those that can't be shown. */
export function reportedTags(set: FileSet): { tags: ReportedTag[]; leftOut: LeftOut[] } {
  if (set.kind === "file") {
    const tags = set.tags.map((tag) => ({ ...tag, keys: tag.id === undefined ? [] : [tag.id] }));
    return { tags: byName(tags), leftOut: [] };
  }
  const { tags } = set.plan;
  const present = tags.filter(({ op }) => op !== "delete");
  return { tags: byName(liveTags(tags)), leftOut: present.flatMap(leftOut) };
}

/** A tag with several keys is there with each of them, and its rules are the same object. */
function liveTags(planned: readonly PlannedTag[]): ReportedTag[] {
  const tags = new Map<unknown, ReportedTag>();
  for (const tag of liveContents(planned).after) {
    tags.set(tag.rules, { ...tag, keys: [...(tags.get(tag.rules)?.keys ?? []), tag.id] });
  }
  return [...tags.values()];
}

function leftOut(tag: PlannedTag): LeftOut[] {
  if (liveContents([tag]).after.length > 0) return [];
  const { resourceName, after, unreadable } = tag;
  if (unreadable !== undefined || after === undefined) return leftOutOfPlan([tag]);
  return [{ resource: resourceName, reason: "staged" }];
}

function byName(tags: readonly ReportedTag[]): ReportedTag[] {
  return tags.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
