/** Which version of a tag is live. */
import type { CostAllocationClient, Version } from "../../../client";

/** The versions of a tag, as far as they say what is live. */
export interface LiveVersion {
  /** Newest first. */
  newest: readonly Version[];
  live: Version | undefined;
  /** Whether a read of the tag certainly shows the live content. While a version is staged, it may show that one. */
  isShown: boolean;
}

/**
 * Reads which version of a tag is live.
 *
 * @throws {Error} of the client
 */
export async function readLiveVersion(
  { virtualTagVersions }: CostAllocationClient,
  tagId: string,
): Promise<LiveVersion> {
  const newest = await virtualTagVersions.newest(tagId);
  const live = await virtualTagVersions.findLive(tagId, {}, newest);
  return { newest, live, isShown: live !== undefined && live.id === newest[0]?.id };
}
