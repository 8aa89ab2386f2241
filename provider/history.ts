/** What the versions of a tag tell: which one is live, and what it holds. */
import type { Version, VirtualTag } from "../client";
import { isSatisfiedBy } from "../rules/canonical";
import type { TagContent } from "../rules/types";
import type { Context } from "./lifecycle";
import { isSaveOf, markIn, nameIn } from "./mark";
import { newestVersions } from "./ownership";
import { orGone } from "./settle";
import { contentOf, type SaveMemory, type VirtualTagInputs, type VirtualTagState } from "./virtualTagState";

/** How many versions of a tag the service keeps (API document, section 8). */
const versionsKept = 100;

/** From how many versions on a person should know that old ones are about to go. */
const versionsToWarnAt = 95;

/** A date's seconds since 1970, the smallest part that a tag's date has; no number where it can't be read. */
export function secondsOf(date = ""): number {
  return Math.floor(Date.parse(date) / 1000);
}

/** Stands for the ID of a version that was saved, and that the list of versions did not show yet. */
export const unknownVersion = "unknown";

/** What the service holds of a tag at one moment. */
export interface Current {
  tag: VirtualTag;
  /** The content that reports use; undefined when the tag has no live version. */
  live: TagContent | undefined;
  /** The version that is live, where it was looked up. */
  liveVersion?: Version | undefined;
  /** The newest versions, newest first. */
  versions: Version[];
}

/**
 * What is live by the versions, not by the tag's own fields: while a version is staged, the document does not say which
 * of the two a read of the tag shows.
 */
export async function lookUp(tag: VirtualTag, context: Context, known?: Version[]): Promise<Current> {
  const versions = known ?? (await newestVersions(tag.id, context));
  const liveVersion = versions.find(({ isLive }) => isLive) ?? (await olderLiveVersion(tag.id, versions, context));
  if (liveVersion === undefined) return { tag, live: undefined, versions };
  const { client, request } = context;
  const { versionData } = await client.virtualTagVersions.get(tag.id, liveVersion.id, request);
  return { tag, live: contentOf(versionData), liveVersion, versions };
}

/** The live version is kept for ever, so it may be older than the newest hundred. */
async function olderLiveVersion(
  tagId: string,
  newest: readonly Version[],
  { client, request }: Context,
): Promise<Version | undefined> {
  if (newest.length < versionsKept) return undefined;
  for await (const version of client.virtualTagVersions.list(tagId, { ...request, pageSize: versionsKept })) {
    if (version.isLive) return version;
  }
  return undefined;
}

/** The newest of the versions that were not there before, hold a content and bear a mark; undefined when none does. */
export async function newVersionWith(
  tagId: string,
  content: TagContent,
  mark: string,
  before: readonly Version[],
  context: Context,
): Promise<Version | undefined> {
  const known = new Set(before.map(({ id }) => id));
  const { client, request } = context;
  const isCandidate = ({ id, changeDescription }: Version): boolean =>
    !known.has(id) && markIn(changeDescription) === mark;
  for (const version of (await newestVersions(tagId, context)).filter(isCandidate)) {
    const data = await orGone(client.virtualTagVersions.get(tagId, version.id, request));
    if (data !== undefined && isSatisfiedBy(content, data.versionData)) return version;
  }
  return undefined;
}

/**
 * The version that an interrupted run of the same resource has staged with the declared content and name: the newest one,
 * when it bears our mark and is not live. Undefined when the program does not stage, or there is no such version.
 */
export async function stagedByEarlierRun(
  current: Current,
  inputs: VirtualTagInputs,
  mark: string,
  { client, request }: Context,
): Promise<SaveMemory | undefined> {
  const { tag, live, versions } = current;
  const [newest] = versions;
  if (inputs.setAsLive !== false || newest === undefined || newest.isLive) return undefined;
  const { changeDescription } = newest;
  if (markIn(changeDescription) !== mark || (nameIn(changeDescription) ?? tag.name) !== inputs.name) return undefined;
  const version = await orGone(client.virtualTagVersions.get(tag.id, newest.id, request));
  if (version === undefined || !isSatisfiedBy(inputs, version.versionData)) return undefined;
  // A name that is only staged says nothing of the one that is live.
  const liveName = showsStagedName(current, mark) ? undefined : tag.name;
  return { mark, stagedVersionId: newest.id, liveContent: live, liveName };
}

/**
 * How many versions the tag has after one more save. Counts them again when it comes to matter, and warns when the
 * service is about to remove old ones.
 */
export async function countSave(
  tag: VirtualTag,
  versionCount: number,
  urn: string | undefined,
  context: Context,
): Promise<number> {
  if (versionCount + 1 < versionsToWarnAt) return versionCount + 1;
  const versions = await newestVersions(tag.id, context).catch(() => undefined);
  // The save is done, and the count is for a warning only.
  if (versions === undefined) return versionCount + 1;
  if (versions.length >= versionsToWarnAt) {
    const oldest = versions.at(-1);
    context.log.warning(
      `"${tag.name}" (${tag.id}) has ${versions.length} versions, and the service keeps ${versionsKept}: after that each save ` +
        `removes the oldest one that is not live, now ${String(oldest?.id)} of ${String(oldest?.createdAt)}.`,
      urn,
    );
  }
  return versions.length;
}

/**
 * What was live at our last save: what our state says, unless that is staged.
 *
 * @param shownName the name that the service shows: that of a staged version may show before it is live
 */
export function lastLive(state: VirtualTagState, shownName: string): { name: string; content: TagContent | undefined } {
  const { name, stagedVersionId, liveName = name, liveContent } = state;
  if (stagedVersionId === undefined) return { name, content: contentOf(state) };
  return { name: shownName === name ? name : liveName, content: liveContent };
}

/**
 * Whether what is live is what a run of the resource with that mark has saved last: where the state holds something else,
 * that run did not live to tell of it. An older version of ours that is live again is someone else's doing.
 */
export function isOwnLastSave({ liveVersion, versions }: Current, mark: string | undefined): boolean {
  return (
    liveVersion !== undefined &&
    // Beside what is staged since, a name that shows may be another's.
    versions[0]?.id === liveVersion.id &&
    isSaveOf(mark, liveVersion.changeDescription)
  );
}

/** Whether nothing else is live than a content; undefined stands for none. */
export function isLiveAs(content: TagContent | undefined, { live }: Current): boolean {
  return live === undefined || (content !== undefined && isSatisfiedBy(content, live));
}

/**
 * Whether what is declared is live: content and name. A service that shows the newest version may show a name that is only
 * staged, and no version tells its name; so a staged name counts once its version is the live one, or a later save of ours
 * is, which a run has made that did not live to tell of it.
 */
export function isLiveAsDeclared(
  current: Current,
  declared: TagContent & { name: string },
  { stagedVersionId, liveName, mark }: SaveMemory,
): boolean {
  const { tag, live, liveVersion } = current;
  const isStagedName = stagedVersionId !== undefined && liveName !== undefined && liveName !== declared.name;
  if (isStagedName && liveVersion?.id !== stagedVersionId && !isOwnLastSave(current, mark)) return false;
  if (mark !== undefined && showsStagedName(current, mark)) return false;
  return tag.name === declared.name && live !== undefined && isSatisfiedBy(declared, live);
}

/** Whether the name that the service shows is only staged, by a save of ours that our state does not know. */
export function showsStagedName({ tag, versions }: Current, mark: string): boolean {
  const [newest] = versions;
  if (newest === undefined || newest.isLive || markIn(newest.changeDescription) !== mark) return false;
  return nameIn(newest.changeDescription) === tag.name;
}
