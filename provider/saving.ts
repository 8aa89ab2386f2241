/** How a declared content gets into the service: once, and never over someone else's change unnoticed. */
import type { Version, VirtualTag, VirtualTagBody } from "../client";
import { lookHoldsSeconds } from "../client/http/request";
import { isSatisfiedBy } from "../rules/canonical";
import { asSent } from "../rules/sent";
import type { TagContent } from "../rules/types";
import {
  countSave,
  type Current,
  isLiveAs,
  isLiveAsDeclared,
  isOwnLastSave,
  lookUp,
  newVersionWith,
  showsStagedName,
  stagedByEarlierRun,
  unknownVersion,
} from "./history";
import type { Context } from "./lifecycle";
import { markIn, markOf, ownerIn, withMark, withName } from "./mark";
import { findExisting, findMarked, madeMeanwhile, newestVersions, refuseTakenName, takenMeanwhile } from "./ownership";
import { AlreadyDone, orGone, settle, shown } from "./settle";
import { refuseUnwritable } from "./unwritable";
import { refusal } from "./virtualTagClaims";
import { contentOf, type SaveMemory, stateOf, type VirtualTagInputs, type VirtualTagState } from "./virtualTagState";

/** Makes a tag that is not there yet. */
export async function make(
  inputs: VirtualTagInputs,
  context: Context,
): Promise<{ id: string; state: VirtualTagState }> {
  const { client, request } = context;
  const mark = ownMark(inputs);
  const setAsLive = inputs.setAsLive !== false;
  // One list answers all creates that look at about the same time.
  const lookAgain = async (): Promise<void> => {
    const existing = await findExisting(inputs, mark, context, lookHoldsSeconds);
    if (existing !== undefined) throw new Error(madeMeanwhile(existing.tag));
  };
  const tag = await settle(
    () => client.virtualTags.create(bodyOf(inputs, mark), { ...request, setAsLive, lookAgain }),
    () => findMarked(inputs.name, mark, context),
    context,
  );
  const memory: SaveMemory = { mark, versionCount: 1, seenAt: tag.updatedAt };
  if (setAsLive) return { id: tag.id, state: stateOf(tag, inputs, memory) };
  const version = await shown(async () => (await newestVersions(tag.id, context))[0], context);
  return {
    id: tag.id,
    state: stateOf(tag, inputs, stagedMemory(memory, version, { name: tag.name, content: undefined })),
  };
}

/**
 * Whether saving would change anything: content that is live is not saved again, nor is content that is staged already
 * and shall stay so.
 */
export function needsSave(
  current: Current,
  inputs: VirtualTagInputs,
  state: SaveMemory & TagContent & { name: string },
): boolean {
  if (isLiveAsDeclared(current, inputs, state)) return false;
  // What is staged bears its name with it: the tag need not show that before it is live.
  const isStaged =
    inputs.setAsLive === false &&
    inputs.name === state.name &&
    isSatisfiedBy(inputs, state) &&
    current.versions.some(({ id }) => id === state.stagedVersionId);
  return !isStaged;
}

/** The state of a tag that needs no save. */
export function withoutSave(current: Current, inputs: VirtualTagInputs, memory: SaveMemory): VirtualTagState {
  const { tag, versions } = current;
  const isLive = isLiveAsDeclared(current, inputs, memory);
  const known = { ...memory, versionCount: versions.length, seenAt: tag.updatedAt };
  const { mark, seenAt, versionCount } = known;
  return stateOf(tag, inputs, isLive ? { mark, seenAt, versionCount } : { ...known, outsideChange: undefined });
}

/** What a save goes by: what is remembered, the mark that it writes, and how many versions there are before it. */
type SavingMemory = SaveMemory & { mark: string; versionCount: number };

/** Saves the declared content as one new version: live, or staged where the program says so. */
export async function save(
  current: Current,
  inputs: VirtualTagInputs,
  memory: SaveMemory,
  context: Context,
): Promise<VirtualTagState> {
  refuseUnwritable(current.tag);
  const known = { ...memory, mark: ownMark(inputs), versionCount: current.versions.length };
  return inputs.setAsLive === false
    ? saveStaged(current, inputs, known, context)
    : saveLive(current, inputs, known, context);
}

