import type { VirtualTagV1, VirtualTagV1Body } from "../client";
import type { Context, Declared, Difference, Lifecycle } from "./lifecycle";
import { markIn, markOf, ownerIn } from "./mark";
import { anothersByNow, madeMeanwhile, noneToUpdate, notOursAnyMore, refuseTaken } from "./ownership";
import { AlreadyDone, orGone, settle } from "./settle";
import { containsUnknown } from "./unknown";
import { refuseUnwritable } from "./unwritable";
import {
  claimDeclared,
  claimDeleted,
  claimTakeover,
  driftOf,
  fateOfDrift,
  keeperOf,
  refusal,
  refuseDrift,
  refuseTakenOver,
  rememberDrift,
} from "./virtualTagClaims";
import { heedBeforeDelete } from "./virtualTagDelete";
import { contentOf } from "./virtualTagState";
import { callV1 } from "./virtualTagV1Calls";
import { checkVirtualTagV1 } from "./virtualTagV1Check";
import { asSentInV1, inDeclaredWords, isSatisfiedInV1 } from "./virtualTagV1Content";
import { findByNameV1, findExistingV1, getFresh, historyOf, lookForNewOwner } from "./virtualTagV1Ownership";
import { argumentsInV1, stateOfV1, type VirtualTagV1Inputs, type VirtualTagV1State } from "./virtualTagV1State";

/**
 * The lifecycle of a Virtual Tag by V1 of the API (section 4.4). V1 has no change description, so nothing in the service
 * can say that a tag is ours: only the stack's state does.
 */
export const virtualTagV1Lifecycle: Lifecycle<VirtualTagV1Inputs, VirtualTagV1State> = {
  kind: "VirtualTagV1",
  check: checkVirtualTagV1,
  diff,
  create,
  read,
  update,
  delete: remove,
};

function diff(state: VirtualTagV1State, inputs: VirtualTagV1Inputs, declared?: Declared): Difference {
  const { name, rules, defaultValue, isCaseSensitive = false } = inputs;
  const same =
    !containsUnknown([name, rules, defaultValue, isCaseSensitive]) &&
    name === state.name &&
    isCaseSensitive === state.isCaseSensitive &&
    isSatisfiedInV1(inputs, state, isCaseSensitive);
  claimDeclared(declared, inputs.resourceUrn, same ? undefined : state.resourceUrn);
  // Create-before-delete would be refused: the name is taken.
  return same ? "none" : { replaces: [], deleteBeforeReplace: true };
}

async function create(inputs: VirtualTagV1Inputs, context: Context): Promise<{ id: string; state: VirtualTagV1State }> {
  const existing = await findExistingV1(inputs, context);
  const tag = existing === undefined ? await make(inputs, context) : await takeOver(existing, inputs, context);
  return { id: tag.id, state: stateOfV1(tag, inputs) };
}

async function make(inputs: VirtualTagV1Inputs, context: Context): Promise<VirtualTagV1> {
  const { client, request } = context;
  const lookAgain = async (): Promise<void> => {
    const existing = await findExistingV1(inputs, context);
    if (existing !== undefined) throw new Error(madeMeanwhile(existing));
  };
  return settle(
    () => callV1(() => client.virtualTagsV1.create(bodyOf(inputs), { ...request, lookAgain })),
    async () => {
      // There was none of that name a moment ago: one with the declared content is ours. Of two, nobody could tell which.
      const [tag, ...others] = (await findByNameV1(inputs.name, context)).filter((found) => holds(found, inputs));
      return others.length === 0 ? tag : undefined;
    },
    context,
  );
}

/** Takes over a tag that the program adopts. */
async function takeOver(tag: VirtualTagV1, inputs: VirtualTagV1Inputs, context: Context): Promise<VirtualTagV1> {
  claimTakeover(tag, inputs.resourceUrn, context);
  const isAsDeclared = holds(tag, inputs);
  const what = isAsDeclared ? "it is as declared" : `what it held, saved last by ${editorOf(tag)}, is written over`;
  const history = isAsDeclared ? "" : ` ${howToFind(tag)}`;
  context.log.info(`"${tag.name}" (${tag.id}) was taken over: ${what}.${history}`, inputs.resourceUrn);
  return isAsDeclared ? tag : save(tag, inputs, context);
}

