/** What a restore would do: all of its reads, and why it may be refused. */
import { ownerIn } from "../../../client/ownershipMark";
import { unsupportedReason } from "../../../client/resources/unsupportedTags";
import type { VersionWithData } from "../../../client";
import type { Account } from "../../console/account";
import { type ContentDiff, diffContents } from "../../../rules/ruleDiff";
import { printable, titleOf } from "../../console/terminal";
import { findTag } from "../../sources/account/findTag";
import { findVersion } from "../../sources/account/findVersion";
import type { Restore } from "./saveAgain";
import { contentOf } from "../../sources/account/version";

/** What a restore would do. */
export interface RestorePlan extends Restore {
  /** The live version; undefined if none is live. */
  live: VersionWithData | undefined;
  /** The changes to the live content; undefined if no version is live. */
  diff: ContentDiff | undefined;
}

/** Reads the tag, the version to restore, and what is live. */
export async function findRestore(account: Account, idOrName: string, versionId: string): Promise<RestorePlan> {
  const { virtualTagVersions } = account.client;
  const tag = await findTag(account, idOrName);
  const version = await findVersion(account, tag, versionId);
  const content = contentOf(account, tag, version);
  const before = await virtualTagVersions.newest(tag.id);
  const liveId = (await virtualTagVersions.findLive(tag.id, {}, before))?.id;
  const live = liveId === undefined ? undefined : await virtualTagVersions.get(tag.id, liveId);
  const diff = live === undefined ? undefined : diffContents(contentOf(account, tag, live), content);
  return { tag, version, content, before, live, mark: ownerIn(before), diff };
}

/**
 * Refuses what the API can't restore: a save holds only rules and a default value, so anything else would be lost.
 *
 * @throws {Error} with the reason
 */
export function refuseLoss({ tag, version }: RestorePlan): void {
  const { rules } = version.versionData;
  const others = Object.keys(version.versionData).filter((name) => name !== "rules" && name !== "defaultValue");
  const otherFields = `version ${printable(version.id)} has ${printable(others.join(", "))}, which V2 of the API can't save`;
  const reason =
    unsupportedReason(tag) ?? unsupportedReason({ ...tag, rules }) ?? (others.length > 0 ? otherFields : undefined);
  if (reason === undefined) return;
  throw new Error(
    `${titleOf(tag)} can't be restored with the API: ${reason}. Nothing was saved. Restore it in the application.`,
  );
}
