/** The contents whose keys a cube holds. Pure. */
import type { TagContent } from "../../rules/types";
import type { TagSet } from "../sources/tagSet";
import { leftOutOfPlan, type LeftOut } from "./leftOut";

/** Contents, and the tags whose keys the cube lacks. */
export interface KeyContents {
  contents: readonly TagContent[];
  leftOut: readonly LeftOut[];
}

/** The contents of tags. Of a plan, those before and after, because a review compares them. */
export function keyContentsOf(set: TagSet): KeyContents {
  if (set.kind === "file") return { contents: set.tags, leftOut: [] };
  if (set.kind === "account") return { contents: set.tags, leftOut: set.unreadable };
  const { tags } = set.plan;
  return {
    contents: tags.flatMap(({ before, after }) => [before, after].filter((content) => content !== undefined)),
    leftOut: leftOutOfPlan(
      tags.filter(
        ({ unreadable, before, after }) => unreadable !== undefined && before === undefined && after === undefined,
      ),
    ),
  };
}