/**
 * For a save that had to wait since the tag was looked at: heeds what someone else has saved meanwhile, as the first look
 * has heeded what was there before.
 */
function lookAgainAt(
  current: Current,
  inputs: VirtualTagInputs,
  memory: SavingMemory,
  context: Context,
): () => Promise<void> {
  let known = current;
  const heedVersions = async (): Promise<void> => {
    const { tag, live, versions: before } = known;
    const versions = await newestVersions(tag.id, context);
    if (versions[0]?.id === before[0]?.id) return;
    const owner = ownerIn(versions);
    const isAsBefore = owner === undefined || owner === memory.mark || owner === ownerIn(before);
    if (!isAsBefore) throw new Error(takenMeanwhile(tag, owner));
    const now = await context.client.virtualTags.get(tag.id, { ...context.request, fresh: true });
    known = await lookUp(now, context, versions);
    if (owner === memory.mark && (await isDone(known, inputs, memory, context))) throw new AlreadyDone(now);
    await heedOutsideChange(known, { name: tag.name, content: live }, inputs, context);
  };
  return async () => {
    await heedVersions();
    if (inputs.name !== known.tag.name) await refuseTakenName(known.tag.id, inputs.name, context);
  };
}

/** Whether a tag that bears our mark is as a save would make it. */
async function isDone(
  current: Current,
  inputs: VirtualTagInputs,
  memory: SavingMemory,
  context: Context,
): Promise<boolean> {
  if (inputs.setAsLive !== false) return isLiveAsDeclared(current, inputs, memory);
  return (await stagedByEarlierRun(current, inputs, memory.mark, context)) !== undefined;
}

async function saveLive(
  current: Current,
  inputs: VirtualTagInputs,
  memory: SavingMemory,
  context: Context,
): Promise<VirtualTagState> {
  const { client, request } = context;
  const { id } = current.tag;
  const before = new Set([current.liveVersion, ...current.versions].map((version) => version?.id));
  const lookAgain = lookAgainAt(current, inputs, memory, context);
  const tag = await settle(
    () => client.virtualTags.update(id, bodyOf(inputs, memory.mark), { ...request, lookAgain }),
    async () => {
      const now = await orGone(client.virtualTags.get(id, { ...request, fresh: true }));
      if (now?.name !== inputs.name) return undefined;
      const { live, liveVersion } = await lookUp(now, context);
      // The same content may have been live before: without our mark, or with it where the save is for a staged name.
      const isOurs = markIn(liveVersion?.changeDescription) === memory.mark && !before.has(liveVersion?.id);
      return isOurs && live !== undefined && isSatisfiedBy(inputs, live) ? now : undefined;
    },
    context,
  );
  const versionCount = await countSave(tag, memory.versionCount, inputs.resourceUrn, context);
  return stateOf(tag, inputs, { mark: memory.mark, versionCount, seenAt: tag.updatedAt });
}

async function saveStaged(
  current: Current,
  inputs: VirtualTagInputs,
  memory: SavingMemory,
  context: Context,
): Promise<VirtualTagState> {
  const { client, request } = context;
  const { id, name } = current.tag;
  const options = { ...request, setAsLive: false, lookAgain: lookAgainAt(current, inputs, memory, context) };
  const find = (): Promise<Version | undefined> => newVersionWith(id, inputs, memory.mark, current.versions, context);
  const tag = await settle(
    () => client.virtualTags.update(id, stagedBodyOf(inputs, memory.mark, name), options),
    async () =>
      (await find()) === undefined ? undefined : orGone(client.virtualTags.get(id, { ...request, fresh: true })),
    context,
  );
  const versionCount = await countSave(tag, memory.versionCount, inputs.resourceUrn, context);
  const saved = { mark: memory.mark, versionCount, seenAt: tag.updatedAt };
  return stateOf(tag, inputs, stagedMemory(saved, await shown(find, context), { name, content: current.live }));
}

/**
 * What to remember of a staged save. A service may make the first version of a tag live whatever was asked for.
 *
 * @param live what was live, and stays so
 */
