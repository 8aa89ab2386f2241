/**
 * What was live beside a staged version, for readers without the key of the state. The versions around the staged one show it in
 * most cases. Otherwise, no drift is reported.
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
  // Without the staged version, nothing shows which versions are older.
  if (staged < 0 && !isPreviousKnown) return "encrypted";
  const same = versionsLeft(seen, left).find((id) => {
    const former = contentOf(seen, id);
    return former !== undefined && isSatisfiedBy(former, live);
  });
  if (same !== undefined && (isPreviousKnown || versions.findIndex(({ id }) => id === same) > staged)) return true;
  // A later run of this resource saved it, and was interrupted. A refresh may have taken that version for the one before.
  const isOwn = marks.some((mark) => isSaveOf(mark, seen.live?.changeDescription));
  return same !== undefined || isOwn ? "encrypted" : false;
}

/**
 * The name that was live beside the staged version; undefined if that is not known. The change description has a staged name only
 * if that was not the live one.
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

/** Whether the live version is the drift that a refresh found beside a staged version. */
export function isStillFound(seen: PresentTag, { found, staged }: LeftTag<string>): boolean {
  const versionId = found?.drift.versionId;
  return typeof staged?.beside === "string" && versionId !== undefined && versionId === liveVersionOf(seen)?.id;
}
