/** Who owns a tag, and what follows from it (the mark: `mark.ts`). */
import type { Version, VirtualTag } from "../client";
import type { Context, Declared } from "./lifecycle";
import { markOf, ownerIn } from "./mark";
import { orGone } from "./settle";
import { refuseUnwritable } from "./unwritable";
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
 * @throws {Error} when the tag is another's, and the program does not say `adopt`
 */
export async function findExisting(
  inputs: VirtualTagInputs,
  mark: string,
  context: Context,
): Promise<Existing | undefined> {
  const { adopt, name } = inputs;
  // Not fresh: one list answers for all tags that a run creates, our own writes folded in.
  const named = await context.client.virtualTags.findByName(name, context.request);
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
  const isOfThisRun = others.some((tag) => declaredBy(tag.id, context) !== undefined);
  throw new Error(
    `The Virtual Tag ${id} can't be named "${name}": ${listed(others)} has that name already. Nothing was written. ` +
      (isOfThisRun ? givenUp : "Choose another name, or rename the other one first."),
  );
}

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

/**
 * Notes that a resource takes a tag over in this run; an equal, unmarked tag shows nothing of it.
 *
 * @throws {Error} when another resource of this run has it
 */
export function claimTakeover(tag: VirtualTag, urn: string | undefined, context: Context): void {
  refuseHeld(tag, urn, context);
  claimDeclared({ id: tag.id, claims: context.claims }, urn);
}

/**
 * Refuses a tag that another resource of this run has: it declares it, or has taken it over.
 *
 * @throws {Error} that names the other resource
 */
export function refuseHeld({ id, name }: VirtualTag, urn: string | undefined, context: Context): void {
  const holder = declaredBy(id, context);
  if (holder === undefined || holder === urn) return;
  throw new Error(
    `The Virtual Tag "${name}" (${id}) is that of ${holder} in this run. Nothing was written. ${givenUp} ` +
      "Otherwise one of the two has to declare another tag.",
  );
}

/** What to do about a name that passes from one resource of a program to another: the two are not carried out in order. */
const givenUp =
  'If one of the two gives up the name in this run, run "pulumi up" again, or let the other one depend on it (`dependsOn`).';

/** Notes that a resource of the program has a tag, unless another one has it already. */
export function claimDeclared(declared: Declared | undefined, urn: string | undefined): void {
  if (declared === undefined || urn === undefined) return;
  const { id, claims } = declared;
  if (!claims.has(claimOn(id))) claims.set(claimOn(id), urn);
}

/**
 * The resource that has a tag in this run, if any: it was in the state, or has taken the tag over. The engine deletes what
 * the program has no more after all of that, and before it makes a replacement, so what somebody has is not to be deleted:
 * not even by that resource's own URN, which stays in the state of one that was renamed without a save.
 */
export function declaredBy(id: string, { claims }: Context): string | undefined {
  return claims.get(claimOn(id));
}

/** Notes that this run has deleted a tag. */
export function claimDeleted(id: string, { claims }: Context): void {
  claims.set(`${claimOn(id)} and deleted`, id);
}

function wasDeleted(id: string, { claims }: Context): boolean {
  return claims.has(`${claimOn(id)} and deleted`);
}

function claimOn(id: string): string {
  return `Virtual Tag ${id.toLowerCase()} is declared`;
}

/** Notes that a refresh of this run has found a change that someone else made. */
export function rememberDrift(id: string, facts: string, { claims }: Context): void {
  claims.set(`drift of ${id}`, facts);
}

/**
 * What a refresh of this very run has found that someone else changed: nobody can have looked at it yet. A refresh of an
 * earlier run counts as looked at.
 */
export function driftOf(id: string, { claims }: Context): string | undefined {
  return claims.get(`drift of ${id}`);
}

/** Refuses to write over a change that a refresh of this run has found, where the settings say so. */
export function refuseDrift(id: string, context: Context): void {
  const facts = driftOf(id, context);
  if (facts === undefined || context.settings.outsideChanges !== "refuse") return;
  throw new Error(
    `${facts} Nothing was written, since costallocation:outsideChanges is "refuse". ` +
      'Look at the difference that "pulumi refresh" shows, put what should stay into the program, and run "pulumi up" again ' +
      "without --refresh.",
  );
}
