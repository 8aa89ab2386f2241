/** Who owns a tag, and what follows from it (the mark: `mark.ts`). */
import type { Version, VirtualTag } from "../client";
import type { Context } from "./lifecycle";
import { markOf, ownerIn } from "./mark";
import { orGone } from "./settle";
import { refuseUnwritable } from "./unwritable";
import { givenUp, holderOf, refuseHeld, wasDeleted } from "./virtualTagClaims";
import type { VirtualTagInputs } from "./virtualTagState";

/** A tag that exists already when its resource is to be created. */
export interface Existing {
  tag: VirtualTag;
  /** The newest versions, newest first. */
  versions: Version[];
  /** The mark of the newest version that bears one; undefined for a tag that was only ever saved in the application. */
  owner: string | undefined;
}

/**
 * The tag that a create has to take over; undefined when there is none, so that it must be made.
 *
 * @param mark the mark of the resource that is created
 * @param maxAgeSeconds how old the list may be that shows it
 * @throws {Error} when the tag is another's, and the program does not say `adopt`
 */
export async function findExisting(
  inputs: VirtualTagInputs,
  mark: string,
  context: Context,
  maxAgeSeconds?: number,
): Promise<Existing | undefined> {
  const { adopt, name } = inputs;
  // Not fresh: one list answers for all tags that a run creates, our own writes folded in.
  const named = await context.client.virtualTags.findByName(name, { ...context.request, maxAgeSeconds });
  const get = (id: string): Promise<VirtualTag> =>
    context.client.virtualTags.get(id, { ...context.request, fresh: true });
  const tag =
    typeof adopt === "string"
      ? await byId(adopt, named, name, get, context)
      : ((named.length > 1 ? await markedOf(named, mark, context) : undefined) ?? onlyOne(named, adopt === true));
  if (tag === undefined) return undefined;
  const versions = await orGone(newestVersions(tag.id, context));
  // A list may still show what was deleted a moment ago.
  if (versions === undefined) return undefined;
  const owner = ownerIn(versions);
  if (owner !== mark) {
    refuseHeld(tag, inputs.resourceUrn, context);
    if (adopt === undefined || adopt === false) throw new Error(notOurs(tag, owner));
    refuseUnwritable(tag);
  }
  return { tag, versions, owner };
}

/** The tag of that name which bears the mark; undefined when there is none. For looking after a create's lost answer. */
export async function findMarked(name: string, mark: string, context: Context): Promise<VirtualTag | undefined> {
  return markedOf(
    await context.client.virtualTags.findByName(name, { ...context.request, fresh: true }),
    mark,
    context,
  );
}

async function markedOf(tags: readonly VirtualTag[], mark: string, context: Context): Promise<VirtualTag | undefined> {
  for (const tag of tags) {
    if (ownerIn((await orGone(newestVersions(tag.id, context))) ?? []) === mark) return tag;
  }
  return undefined;
}

/** The newest versions of a tag, newest first: all that the service keeps, unless it has just gone beyond. */
export function newestVersions(tagId: string, { client, request }: Context): Promise<Version[]> {
  return client.virtualTagVersions.firstPage(tagId, { ...request, pageSize: 100, sortDirection: "desc" });
}

/**
 * Refuses a name that another tag of the account has: two tags of one name can't be told apart in a report.
 *
 * @throws {Error} that names the other tag
 */
export async function refuseTakenName(id: string, name: string, context: Context): Promise<void> {
  const { client, request } = context;
  const named = await client.virtualTags.findByName(name, { ...request, fresh: true });
  refuseTaken(id, name, named, context);
}

/**
 * Refuses a name that another tag has.
 *
 * @param named the tags of that name
 * @throws {Error} that names the other tag
 */
export function refuseTaken(id: string, name: string, named: readonly VirtualTag[], context: Context): void {
  const others = named.filter((tag) => !isSameId(tag.id, id));
  if (others.length === 0) return;
  const isOfThisRun = others.some((tag) => holderOf(tag.id, context) !== undefined);
  throw new Error(
    `The Virtual Tag ${id} can't be named "${name}": ${listed(others)} has that name already. Nothing was written. ` +
      (isOfThisRun ? `${givenUp} ${swapped}` : "Choose another name, or rename the other one first."),
  );
}

/** What to do where the other one waits for this one just as well: of two names that are swapped, neither is ever free. */
const swapped = "If the two swap their names, give one of them a third name first, and run that.";

/**
 * The tag that `adopt` names by its ID; undefined when this very run has deleted it, to replace it.
 *
 * @param named the tags that have the declared name
 * @param get reads a tag
 * @throws {Error} when there is none, or it does not have the declared name and another tag does
 */
