/** Finds the version that a person names. */
import type { VersionWithData, VirtualTag } from "../../../client";
import { orNotFound } from "../../../client/settle";
import type { Account } from "../../console/account";
import { quoted, titleOf } from "../../console/terminal";

/**
 * A version with its content.
 *
 * @param id the ID of the version, or `live`
 * @throws {Error} if there is none
 */
export async function findVersion(account: Account, tag: VirtualTag, id: string): Promise<VersionWithData> {
  const { virtualTagVersions } = account.client;
  const versionId = id === "live" ? (await virtualTagVersions.findLive(tag.id))?.id : id;
  const version = versionId === undefined ? undefined : await orNotFound(virtualTagVersions.get(tag.id, versionId));
  if (version !== undefined) return version;
  const what = id === "live" ? "no live version" : `no version ${quoted(id)}`;
  const recommendation = account.recommend("To list its versions", ["versions", "list", tag.id]);
  throw new Error(`${titleOf(tag)} has ${what}. ${recommendation}`);
}
