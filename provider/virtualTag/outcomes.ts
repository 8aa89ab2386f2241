/** Reads after a write, to find its result. Nothing is decided here. */
import type { Version, VirtualTag } from "../../client";
import { isKeptAs, markIn } from "../../client/ownershipMark";
import { orNotFound } from "../../client/settle";
import { isAsDeclared } from "../../rules/canonical";
import { liveContentOf, liveVersionOf, type PresentTag, versionsOf } from "../../stack/facts/seen";
import type { Context } from "../shared/lifecycle";
import { ownedBy, readTag } from "./observe";
import type { Wanted } from "./wanted";

/**
 * Finds the version of a save that was certainly carried out: a new one, with its content, and without the mark of others. A
 * service may cut off marks.
 */
export function findNewVersion(
  tagId: string,
  { declared, mark }: Wanted,
  before: readonly Version[],
  { client, request }: Context,
): Promise<Version | undefined> {
  const isCandidate = ({ changeDescription }: Version): boolean =>
    [mark, undefined].includes(markIn(changeDescription));
  return client.virtualTagVersions.findNew(tagId, { content: declared, before, isCandidate }, request);
}

/** After a create: finds the tag with the declared name and the mark. */
export async function findMarked({ declared, mark }: Wanted, context: Context): Promise<VirtualTag | undefined> {
  const named = await context.client.virtualTags.findByName(declared.name, { ...context.request, fresh: true });
  const id = await ownedBy(mark, named, context);
  return named.find((tag) => tag.id === id);
}

/**
 * After a save: finds the tag as the save left it. Undefined if the save was not carried out.
 *
 * @param sent the change description of the save
 */
export async function findSaved(
  before: PresentTag<VirtualTag>,
  wanted: Wanted,
  sent: string,
  context: Context,
): Promise<VirtualTag | undefined> {
  const { client, request } = context;
  const { id } = before.tag;
  const { declared, mark } = wanted;
  const versions = versionsOf(before);
  // Others may have saved the same at the same time, so a new version with equal content is not enough.
  const isOurs = ({ changeDescription }: Version): boolean =>
    markIn(changeDescription) === mark || isKeptAs(sent, changeDescription);
  if (!wanted.setAsLive) {
    const looked = { content: declared, before: versions, isCandidate: isOurs };
    const version = await client.virtualTagVersions.findNew(id, looked, request);
    return version && orNotFound(client.virtualTags.get(id, { ...request, fresh: true }));
  }
  const { seen } = await readTag(id, wanted, context);
  if (seen.kind === "missing") return undefined;
  const { tag } = seen;
  const [now, content] = [liveVersionOf(seen), liveContentOf(seen)];
  if (now === undefined || content === undefined) return undefined;
  const isNew = ![...versions, liveVersionOf(before)].some((version) => version?.id === now.id);
  return isNew && isOurs(now) && isAsDeclared(declared, { ...content, name: tag.name }) ? tag : undefined;
}
