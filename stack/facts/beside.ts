/**
 * What was live beside a staged version, for those who can't read that in the state: the versions around the staged one show it in
 * most cases. In the others, nobody is blamed.
 */
import { isSaveOf, markIn, stagedNameIn } from "../../client/ownershipMark";
import { isSatisfiedBy } from "../../rules/canonical";
import type { TagContent } from "../../rules/types";
import type { LeftTag } from "./left";
import { contentOf, liveVersionOf, type PresentTag, type ReadTag, versionsLeft, versionsOf } from "./seen";

/** Whether a content was live beside the staged version. */
export function isContentBeside(
  seen: ReadTag,
  live: TagContent,
  left: LeftTag<string>,
  stagedId: string,
): boolean | "encrypted" {
  const { found, marks } = left;
  const { versions } = seen;
  const staged = versions.findIndex(({ id }) => id === stagedId);
  const isPreviousKnown = found?.drift.previous !== undefined;
  // Without the staged version, nothing shows which versions were there before it.
  if (staged < 0 && !isPreviousKnown) return "encrypted";
  const same = versionsLeft(seen, left).find((id) => {
    const former = contentOf(seen, id);
    return former !== undefined && isSatisfiedBy(former, live);
  });
  if (same !== undefined && (isPreviousKnown || versions.findIndex(({ id }) => id === same) > staged)) return true;
  // A later run of this resource saved it, and was interrupted. A refresh may have taken that for what was left.
  const isOwn = marks.some((mark) => isSaveOf(mark, seen.live?.changeDescription));
  return same !== undefined || isOwn ? "encrypted" : false;
}

/**
 * The name that was live beside the staged version; undefined if that is not known. The change description tells a staged name only
 * if it was not live.
 */
export function nameBeside(
  seen: PresentTag,
  { found, marks, name }: LeftTag<string>,
  stagedId: string,
): string | undefined {
  if (typeof name === "string" || found !== undefined) return undefined;
  const description = versionsOf(seen).find(({ id }) => id === stagedId)?.changeDescription;
  const isOwn = marks.includes(markIn(description) ?? "");
  return isOwn && stagedNameIn(description) === undefined ? name.value : undefined;
}

/** Whether a refresh has found that the live version is drift beside a staged one, and it is live still. */
export function isStillFound(seen: PresentTag, { found, staged }: LeftTag<string>): boolean {
  const versionId = found?.drift.versionId;
  return typeof staged?.beside === "string" && versionId !== undefined && versionId === liveVersionOf(seen)?.id;
}
