/** Which tags refer to a tag that a plan deletes. Pure. */
import type { TagContent } from "../../../rules/types";
import type { Plan, PlannedTag } from "../../sources/plan/plan";
import { type Found, isKept, liveBefore } from "../liveContents";
import { referencesIn } from "./followers";
import type { Referrer } from "./review";
import { nameOf } from "./tagReview";

/** What a tag refers to. `staged`: undefined without a staged version. `live`: undefined if that is not known. */
interface References {
  live: ReadonlySet<string> | undefined;
  staged: ReadonlySet<string> | undefined;
}

/**
 * The tags that refer to each tag that is deleted or replaced, by the URN of that one. A tag that refers to itself doesn't count.
 *
 * @param found what is live in the account, by URN
 * @param contents what each tag refers to after the change, by URN; undefined if that is not known
 */
export function referrersIn(
  { tags, listed = new Map() }: Pick<Plan, "tags" | "listed">,
  found: Found,
  contents: ReadonlyMap<string, TagContent | undefined>,
): Map<string, Referrer[]> {
  const managed = new Set(tags.flatMap(({ op, id }) => (op === "read" ? [] : [id])));
  // A program may also read a tag that it declares.
  const once = tags.filter(({ op, id }) => op !== "read" || !managed.has(id));
  const references = once.map((tag) => {
    const { id, before, after, urn } = tag;
    const [live] = liveBefore(tag, found.get(urn));
    const staged = before?.setAsLive === false ? before : listed.get((before?.id ?? id ?? "").toLowerCase());
    const stagedAfter = after?.setAsLive === false ? after : undefined;
    return {
      tag,
      before: referencesOf(live, staged),
      after: referencesOf(contents.get(urn), isKept(tag) ? staged : stagedAfter),
    };
  });
  return new Map(
    tags.flatMap(({ op, id, before, urn }) => {
      const gone = before?.id ?? id;
      if ((op !== "delete" && op !== "replace") || gone === undefined) return [];
      const referrers = references.flatMap((one): Referrer[] => {
        const { tag } = one;
        const isReferrer = [one.before, one.after].some(({ live, staged }) => live?.has(gone) || staged?.has(gone));
        if (tag.urn === urn || !isReferrer) return [];
        return [
          {
            id: tag.id ?? tag.urn,
            name: nameOf(tag),
            ...fateOf(tag, one.after, gone),
            ...(tag.isOutside === true ? { isOutside: true } : {}),
          },
        ];
      });
      return referrers.length === 0 ? [] : [[urn, referrers] as const];
    }),
  );
}

function referencesOf(live: TagContent | undefined, staged: TagContent | undefined): References {
  return { live: live && referencesIn(live), staged: staged && referencesIn(staged) };
}

/** What becomes of the references to a tag, and in which version they are, if only in one of two. */
function fateOf(
  { op, after }: PlannedTag,
  { live, staged }: References,
  gone: string,
): Pick<Referrer, "then" | "version"> {
  if (op === "delete") return { then: "deleted" };
  const [inLive, inStaged] = [live?.has(gone), staged?.has(gone)];
  if (inLive === true) return { then: "stays", ...(inStaged === false ? { version: "live" } : {}) };
  if (inStaged === true) return { then: "stays", ...(inLive === false ? { version: "staged" } : {}) };
  // If the save does not go live, what refers to the tag stays live.
  return { then: inLive === undefined || after?.isLiveUnknown === true ? "notKnown" : "changed" };
}
