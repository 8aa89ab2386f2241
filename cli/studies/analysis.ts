/** Which rules of tags can't have an effect. Pure. */
import { containsUnknown } from "../../stack/state/unknown";
import { analyze, type AnalyzedTag, type Finding } from "../../rules/analysis";
import type { TagSet } from "../sources/tagSet";
import { leftOutOfPlan, type LeftOut } from "./leftOut";
import { liveContents } from "./liveContents";

/** What an analysis found. */
export interface Analysis {
  findings: Finding[];
  /** The tags that were analyzed. A finding has the index of its tag. */
  tags: readonly AnalyzedTag[];
  /** The tags that were not, because they can't be read. */
  leftOut: LeftOut[];
  /** Whether the source has all tags. A plan without unchanged resources does not. */
  isComplete: boolean;
}

/**
 * Analyzes tags. Of a plan, those that there will be after the update.
 *
 * @param pairs whether to list pairs of rules that overlap, and neighbors whose order does not matter
 */
export function analysisOf(set: TagSet, { pairs }: { pairs?: boolean | undefined } = {}): Analysis {
  const { tags, live, ...rest } = analyzedTags(set);
  const contents = tags.map(({ name, rules, defaultValue }) => ({ name, rules, defaultValue }));
  const isUnknown = set.kind === "plan" ? containsUnknown : (): boolean => false;
  const findings = analyze(contents, { tags: live, pairs, isUnknown }).map(({ tag, ...finding }) => {
    const id = tags[tag]?.id;
    return { tag, ...(id === undefined ? {} : { id }), ...finding };
  });
  return { findings, tags, ...rest };
}

/** The tags with their IDs in the service. `live`: what references to them give, which is not always what is analyzed. */
function analyzedTags(set: TagSet): Omit<Analysis, "findings"> & { live: readonly AnalyzedTag[] } {
  if (set.kind === "file") return { tags: set.tags, live: set.tags, leftOut: [], isComplete: true };
  if (set.kind === "account") return { tags: set.tags, live: set.tags, leftOut: [...set.unreadable], isComplete: true };
  const { tags, isComplete } = set.plan;
  const present = tags.filter(({ op }) => op !== "delete" && op !== "forget");
  return {
    tags: present.flatMap(({ after }) => after ?? []),
    // No proof knows a tag of V1 that ignores the case of keys.
    live: liveContents(tags).after.filter(({ ignoresCase }) => !ignoresCase),
    leftOut: leftOutOfPlan(present.filter(({ after }) => after === undefined)),
    isComplete,
  };
}
