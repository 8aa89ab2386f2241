import type { VirtualTag } from "../client";
import { isSatisfiedBy } from "../rules/canonical";
import type { TagContent } from "../rules/types";
import {
  type Current,
  isLiveAs,
  isLiveAsDeclared,
  isOwnLastSave,
  lookUp,
  showsStagedName,
  stagedByEarlierRun,
  unknownVersion,
} from "./history";
import type { Context } from "./lifecycle";
import { ownerIn } from "./mark";
import { anothersByNow, isOwnMark } from "./ownership";
import { editorOf, howToRestore } from "./saving";
import { orGone } from "./settle";
import { fateOfDrift, rememberDrift } from "./virtualTagClaims";
import { argumentsIn, contentOf, stateOf, type VirtualTagInputs, type VirtualTagState } from "./virtualTagState";
import { isStateOfV1 } from "./virtualTagV1State";

/** What a read answers: the arguments as the service has them, and the state. */
export interface Found {
  inputs: VirtualTagInputs;
  state: VirtualTagState;
}

/** What the service holds now; undefined when the tag is gone. */
export async function readVirtualTag(
  id: string,
  state: Partial<VirtualTagState>,
  context: Context,
): Promise<Found | undefined> {
  const tag = await orGone(context.client.virtualTags.get(id, context.request));
  if (tag === undefined) return undefined;
  if (state.stagedVersionId !== undefined) return readStaged(tag, state as VirtualTagState, context);
  if (isStateOfV1(state)) {
    const found = asRead(tag, contentOf(tag), state, argumentsIn(state));
    // Until an update has put our mark on it, it stays what V1 made.
    return { ...found, state: { ...state, ...found.state } };
  }
  const isAsLeft = tag.updatedAt === state.seenAt && tag.name === state.name && holds(state, tag);
  if (isAsLeft) rememberKnown(tag, state, context);
  if (isOnlyRead(state) || isAsLeft) return asRead(tag, contentOf(tag), state, argumentsIn(state));
  return readChanged(tag, state as VirtualTagState, context);
}

/** What an earlier refresh has found counts for this run as well: only an `up` without a refresh takes it as seen. */
function rememberKnown(tag: VirtualTag, { outsideChange }: Partial<VirtualTagState>, context: Context): void {
  if (outsideChange !== undefined) rememberDrift(tag.id, outsideChange, context);
}

/** Whether the tag was never ours: `VirtualTag.get` reads another's, whose changes are no drift. */
function isOnlyRead({ mark, seenAt, versionCount }: Partial<VirtualTagState>): boolean {
  return mark === undefined && seenAt === undefined && versionCount === undefined;
}

/** Says whose the tag is, where another resource has taken it over since. */
function tellOwner({ tag, versions }: Current, state: VirtualTagState, { log }: Context): boolean {
  const owner = ownerIn(versions);
  if (owner === undefined || isOwnMark(owner, state)) return false;
  log.warning(anothersByNow(tag, owner), state.resourceUrn);
  return true;
}

/** Somebody has saved the tag since: the versions tell who, whose it is now, and what is live. */
async function readChanged(tag: VirtualTag, state: VirtualTagState, context: Context): Promise<Found> {
  const current = await lookUp(tag, context);
  const { live = contentOf(tag), versions } = current;
  const isForeign = tellOwner(current, state, context);
  const { log } = context;
  let { outsideChange } = state;
  if (!isForeign && isChangedSince(current, live, state)) {
    outsideChange = `"${tag.name}" (${tag.id}) was changed outside this stack by ${await editorOf(current, context)}.`;
    rememberDrift(tag.id, outsideChange, context);
    log.warning(
      `${outsideChange} ${fateOfDrift("the declared content", context)} ${await howToRestore(current, context)}`,
      state.resourceUrn,
    );
  } else if (!isForeign) rememberKnown(tag, state, context);
  // Whose it is must be looked at again each time, as long as it is another's.
  const seenAt = isForeign ? state.seenAt : tag.updatedAt;
  const named = showsStagedName(current, state.mark ?? "") ? { ...tag, name: state.name } : tag;
  return asRead(named, live, { ...state, seenAt, outsideChange, versionCount: versions.length }, argumentsIn(state));
}

