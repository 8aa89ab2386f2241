import type { VirtualTag } from "../client";
import { unwritableReason } from "../client/resources/unsupportedTags";

/**
 * Refuses a tag that V2 can't write back. The service may refuse it as well; here it is refused before anything is tried.
 *
 * @throws {Error} that names the reason
 */
export function refuseUnwritable(tag: VirtualTag): void {
  const reason = unwritableReason(tag);
  if (reason === undefined) return;
  throw new Error(
    `The Virtual Tag "${tag.name}" (${tag.id}) can't be managed by V2 of the service: ${reason}. Nothing was written. ` +
      "Leave it to the application, or make a new tag of another name.",
  );
}
