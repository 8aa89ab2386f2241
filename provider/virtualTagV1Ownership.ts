/** Who owns a V1 tag, as far as V1 lets anybody know: it leaves no mark, so only those of V2 tell. */
import { Forbidden, NotFound, UnexpectedAnswer, type Version, type VirtualTagV1 } from "../client";
import { isComplete } from "../client/reading";
import { secondsOf } from "./history";
import type { Context } from "./lifecycle";
import { markOf, ownerIn } from "./mark";
import { byId, newestVersions, onlyOne } from "./ownership";
import { orGone } from "./settle";
import { refuseUnwritable } from "./unwritable";
import { refuseHeld } from "./virtualTagClaims";
import { callV1 } from "./virtualTagV1Calls";
import type { VirtualTagV1Inputs } from "./virtualTagV1State";

/**
 * The tag that a create has to take over; undefined when there is none, so that it must be made.
 *
 * A tag that an interrupted run of this very resource has made looks like anybody else's: V1 leaves no mark, and who made
 * it may be the same person by hand. So it is refused like any other, with the way to go on; a guess could take a tag that
 * is someone else's, and delete it one day.
 *
 * @throws {Error} when the tag is another's, and the program does not say `adopt`
 */
export async function findExistingV1(inputs: VirtualTagV1Inputs, context: Context): Promise<VirtualTagV1 | undefined> {
  const { adopt = false, name } = inputs;
  const { client, request } = context;
  const named = await findByNameV1(name, context);
  const get = (id: string): Promise<VirtualTagV1> =>
    callV1(() => client.virtualTagsV1.get(id, { ...request, fresh: true }));
  const tag = typeof adopt === "string" ? await byId(adopt, named, name, get, context) : onlyOne(named, adopt);
  if (tag === undefined) return undefined;
  const owner = ownerIn(await historyOf(tag.id, context));
  if (owner !== undefined) throw new Error(ownedByVirtualTag(tag, owner));
  refuseHeld(tag, inputs.resourceUrn, context);
  if (adopt === false) throw new Error(takenName(tag));
  refuseUnwritable(tag);
  return tag;
}

/**
 * The newest versions of a tag: V1 and V2 show the same tags, so a VirtualTag may have left its mark there. None for who
 * may not see them, or where there are none: then the stack's state decides.
 */
export async function historyOf(id: string, context: Context): Promise<Version[]> {
  try {
    return await newestVersions(id, context);
  } catch (error) {
    if (error instanceof NotFound || error instanceof Forbidden) return [];
    // A route of V2 that does not know the tag, although the list of V2 shows it: no history there either.
    if (error instanceof UnexpectedAnswer && error.status === 404) return [];
    throw error;
  }
}

/**
 * The mark of another resource that has taken the tag over since; undefined when none has. Our own mark is none: the
 * VirtualTag that takes a resource's place has the same one, and may have been interrupted before its state was kept.
 *
 * With it comes the tag as it is after that look, for which a run of many waits: read again where its date does not say
 * that nobody has saved it meanwhile; undefined when it is gone.
 */
export async function lookForNewOwner(
  tag: VirtualTagV1,
  { resourceUrn }: VirtualTagV1Inputs,
  context: Context,
): Promise<{ owner: string | undefined; tag: VirtualTagV1 | undefined }> {
  const versions = await historyOf(tag.id, context);
  const mark = ownerIn(versions);
  const owner = resourceUrn !== undefined && mark === markOf(resourceUrn) ? undefined : mark;
  // No number, where either date can't be read, is no less than another one.
  const isNewest = secondsOf(versions[0]?.createdAt) <= secondsOf(tag.updatedAt);
  return { owner, tag: isNewest ? tag : await getFresh(tag.id, context) };
}

/** The tag as the service has it now; undefined when there is none. */
export function getFresh(id: string, { client, request }: Context): Promise<VirtualTagV1 | undefined> {
  return orGone(callV1(() => client.virtualTagsV1.get(id, { ...request, fresh: true })));
}

/**
 * The tags of that name: V1 has no search. Callers at the same time share one list, which need not show whole tags: those
 * are read then. One that is deleted meanwhile is left out.
 */
export async function findByNameV1(name: string, context: Context): Promise<VirtualTagV1[]> {
  const tags = await callV1(() => context.client.virtualTagsV1.list(context.request));
  const whole = tags
    .filter((tag) => tag.name === name)
    .map(async (tag) => (isComplete(tag) ? tag : getFresh(tag.id, context)));
  return (await Promise.all(whole)).filter((tag) => tag !== undefined);
}

function takenName({ id, name, createdBy = "an unknown user" }: VirtualTagV1): string {
  return (
    `The account has a Virtual Tag named "${name}" already: ${id}, made by ${createdBy}. Nothing was written. ` +
    "If an interrupted run of this program made it, or to take it over, set adopt: true (V1 leaves no mark that could tell); " +
    "otherwise choose another name."
  );
}

/** Why V1 does not touch a tag that a VirtualTag owns, and what to do. */
export function ownedByVirtualTag({ id, name }: VirtualTagV1, owner: string): string {
  return (
    `The Virtual Tag "${name}" (${id}) belongs to ${owner}, a VirtualTag. Nothing was written. VirtualTagV1 can't take it over, ` +
    "even by adopt: V1 leaves no mark, so that resource would go on to change the tag, and delete it. " +
    "Declare it as VirtualTag, or choose another name."
  );
}
