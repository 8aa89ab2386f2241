import type { Version, VirtualTag } from "../client";
import { isSatisfiedBy } from "../rules/canonical";
import {
  asShown,
  editorOf,
  heedOutsideChange,
  howToRestore,
  make,
  needsSave,
  ownMark,
  save,
  withoutSave,
} from "./saving";
import { type Current, isLiveAsDeclared, lastLive, lookUp, secondsOf, stagedByEarlierRun } from "./history";
import type { Context, Declared, Difference, Lifecycle } from "./lifecycle";
import { isSaveOf, markIn, ownerIn } from "./mark";
import {
  type Existing,
  findExisting,
  isOwnMark,
  newestVersions,
  noneToUpdate,
  notOursAnyMore,
  refuseTakenName,
} from "./ownership";
import { orGone } from "./settle";
import { containsUnknown } from "./unknown";
import { checkVirtualTag } from "./virtualTagCheck";
import { claimDeclared, claimTakeover, refuseDrift, refuseTakenOver } from "./virtualTagClaims";
import { deleteVirtualTag } from "./virtualTagDelete";
import { readVirtualTag } from "./virtualTagRead";
import { isStateOfV1 } from "./virtualTagV1State";
import { takeOverFromV1 } from "./virtualTagV1Takeover";
import { contentOf, type SaveMemory, type VirtualTagInputs, type VirtualTagState } from "./virtualTagState";

/** The lifecycle of a Virtual Tag. */
export const virtualTagLifecycle: Lifecycle<VirtualTagInputs, VirtualTagState> = {
  kind: "VirtualTag",
  check: checkVirtualTag,
  diff,
  create,
  read: readVirtualTag,
  update,
  delete: deleteVirtualTag,
};

function diff(state: VirtualTagState, inputs: VirtualTagInputs, declared?: Declared): Difference {
  const { name, rules, defaultValue, setAsLive } = inputs;
  const same =
    // What V1 made has no mark yet: the first save is for that.
    !isStateOfV1(state) &&
    !containsUnknown([name, rules, defaultValue, setAsLive]) &&
    name === state.name &&
    isSatisfiedBy(contentOf(inputs), contentOf(state)) &&
    !(setAsLive !== false && state.stagedVersionId !== undefined);
  claimDeclared(declared, inputs.resourceUrn, same ? undefined : state.resourceUrn);
  // Create-before-delete would take over the tag and then delete it.
  const update = { replaces: [], deleteBeforeReplace: true };
  if (!same) return update;
  // The program accepts what a refresh has found: the state has yet to say so.
  return state.outsideChange === undefined ? "none" : { ...update, isRemembered: true };
}

async function create(inputs: VirtualTagInputs, context: Context): Promise<{ id: string; state: VirtualTagState }> {
  const existing = await findExisting(inputs, ownMark(inputs), context);
  if (existing === undefined) return make(inputs, context);
  return { id: existing.tag.id, state: await takeOver(existing, inputs, context) };
}

/** Takes back a tag that bears our mark, or takes over one that the program adopts. */
async function takeOver(existing: Existing, inputs: VirtualTagInputs, context: Context): Promise<VirtualTagState> {
  const { tag, owner, versions } = existing;
  const mark = ownMark(inputs);
  claimTakeover(tag, inputs.resourceUrn, context);
  const current = await lookUp(tag, context, versions);
  const memory: SaveMemory = {
    mark: owner === mark ? mark : undefined,
    ...(await stagedByEarlierRun(current, inputs, mark, context)),
  };
  const say = (what: string): void => {
    context.log.info(`"${tag.name}" (${tag.id}) ${what}.`, inputs.resourceUrn);
  };
  const ownedByAnother = owner !== undefined && owner !== mark;
  if (!ownedByAnother && !needsSave(current, inputs, { ...memory, ...contentOf(inputs), name: inputs.name })) {
    say(
      owner === mark ? "was made by an earlier run of this resource: taken back" : "was taken over; it is as declared",
    );
    return withoutSave(current, inputs, memory);
  }
  if (tag.name !== inputs.name) await refuseTakenName(tag.id, inputs.name, context);
  if (owner === mark && !isStagedAdoption(current, inputs, mark)) {
    await heedUnsavedBefore(current, inputs, mark, context);
    say("was made by an earlier run of this resource: taken back and brought up to date");
  } else {
    const from = ownedByAnother ? ` from ${owner}` : "";
    say(`was taken over${from}: ${await whatBecomes(current, inputs, context)}`);
  }
  return save(current, inputs, memory, context);
}

/** Whether what is live bears another's mark or none. */
function isLiveOfOthers({ live, liveVersion }: Current, mark: string): boolean {
  return live !== undefined && markIn(liveVersion?.changeDescription) !== mark;
}