async function read(
  id: string,
  state: Partial<VirtualTagV1State>,
  context: Context,
): Promise<{ inputs: VirtualTagV1Inputs; state: VirtualTagV1State } | undefined> {
  const { client, request } = context;
  const tag = await orGone(callV1(() => client.virtualTagsV1.get(id, request)));
  if (tag === undefined) return undefined;
  if (isManaged(state)) await tellDrift(tag, state, context);
  const declared = argumentsInV1(state);
  // The document does not say whether V1 tells the casing that it was asked for.
  const isCaseSensitive = tag.isCaseSensitive ?? declared.isCaseSensitive;
  const inputs: VirtualTagV1Inputs = {
    ...declared,
    name: tag.name,
    ...inDeclaredWords(declared, tag, isCaseSensitive ?? false),
    ...(isCaseSensitive === undefined ? {} : { isCaseSensitive }),
  };
  return { inputs, state: stateOfV1(tag, inputs) };
}

/** Whether the program declares the tag, rather than reads it by `VirtualTagV1.get`: `check` fills in each argument. */
function isManaged(state: Partial<VirtualTagV1State>): state is VirtualTagV1State {
  const { name, rules, defaultValue, isCaseSensitive } = state;
  return ![name, rules, defaultValue, isCaseSensitive].includes(undefined);
}

/** Says what someone else has made of a tag since our state, and notes it for the rest of the run. */
async function tellDrift(tag: VirtualTagV1, state: VirtualTagV1State, context: Context): Promise<void> {
  const isAsLeft = holds(tag, state);
  // A date in whole seconds can be that of two saves; then the content tells.
  if (isAsLeft && tag.updatedAt === state.updatedAt) return;
  const { resourceUrn } = state;
  const ownMark = resourceUrn === undefined ? undefined : markOf(resourceUrn);
  const versions = await historyOf(tag.id, context);
  const owner = ownerIn(versions);
  if (owner !== undefined && owner !== ownMark) {
    context.log.warning(anothersByNow(tag, owner), resourceUrn);
    return;
  }
  // The VirtualTag that is to take this resource's place may have been interrupted after its save.
  const isSuccessors = ownMark !== undefined && markIn(versions[0]?.changeDescription) === ownMark;
  if (isAsLeft || isSuccessors) return;
  const facts = changedBy(tag);
  rememberDrift(tag.id, facts, context);
  context.log.warning(`${facts} ${fateOfDrift("the declared content", context)} ${howToFind(tag)}`, resourceUrn);
}

async function update(
  id: string,
  state: VirtualTagV1State,
  inputs: VirtualTagV1Inputs,
  context: Context,
): Promise<VirtualTagV1State> {
  const first = await getFresh(id, context);
  if (first !== undefined && holds(first, inputs, state)) return stateOfV1(first, inputs);
  const { tag, owner } = first === undefined ? {} : await lookForNewOwner(first, inputs, context);
  if (tag === undefined) throw new Error(noneToUpdate(id, state.name));
  if (owner !== undefined) throw new Error(`${notOursAnyMore(tag, owner)} ${asVirtualTag}`);
  refuseTakenOver(tag, inputs.resourceUrn, context);
  // It may be a later one than the first.
  if (holds(tag, inputs, state)) return stateOfV1(tag, inputs);
  refuseDrift(id, context);
  if (!holds(tag, state)) heedOutsideChange(tag, inputs, context);
  if (inputs.name !== tag.name) {
    refuseTaken(id, inputs.name, await findByNameV1(inputs.name, context), context);
  }
  return stateOfV1(await save(tag, inputs, context, state), inputs);
}

/** @param known what was asked for last, if anything was */
async function save(
  tag: VirtualTagV1,
  inputs: VirtualTagV1Inputs,
  context: Context,
  known?: VirtualTagV1Inputs,
): Promise<VirtualTagV1> {
  refuseUnwritable(tag);
  const { client, request } = context;
  const { id } = tag;
  // Where only the casing changes, the content shows nothing of the save; its date does.
  const showsInContent = !holds(tag, inputs);
  const lookAgain = heedSince(tag, inputs, context, (now) => {
    if (holds(now, inputs, known)) throw new AlreadyDone(now);
    heedOutsideChange(now, inputs, context);
  });
  return settle(
    () => callV1(() => client.virtualTagsV1.update(id, bodyOf(inputs), { ...request, lookAgain })),
    async () => {
      const now = await getFresh(id, context);
      if (now === undefined || !holds(now, inputs)) return undefined;
      return showsInContent || now.updatedAt !== tag.updatedAt ? now : undefined;
    },
    context,
  );
}