function stagedMemory(
  memory: SaveMemory,
  version: Version | undefined,
  live: { name: string; content: TagContent | undefined },
): SaveMemory {
  if (version?.isLive === true) return memory;
  return { ...memory, stagedVersionId: version?.id ?? unknownVersion, liveContent: live.content, liveName: live.name };
}

/**
 * Warns of a change that someone else made since our state, or refuses to write over it, as the settings say. A change
 * that makes no difference in meaning is none.
 *
 * @param expected what was live when we last looked; the change that a refresh has found before; and what a person can
 *   do, where the tag is not in the state
 */
export async function heedOutsideChange(
  current: Current,
  expected: { name: string; content: TagContent | undefined; outsideChange?: string | undefined; whatToDo?: string },
  inputs: VirtualTagInputs,
  context: Context,
): Promise<void> {
  const { tag } = current;
  const { content, name, outsideChange, whatToDo } = expected;
  const { log, settings } = context;
  const isNamed = tag.name === name || showsStagedName(current, ownMark(inputs));
  if (isLiveAs(content, current) && isNamed) {
    if (outsideChange !== undefined && inputs.setAsLive !== false) {
      const how = await howToRestore(current, context);
      log.warning(`${outsideChange} The declared content is written over it. ${how}`, inputs.resourceUrn);
    }
    return;
  }
  if (isOwnLastSave(current, ownMark(inputs))) {
    log.info(`"${tag.name}" (${tag.id}) was saved by a run of this resource that was interrupted.`, inputs.resourceUrn);
    return;
  }
  if (inputs.setAsLive === false) {
    const who = await editorOf(current, context);
    log.warning(
      `What is live of "${tag.name}" (${tag.id}) was changed by ${who}, outside this stack. It stays live: the declared ` +
        "content is staged beside it.",
      inputs.resourceUrn,
    );
    return;
  }
  const facts = `"${tag.name}" (${tag.id}) was changed outside this stack by ${await editorOf(current, context)}.`;
  if (settings.driftPolicy === "refuse") throw refusal(facts, whatToDo);
  log.warning(
    `${facts} The declared content is written over it. ${await howToRestore(current, context)}`,
    inputs.resourceUrn,
  );
}

/** Who saved the live content, when, as which version. */
export async function editorOf(current: Current, context: Context): Promise<string> {
  const { tag, liveVersion } = await withLiveVersion(current, context);
  const who = liveVersion?.createdBy ?? tag.updatedBy ?? "someone";
  const when = liveVersion?.createdAt ?? tag.updatedAt ?? "an unknown time";
  return `${who} at ${when}${liveVersion === undefined ? "" : ` (version ${liveVersion.id})`}`;
}

/** How to have the content back that is live now. */
export async function howToRestore(current: Current, context: Context): Promise<string> {
  const { tag, liveVersion } = await withLiveVersion(current, context);
  if (liveVersion === undefined) return "No version of it was found in the history.";
  return `To have it back: cost-allocation versions restore ${tag.id} ${liveVersion.id}`;
}

async function withLiveVersion(current: Current, context: Context): Promise<Current> {
  return current.liveVersion === undefined ? lookUp(current.tag, context, current.versions) : current;
}

function bodyOf(inputs: VirtualTagInputs, mark: string): VirtualTagBody {
  const { name, changeDescription } = inputs;
  return { name, ...asSent(inputs), versionMetadata: { changeDescription: withMark(changeDescription, mark) } };
}

/** While a version is staged, only its description can tell of another name than the tag goes by. */
function stagedBodyOf(inputs: VirtualTagInputs, mark: string, shownName: string): VirtualTagBody {
  const body = bodyOf(inputs, mark);
  if (inputs.name === shownName) return body;
  return { ...body, versionMetadata: { changeDescription: withName(inputs.changeDescription, inputs.name, mark) } };
}

/** The mark of the resource that is declared. */
export function ownMark({ resourceUrn }: VirtualTagInputs): string {
  if (resourceUrn === undefined)
    throw new Error("VirtualTag needs its URN: make it by the class VirtualTag of this package.");
  return markOf(resourceUrn);
}

/** The tag as a read of it answered, where nobody can have staged anything: what it shows is what is live. */
export function asShown(tag: VirtualTag, versions: Version[]): Current {
  return { tag, live: contentOf(tag), versions };
}
