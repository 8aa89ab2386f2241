/** All reads of a V1 tag's lifecycle. V1 leaves no ownership marks, so V2's marks show who owns a tag. */
import { Forbidden, NotFound, UnexpectedAnswer, type Version, type VirtualTagV1 } from "../../client";
import { isComplete } from "../../client/resources/tagReading";
import { isSameName } from "../../rules/names";
import type { Context } from "../shared/lifecycle";
import { orNotFound } from "../../client/settle";
import { timed } from "../shared/writeLoop";
import { isSameId } from "../../stack/state/kinds";
import { callV1 } from "./call";
import type { VirtualTagV1Inputs } from "../../stack/state/virtualTagV1";

/** What the service holds of a V1 tag, as plain data. */
export interface ObservedV1 {
  /** When the oldest of the reads was requested, by the client's clock. */
  at: number;
  /** When the list that shows who has the declared name was requested, by the client's clock. */
  namesAt?: number;
  /** The tags with the declared name, if the operation gives a tag that name. */
  named: readonly VirtualTagV1[];
  /** The tag; undefined if it was not found. */
  tag?: VirtualTagV1 | undefined;
  /** The newest versions, newest first; empty if they are not accessible. */
  versions: readonly Version[];
}

/** For a create: looks for the name, and for the tag that `adopt` names. */
export async function observeByNameV1({ adopt, name }: VirtualTagV1Inputs, context: Context): Promise<ObservedV1> {
  const { oldest, request } = timed(context);
  const named = await findByNameV1(name, { ...context, request });
  const byId = typeof adopt === "string" ? named.find(({ id }) => isSameId(id, adopt)) : undefined;
  // If only others have the name, the ID is wrong.
  const isOther = typeof adopt === "string" && named.length > 0 && byId === undefined;
  const id = typeof adopt === "string" ? adopt : named.length === 1 ? named[0]?.id : undefined;
  const namesAt = oldest();
  if (isOther || id === undefined) return { at: namesAt, namesAt, named, versions: [] };
  return { ...(await observeTagV1(id, context)), namesAt, named };
}

/** For an update or a delete: looks at the tag of the state, and at a new name. */
export async function observeByIdV1(id: string, name: string | undefined, context: Context): Promise<ObservedV1> {
  const observed = await observeTagV1(id, context);
  if (observed.tag === undefined || name === undefined || isSameName(name, observed.tag.name)) return observed;
  const { oldest, request } = timed(context);
  const named = await findByNameV1(name, { ...context, request });
  return { ...observed, named, namesAt: oldest() };
}

/** Reads the versions of a tag, and then the tag, so that the tag is read right before the write. */
async function observeTagV1(id: string, context: Context): Promise<ObservedV1> {
  const versions = await historyOf(id, context);
  const { oldest, request } = timed(context);
  const tag = await getFresh(id, { ...context, request });
  return { at: oldest(), named: [], tag, versions };
}

/**
 * The newest versions of a tag, in which a VirtualTag may have left its mark. Empty if they are not accessible. Then the stack's
 * state decides.
 */
export async function historyOf(id: string, { client, request }: Context): Promise<readonly Version[]> {
  try {
    return await client.virtualTagVersions.newest(id, request);
  } catch (error) {
    if (error instanceof NotFound || error instanceof Forbidden) return [];
    // V2 may not know the tag, although its list shows it. Then there is no history.
    if (error instanceof UnexpectedAnswer && error.status === 404) return [];
    throw error;
  }
}

/** The tag as the service has it now; undefined if there is none. */
export function getFresh(id: string, { client, request }: Context): Promise<VirtualTagV1 | undefined> {
  return orNotFound(callV1(() => client.virtualTagsV1.get(id, { ...request, fresh: true })));
}

/** The tags with that name, from the list, because V1 has no search. Tags that the list does not show completely are read. */
export async function findByNameV1(name: string, context: Context): Promise<VirtualTagV1[]> {
  const tags = await callV1(() => context.client.virtualTagsV1.list(context.request));
  const whole = tags
    .filter((tag) => isSameName(tag.name, name))
    .map(async (tag) => (isComplete(tag) ? tag : getFresh(tag.id, context)));
  return (await Promise.all(whole)).filter((tag) => tag !== undefined);
}