/**
 * For a write that had to wait since the tag was looked at: heeds what someone else has made of it meanwhile.
 *
 * @param heed what to do about other content than there was then
 */
function heedSince(
  before: VirtualTagV1,
  inputs: VirtualTagV1Inputs,
  context: Context,
  heed: (now: VirtualTagV1) => void,
): () => Promise<void> {
  let known = before;
  return async () => {
    const seen = await getFresh(before.id, context);
    if (seen === undefined || (holds(seen, known) && seen.updatedAt === known.updatedAt)) return;
    const { tag: now, owner } = await lookForNewOwner(seen, inputs, context);
    if (now === undefined) return;
    if (owner !== undefined) throw new Error(`${notOursAnyMore(now, owner)} ${asVirtualTag}`);
    const isSame = holds(now, known);
    known = now;
    if (!isSame) heed(now);
  };
}

async function remove(id: string, state: VirtualTagV1State, context: Context): Promise<void> {
  const { client, log, request } = context;
  const first = await getFresh(id, context);
  const { tag, owner: newOwner } = first === undefined ? {} : await lookForNewOwner(first, state, context);
  if (tag === undefined) {
    log.info(`The account has no Virtual Tag ${id} ("${state.name}"): nothing to delete.`, state.resourceUrn);
    return;
  }
  const owner = newOwner ?? keeperOf(id, state.resourceUrn, context);
  if (owner !== undefined) {
    log.warning(`"${tag.name}" (${id}) belongs to ${owner} by now: it is left alone, not deleted.`, state.resourceUrn);
    return;
  }
  const change = driftOf(tag.id, context) ?? (holds(tag, state) ? undefined : changedBy(tag));
  heedBeforeDelete(change, state.resourceUrn, context);
  const lookAgain = heedSince(tag, state, context, (now) => {
    heedBeforeDelete(changedBy(now), state.resourceUrn, context);
  });
  await settle(
    () => orGone(callV1(() => client.virtualTagsV1.delete(id, { ...request, lookAgain }))).then(() => true),
    async () => ((await getFresh(id, context)) === undefined ? true : undefined),
    context,
  );
  claimDeleted(id, context);
}

/** Warns of a change that someone else made since our state, or refuses to write over it, as the settings say. */
function heedOutsideChange(tag: VirtualTagV1, { resourceUrn }: VirtualTagV1Inputs, context: Context): void {
  const facts = changedBy(tag);
  if (context.settings.driftPolicy === "refuse") throw refusal(facts);
  context.log.warning(`${facts} The declared content is written over it. ${howToFind(tag)}`, resourceUrn);
}

/**
 * Whether a tag is what arguments ask for.
 *
 * @param known what was asked for last; holds for the casing where the service does not tell it
 */
function holds(tag: VirtualTagV1, inputs: VirtualTagV1Inputs, known: VirtualTagV1Inputs = inputs): boolean {
  const { isCaseSensitive = false } = inputs;
  return (
    tag.name === inputs.name &&
    (tag.isCaseSensitive ?? known.isCaseSensitive ?? false) === isCaseSensitive &&
    isSatisfiedInV1(contentOf(inputs), contentOf(tag), isCaseSensitive)
  );
}

function bodyOf(inputs: VirtualTagV1Inputs): VirtualTagV1Body {
  const { name, isCaseSensitive = false } = inputs;
  return { name, ...asSentInV1(inputs), isCaseSensitive };
}

function changedBy(tag: VirtualTagV1): string {
  return `"${tag.name}" (${tag.id}) was changed outside this stack by ${editorOf(tag)}.`;
}

function editorOf({ updatedBy = "someone", updatedAt = "an unknown time" }: VirtualTagV1): string {
  return `${updatedBy} at ${updatedAt}`;
}

/** The last step of having a tag back that a VirtualTag has taken over: as long as that mark is on it, V1 adopts it not. */
const asVirtualTag = "It has to be a VirtualTag here by then: VirtualTagV1 adopts no tag that bears a mark.";

/** V1 has no versions, but every save of the service makes one (API document, section 9). */
function howToFind({ id }: VirtualTagV1): string {
  return `Its version history has what it held: cost-allocation versions list ${id}`;
}