export async function byId<Tag extends VirtualTag>(
  id: string,
  named: readonly Tag[],
  name: string,
  get: (id: string) => Promise<Tag>,
  context: Context,
): Promise<Tag | undefined> {
  // Of several tags that have the name already, the ID says which one is meant.
  const meant = named.find((tag) => isSameId(tag.id, id));
  if (named.length > 0 && meant === undefined) {
    throw new Error(
      `adopt names the Virtual Tag ${id}, but "${name}" is the name of ${listed(named)}. Nothing was written. ` +
        "Name the tag that is meant, or give the resource another name.",
    );
  }
  const tag = await orGone(get(meant?.id ?? id));
  if (tag !== undefined || wasDeleted(id, context)) return tag;
  throw new Error(
    `adopt names the Virtual Tag ${id}, which this account does not have. Nothing was written. ` +
      "Check the ID and the account; leave adopt out to create the tag.",
  );
}

/**
 * The one tag of a name; undefined when there is none.
 *
 * @throws {Error} when there are several, which lists them
 */
export function onlyOne<Tag extends VirtualTag>(named: readonly Tag[], adopt: boolean): Tag | undefined {
  if (named.length <= 1) return named[0];
  throw new Error(
    `The account has ${named.length} Virtual Tags named "${String(named[0]?.name)}": ${listed(named)}. Nothing was written. ` +
      (adopt
        ? "Set adopt to the ID of the one that is meant."
        : "Delete those that are not needed, or choose another name."),
  );
}

/** Why a tag that another owns is not touched, and what to do. */
export function notOurs(tag: VirtualTag, owner: string | undefined): string {
  if (owner === undefined) {
    return (
      `The account has a Virtual Tag named "${tag.name}" already: ${tag.id}, made in the application by ` +
      `${tag.createdBy ?? "an unknown user"}. Nothing was written. Set adopt: true to take it over with all of its history, ` +
      "or choose another name."
    );
  }
  return (
    `The Virtual Tag "${tag.name}" (${tag.id}) belongs to ${owner}, another resource. Nothing was written. ` +
    "If that resource was renamed, give the new one its old name by the `aliases` option; if it was moved from another stack, " +
    "set adopt: true and then remove it there; otherwise choose another name."
  );
}

/** Why a tag that we owned is not touched any more, and what to do: `adopt` matters only to a create. */
export function notOursAnyMore({ id, name }: VirtualTag, owner: string): string {
  return (
    `The Virtual Tag "${name}" (${id}) belongs to ${owner}, another resource. Nothing was written. It has taken the tag over ` +
    "since: take the resource out of one of the two programs. To have the tag here, take it out of the other program without " +
    'destroying it, run "pulumi state delete" for the resource here, and then "pulumi up" with adopt: true.'
  );
}

/** What a refresh says of a tag that we owned and another has taken over since. */
export function anothersByNow({ id, name }: VirtualTag, owner: string): string {
  return (
    `"${name}" (${id}) belongs to ${owner} by now. This stack will neither save nor delete it: take the resource ` +
    "out of the program, or the other one out of its own."
  );
}

/**
 * Why a tag is not saved that is not there any more, and what to do.
 *
 * @param name the one in the state
 * @param wayOut what takes the resource out of the state
 */
export function noneToUpdate(id: string, name: string, wayOut = '"pulumi refresh"'): string {
  return (
    `The account has no Virtual Tag ${id} ("${name}") to update: it was deleted, or the stack points at another account. ` +
    "Nothing was written. Check costallocation:baseUrl and the credentials; if the tag is gone for good, run " +
    `${wayOut}, and the next "pulumi up" creates it anew.`
  );
}

/** Why a tag is not made that had to wait for its turn, and what to do. */
export function madeMeanwhile({ id, name, createdBy = "an unknown user" }: VirtualTag): string {
  return (
    `A Virtual Tag named "${name}" (${id}) was made by ${createdBy} while this one waited for its turn. Nothing was written. ` +
    'Run "pulumi up" again, which looks whose it is.'
  );
}

/** Why a tag is not saved that another resource took over while the save had to wait, and what to do. */
export function takenMeanwhile({ id, name }: VirtualTag, owner: string): string {
  return (
    `The Virtual Tag "${name}" (${id}) was taken over by ${owner} while this save waited for its turn. Nothing was written. ` +
    'If it is to stay there, take the resource out of this program; otherwise run "pulumi up" again, which looks anew.'
  );
}

function listed(tags: readonly VirtualTag[]): string {
  return tags.map(({ id, createdBy }) => `${id} (made by ${createdBy ?? "an unknown user"})`).join(", ");
}

/** Whether a mark is that of the resource itself: the one it wrote last, or the one it would write now. */
export function isOwnMark(
  owner: string,
  { mark, resourceUrn }: { mark?: string | undefined; resourceUrn?: string | undefined },
): boolean {
  return owner === mark || (resourceUrn !== undefined && owner === markOf(resourceUrn));
}

/** The service does not tell IDs apart by their letters' case. */
export function isSameId(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
