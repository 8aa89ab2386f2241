/** Finds the version that a person names. */
import type { Version, VersionWithData, VirtualTag } from "../../../client";
import { orNotFound } from "../../../client/settle";
import type { Account } from "../../console/account";
import { printable, quoted, titleOf } from "../../console/terminal";
import { beginningWith, isUuid } from "./ids";

/**
 * A version with its content.
 *
 * @param named the ID of the version or its first 8 characters or more, `live`, or `previous`: the one saved before the live one
 * @throws {Error} if there is none, or several IDs begin like this
 */
export async function findVersion(account: Account, tag: VirtualTag, named: string): Promise<VersionWithData> {
  const { virtualTagVersions } = account.client;
  const id = await versionId(account, tag, named);
  const version = id === undefined ? undefined : await orNotFound(virtualTagVersions.get(tag.id, id));
  if (version !== undefined) return version;
  const what =
    named === "live"
      ? "no live version"
      : named === "previous"
        ? "no version before the live one"
        : `no version ${quoted(named)}`;
  const recommendation = account.recommend("To list its versions", ["versions", "list", tag.id]);
  throw new Error(`${titleOf(tag)} has ${what}. ${recommendation}`);
}

async function versionId({ client }: Account, tag: VirtualTag, named: string): Promise<string | undefined> {
  const { virtualTagVersions } = client;
  if (named === "live") return (await virtualTagVersions.findLive(tag.id))?.id;
  if (isUuid.test(named)) return named;
  const versions: Version[] = [];
  for await (const version of virtualTagVersions.list(tag.id, { pageSize: 100 })) versions.push(version);
  if (named === "previous") {
    const live = versions.findIndex(({ isLive }) => isLive);
    return live < 0 ? undefined : versions[live + 1]?.id;
  }
  const found = beginningWith(versions, named);
  const [only, ...others] = found;
  if (others.length === 0) return only?.id;
  const list = found.map(({ id, createdAt }) => `  ${printable(id)} (saved at ${printable(createdAt)})`);
  throw new Error(
    [`${titleOf(tag)} has ${found.length} versions whose IDs begin with ${quoted(named)}:`, ...list].join("\n"),
  );
}