/** Whether someone has made a version live since we saved last. */
function isLiveSince({ liveVersion, versions }: Current, mark: string): boolean {
  const own = versions.findIndex(({ changeDescription }) => markIn(changeDescription) === mark);
  return versions.slice(0, Math.max(own, 0)).some(({ id }) => id === liveVersion?.id);
}

/** Whether an earlier run was killed that had only staged its adoption, and the program still says `adopt`. */
function isStagedAdoption(current: Current, { adopt = false }: VirtualTagInputs, mark: string): boolean {
  return adopt !== false && isLiveOfOthers(current, mark) && !isLiveSince(current, mark);
}

/** Heeds what someone else has saved of a tag that is ours, and that no state knows of. */
async function heedUnsavedBefore(
  current: Current,
  inputs: VirtualTagInputs,
  mark: string,
  context: Context,
): Promise<void> {
  if (!isLiveOfOthers(current, mark)) return;
  const overwrite = isLiveSince(current, mark)
    ? 'run it once with costallocation:driftPolicy at "overwrite"'
    : "set adopt: true";
  const whatToDo =
    'To keep it, put what is live into the program: "pulumi up" then takes the tag back without a save. ' +
    `To write over it, ${overwrite}.`;
  await heedOutsideChange(current, { name: inputs.name, content: undefined, whatToDo }, inputs, context);
}

/** What becomes of the content of a tag that is taken over by a save. */
async function whatBecomes(current: Current, inputs: VirtualTagInputs, context: Context): Promise<string> {
  if (isLiveAsDeclared(current, inputs, {})) return "it is as declared, and one save says whose it is";
  const held = `what it held, saved last by ${await editorOf(current, context)},`;
  if (inputs.setAsLive === false) return `${held} stays live, and the declared content is staged beside it`;
  return `${held} is written over. ${await howToRestore(current, context)}`;
}

/** The tag as the service has it now. */
async function present(id: string, state: VirtualTagState, { client, request }: Context): Promise<VirtualTag> {
  const tag = await orGone(client.virtualTags.get(id, { ...request, fresh: true }));
  if (tag !== undefined) return tag;
  // A refresh would ask V1 for what V1 made, which may have ended.
  const wayOut = isStateOfV1(state) ? '"pulumi state delete" for the resource' : undefined;
  throw new Error(noneToUpdate(id, state.name, wayOut));
}

/**
 * Whether nobody has saved a tag between a look at it and one at its versions, of which the newest is our save. By our mark
 * alone it may be that of a run that was killed, and by the date alone one of the same second.
 */
function isAsNewAs(versions: Version[], tag: VirtualTag, { versionCount }: VirtualTagState): boolean {
  const [newest] = versions;
  if (versions.length !== versionCount) return false;
  return newest?.isLive !== true || secondsOf(newest.createdAt) <= secondsOf(tag.updatedAt);
}

async function update(
  id: string,
  state: VirtualTagState,
  inputs: VirtualTagInputs,
  context: Context,
): Promise<VirtualTagState> {
  let tag = await present(id, state, context);
  // The tag's own date does not tell whose it is: two saves of one second have the same, and a staged one need not show.
  const versions = await newestVersions(id, context);
  const [newest] = versions;
  const isOurs = isSaveOf(state.mark, newest?.changeDescription);
  // The versions are newer than the tag: their route lets few through, and somebody may have saved it while we waited.
  if (!isOurs || !isAsNewAs(versions, tag, state)) tag = await present(id, state, context);
  if (isStateOfV1(state)) {
    refuseTakenOver(tag, inputs.resourceUrn, context);
    return takeOverFromV1({ tag, versions, owner: ownerIn(versions) }, state, inputs, context);
  }
  const staging = state.stagedVersionId !== undefined || inputs.setAsLive === false;
  const owner = ownerIn(versions);
  if (owner !== undefined && !isOwnMark(owner, { ...inputs, mark: state.mark })) {
    throw new Error(notOursAnyMore(tag, owner));
  }
  refuseTakenOver(tag, inputs.resourceUrn, context);
  const isAsLeft = isOurs && newest?.isLive === true && tag.updatedAt !== undefined && tag.updatedAt === state.seenAt;
  const isShown = !staging && isAsLeft && isSatisfiedBy(state, tag);
  const current = isShown ? asShown(tag, versions) : await lookUp(tag, context, versions);
  if (!needsSave(current, inputs, state)) return withoutSave(current, inputs, state);
  const staged = await stagedByEarlierRun(current, inputs, ownMark(inputs), context);
  if (staged !== undefined) {
    return withoutSave(current, inputs, { ...state, ...staged, liveName: staged.liveName ?? state.name });
  }
  // Staging writes over nothing that reports use.
  if (inputs.setAsLive !== false) refuseDrift(id, context);
  if (inputs.name !== tag.name) await refuseTakenName(id, inputs.name, context);
  const { outsideChange } = state;
  await heedOutsideChange(current, { ...lastLive(state, tag.name), outsideChange }, inputs, context);
  return save(current, inputs, state, context);
}
