/** Who saved a tag since the stack did, as far as its versions tell. Pure. */
import { isSaveOf } from "../../client/ownershipMark";
import type { Version } from "../../client/wire";
import { savedBy } from "../../stack/facts/drift";
import { liveVersionOf, type PresentTag, versionsOf } from "../../stack/facts/seen";
import type { DeclaredTag } from "../sources/declared";

/** Who saved a version, and when. */
export interface Saved {
  by: string | undefined;
  at: string | undefined;
  /** Whether that is certainly the only save since the one that the state has. If not, others may have made some of the changes. */
  isOnlySave: boolean;
}

/**
 * Who saved a version that the stack did not.
 *
 * @param version default: the live one
 */
export function savedSince(
  shown: PresentTag,
  declared: Pick<DeclaredTag, "left" | "updatedAt">,
  version: Version | undefined = liveVersionOf(shown),
): Saved {
  const { marks } = declared.left;
  const versions = versionsOf(shown);
  const last = versions.findIndex(({ changeDescription }) => marks.some((mark) => isSaveOf(mark, changeDescription)));
  const position = versions.findIndex(({ id }) => id === version?.id);
  // Somebody made an older version live again, and the service doesn't say who.
  if (last >= 0 && position > last) return { by: undefined, at: undefined, isOnlySave: false };
  const { by, at } = savedBy(shown.tag, version);
  return { by, at, isOnlySave: last === 1 && position === 0 && isInState(versions[last], declared) };
}

/** Whether the state has what the stack saved as a version. If a run was interrupted, the state has less than it saved. */
function isInState(own: Version | undefined, { left, updatedAt }: Pick<DeclaredTag, "left" | "updatedAt">): boolean {
  const { found, staged } = left;
  if (own === undefined) return false;
  // After a refresh found drift, the state has the date of that.
  if (found !== undefined) return [found.drift.previous, staged?.versionId].includes(own.id);
  return secondsOf(own.createdAt) <= secondsOf(updatedAt);
}

/** The service may leave out the milliseconds. NaN for a missing date, so that nothing counts as saved before it. */
function secondsOf(date = ""): number {
  return Math.floor(Date.parse(date) / 1000);
}