/** Whether someone else has changed what we left: neither what says the same, nor what an interrupted run of ours has saved. */
function isChangedSince(current: Current, live: TagContent, state: VirtualTagState): boolean {
  if (isOwnLastSave(current, state.mark)) return false;
  const { name, mark = "" } = state;
  const isNamedAsLeft = current.tag.name === name || showsStagedName(current, mark);
  return !isNamedAsLeft || !isSatisfiedBy(contentOf(state), live);
}

/** While a version of ours is staged, the declared content is that version's; what is live is watched beside it. */
async function readStaged(tag: VirtualTag, state: VirtualTagState, context: Context): Promise<Found> {
  const { liveContent, mark, resourceUrn } = state;
  const { log } = context;
  const current = await lookUp(tag, context);
  const { live, versions } = current;
  const versionCount = versions.length;
  const isForeign = tellOwner(current, state, context);
  // What is live need not be there as a staged version any more.
  if (isLiveAsDeclared(current, state, state)) {
    const noMore = { stagedVersionId: undefined, liveContent: undefined, liveName: undefined };
    return asRead(tag, live ?? contentOf(state), { ...state, ...noMore }, argumentsIn(state));
  }
  const stagedVersionId = await stagedVersion(current, state, context);
  const hasItsName = tag.name === state.name || tag.name === state.liveName;
  const isOtherContent = !isLiveAs(liveContent, current) && !isOwnLastSave(current, mark);
  let { outsideChange } = state;
  if (!isForeign && (isOtherContent || !hasItsName)) {
    const what = isOtherContent ? "live content" : "name";
    outsideChange = `The ${what} of "${tag.name}" (${tag.id}) was changed by ${await editorOf(current, context)}, beside what this stack has staged.`;
    rememberDrift(tag.id, outsideChange, context);
    log.warning(outsideChange, resourceUrn);
  } else if (!isForeign) rememberKnown(tag, state, context);
  if (stagedVersionId === undefined) {
    if (!isForeign) {
      log.warning(
        `The staged version ${String(state.stagedVersionId)} of "${tag.name}" (${tag.id}) is gone: the service keeps 100 versions for a year. ` +
          'The next "pulumi up" stages it again.',
        resourceUrn,
      );
    }
    return asRead(
      tag,
      live ?? contentOf(tag),
      { mark, versionCount, outsideChange },
      { ...argumentsIn(state), setAsLive: true },
    );
  }
  // While another name is staged as well, the tag goes on by the one it had.
  const named = hasItsName ? { ...tag, name: state.name } : tag;
  const liveName = hasItsName ? state.liveName : tag.name;
  const kept = { mark, versionCount, stagedVersionId, liveContent: live, liveName, outsideChange };
  return asRead(named, contentOf(state), { ...state, ...kept }, argumentsIn(state));
}

/** The staged version, if the service still has it. */
async function stagedVersion(current: Current, state: VirtualTagState, context: Context): Promise<string | undefined> {
  const { stagedVersionId = unknownVersion, mark = "" } = state;
  const { client, request } = context;
  if (stagedVersionId === unknownVersion) {
    return (await stagedByEarlierRun(current, { ...state, setAsLive: false }, mark, context))?.stagedVersionId;
  }
  return (await orGone(client.virtualTagVersions.get(current.tag.id, stagedVersionId, request)))?.id;
}

function holds({ rules, defaultValue }: Partial<TagContent>, tag: VirtualTag): boolean {
  return rules !== undefined && defaultValue !== undefined && isSatisfiedBy({ rules, defaultValue }, tag);
}

/** What a read answers. A program may say the same in other words: as long as it does, its own words stay. */
function asRead(
  tag: VirtualTag,
  actual: TagContent,
  state: Partial<VirtualTagState>,
  declared: Partial<VirtualTagInputs>,
): Found {
  const { rules, defaultValue } = declared;
  const unchanged = rules !== undefined && defaultValue !== undefined && isSatisfiedBy({ rules, defaultValue }, actual);
  const content = unchanged ? { rules, defaultValue } : contentOf(actual);
  const inputs: VirtualTagInputs = { ...declared, name: tag.name, ...content };
  return { inputs, state: stateOf(tag, inputs, state) };
}
