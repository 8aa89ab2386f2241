/** Which tags refer to a tag that a plan deletes. Pure. */
import type { TagContent } from "../../../rules/types";
import type { InputTag } from "../../sources/inputTag";
import type { PlannedTag } from "../../sources/plan/plan";
import { liveBefore } from "../liveContents";
import { referencesIn } from "./followers";
import type { Referrer } from "./review";
import { nameOf } from "./tagReview";

/**
 * The tags that refer to each tag that is deleted or replaced, by the URN of that one. A tag that refers to itself doesn't count.
 *
 * @param found what is live in the account, by URN
 * @param contents what each tag refers to after the change, by URN; undefined if that is not known
 */
export function referrersIn(
  tags: readonly PlannedTag[],
  found: ReadonlyMap<string, InputTag>,
  contents: ReadonlyMap<string, TagContent | undefined>,
): Map<string, Referrer[]> {
  const managed = new Set(tags.flatMap(({ op, id }) => (op === "read" ? [] : [id])));
  // A program may also read a tag that it declares.
  const once = tags.filter(({ op, id }) => op !== "read" || !managed.has(id));
  const references = once.map((tag) => {
    const [before] = liveBefore(tag, found.get(tag.urn));
    const after = contents.get(tag.urn);
    return { tag, before: before && referencesIn(before), after: after && referencesIn(after) };
  });
  return new Map(
    tags.flatMap(({ op, id, before, urn }) => {
      const gone = before?.id ?? id;
      if ((op !== "delete" && op !== "replace") || gone === undefined) return [];
      const referrers = references.flatMap((one): Referrer[] => {
        const refersAfter = one.after?.has(gone);
        if (one.tag.urn === urn || (one.before?.has(gone) !== true && refersAfter !== true)) return [];
        const then =
          one.tag.op === "delete"
            ? "deleted"
            : refersAfter === undefined
              ? "notKnown"
              : refersAfter
                ? "stays"
                : "changed";
        return [
          {
            id: one.tag.id ?? one.tag.urn,
            name: nameOf(one.tag),
            then,
            ...(one.tag.isOutside === true ? { isOutside: true } : {}),
          },
        ];
      });
      return referrers.length === 0 ? [] : [[urn, referrers] as const];
    }),
  );
}
