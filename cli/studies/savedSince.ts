/** Who saved a tag since the stack did, as far as its versions tell. Pure. */
import { isSaveOf } from "../../client/ownershipMark";
import type { Version } from "../../client/wire";
import { savedBy } from "../../stack/facts/drift";
import type { LeftTag } from "../../stack/facts/left";
import { liveVersionOf, type PresentTag, versionsOf } from "../../stack/facts/seen";

/** Who saved a version, and when. */
export interface Saved {
  by: string | undefined;
  at: string | undefined;
  /** Whether that is certainly the only save since the stack's last one. If not, others may have made some of the changes. */
  isOnlySave: boolean;
}

/**
 * Who saved a version that the stack did not.
 *
 * @param version default: the live one
 */
export function savedSince(
  shown: PresentTag,
  { marks }: LeftTag,
  version: Version | undefined = liveVersionOf(shown),
): Saved {
  const versions = versionsOf(shown);
  const last = versions.findIndex(({ changeDescription }) => marks.some((mark) => isSaveOf(mark, changeDescription)));
  const position = versions.findIndex(({ id }) => id === version?.id);
  // Somebody made an older version live again, and the service doesn't say who.
  if (last >= 0 && position > last) return { by: undefined, at: undefined, isOnlySave: false };
  const { by, at } = savedBy(shown.tag, version);
  return { by, at, isOnlySave: last === 1 && position === 0 };
}
