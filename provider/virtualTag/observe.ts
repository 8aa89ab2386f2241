/** All reads of a Virtual Tag's lifecycle. Nothing is decided here. */
import { Forbidden, type Listed, UnexpectedAnswer, type Version, type VirtualTag } from "../../client";
import { isSaveOf, markIn, ownerIn } from "../../client/ownershipMark";
import { isComplete } from "../../client/resources/tagReading";
import { isAsDeclared, isSatisfiedBy } from "../../rules/canonical";
import { isSameName } from "../../rules/names";
import type { TagContent } from "../../rules/types";
import type { Context } from "../shared/lifecycle";
import { orNotFound } from "../../client/settle";
import { isSameId } from "../../stack/state/kinds";
import { timed } from "../shared/writeLoop";
import { type Known, manyVersions, type Wanted } from "./wanted";

/** What the service holds of a tag, as plain data. */
export interface Observed {
  /** When the oldest of the reads was requested, by the client's clock. */
  at: number;
  /** When the list that shows who has the declared name was requested, by the client's clock. */
  namesAt?: number;
  /** Other tags with the tag's present name. */
  twins?: readonly Listed<VirtualTag>[];
  /** The tags with the declared name, if the tag does not have it yet. */
  named: readonly Listed<VirtualTag>[];
  /** The tag; undefined if it was not found. */
  tag?: VirtualTag;
  /** The newest versions, newest first. Undefined if they were not read, because the tag is as the stack left it. */
  versions?: readonly Version[];
  /** The content that reports use; undefined if no version is live. */
  live?: TagContent | undefined;
  /** The live version, if the versions were read. */
  liveVersion?: Version | undefined;
  /** The content of the newest version, if it is not live and has the resource's mark. */
  stagedContent?: TagContent | undefined;
  /** The content that was live when the stack staged something, if another version is live now. */
  formerLive?: TagContent | undefined;
  /** The version with what the stack wrote last, if something else is live now and the service still has it. */
  writtenVersion?: string | undefined;
}

/**
 * How old a list may be that an observation relies on, in seconds. A list that shows that a name is free must be younger, because
 * nothing else prevents a second tag with that name.
 */
const listMaxAge = { names: 2, tags: 4 };

/**
 * The first updates of a run always read the versions, even if the tag is as the stack left it. Only they show that another stack
 * took the tag over and has only staged a version. Later updates read them if that needs no wait: otherwise, a bulk update would
 * take twice as long.
 */
const thoroughUpdates = 8;

/** How often a tag is read again if somebody saves it at the same time. */
const maxReads = 3;

/** Reads what a decision about the tag needs. */
export async function observe(wanted: Wanted, context: Context): Promise<Observed> {
  if (wanted.goal === "create") return observeByName(wanted, context);
  const observed = await observeKnown(wanted, context);
  const { tag } = observed;
  if (wanted.goal === "delete" || tag === undefined || isSameName(tag.name, wanted.declared.name)) return observed;
  return { ...observed, ...(await observeNames(wanted, context)) };
}

/** Finds who has the declared name. Read last, because this expires first. */
async function observeNames(
  { declared }: Wanted,
  { client, request }: Context,
): Promise<Pick<Observed, "named" | "namesAt">> {
  const snapshot = await client.virtualTags.snapshot({ ...request, maxAgeSeconds: listMaxAge.names });
  return { namesAt: snapshot.requestedAt, named: snapshot.named(declared.name) };
}

/** For a create: looks for the name, and for the tag that `adopt` names. */
async function observeByName(wanted: Wanted, context: Context): Promise<Observed> {
  const { client, request } = context;
  const { adopt, declared } = wanted;
  const snapshot = await client.virtualTags.snapshot({ ...request, maxAgeSeconds: listMaxAge.names });
  const { requestedAt: at } = snapshot;
  const named = snapshot.named(declared.name);
  const byName = { at, named, namesAt: at };
  const byId = typeof adopt === "string" ? named.find(({ id }) => isSameId(id, adopt)) : undefined;
  // If only others have the name, the ID is wrong.
  if (typeof adopt === "string" && named.length > 0 && byId === undefined) return byName;
  const id = typeof adopt === "string" ? (byId?.id ?? adopt) : await findOwn(named, wanted.mark, context);
  if (id === undefined) return byName;
  const observed = { ...(await observeTag(id, wanted, context)), ...byName, ...twinsOf(id, named) };
  const isRename = observed.tag !== undefined && !isSameName(observed.tag.name, declared.name);
  return isRename ? { ...observed, ...(await observeNames(wanted, context)) } : observed;
}

/** The other tags with the name of a tag. */
export function twinsOf(id: string, named: readonly Listed<VirtualTag>[]): Pick<Observed, "twins"> {
  const twins = named.filter((other) => !isSameId(other.id, id));
  return twins.length === 0 ? {} : { twins };
}

/** The only tag with the declared name; of several, the one with the mark. */
async function findOwn(
  named: readonly Listed<VirtualTag>[],
  mark: string,
  context: Context,
): Promise<string | undefined> {
  return named.length <= 1 ? named[0]?.id : ownedBy(mark, named, context);
}

/** The ID of the first tag with the mark. */
export async function ownedBy(
  mark: string,
  tags: readonly { id: string }[],
  { client, request }: Context,
): Promise<string | undefined> {
  for (const { id } of tags) {
    const versions = await orNotFound(client.virtualTagVersions.newest(id, request));
    if (versions !== undefined && ownerIn(versions) === mark) return id;
  }
  return undefined;
}

/** For an update or a delete: looks at the tag of the state. If a shared list shows it as the stack left it, that is enough. */
async function observeKnown(wanted: Wanted, context: Context): Promise<Observed> {
  const { client, memory, request } = context;
  const { id = "", known } = wanted;
  const snapshot = await client.virtualTags
    .snapshot({ ...request, maxAgeSeconds: listMaxAge.tags })
    .catch((error: unknown) => {
      // If the list is forbidden or unreadable, the tag itself may still be readable.
      if (error instanceof Forbidden || error instanceof UnexpectedAnswer) return undefined;
      throw error;
    });
  const tag = snapshot?.byId(id);
  const isAsLeft = tag !== undefined && known !== undefined && isComplete(tag) && isUnchanged(tag, known);
  const twins = tag === undefined ? {} : twinsOf(id, snapshot?.named(tag.name) ?? []);
  if (snapshot === undefined || !isAsLeft) return { ...(await observeTag(id, wanted, context)), ...twins };
  const asLeft: Observed = { at: snapshot.requestedAt, named: [], tag, live: tag, ...twins };
  const isChecked = memory.isAmongFirst(id, thoroughUpdates) || client.isFree("GET /v2/virtual-tags/{id}/versions");
  if (canSkipVersions(wanted) && !isChecked) return asLeft;
  const versions = await orNotFound(client.virtualTagVersions.newest(id, request));
  const [newest] = versions ?? [];
  // If the newest version is the stack's own last one, the list shows what the stack left.
  const isOurs = newest?.isLive === true && isSaveOf(known.mark, newest.changeDescription);
  if (versions === undefined || !isOurs || versions.length !== known.versionCount || known.staged !== undefined)
    return { ...(await observeTag(id, wanted, context, versions)), ...twins };
  return { ...asLeft, versions, liveVersion: newest };
}

/**
 * Reads a tag with its versions. The versions show what is live: while one is staged, a read of the tag may show either (the API
 * document doesn't say).
 *
 * @param known the versions, if they were just read
 */
export async function observeTag(
  id: string,
  wanted: Pick<Wanted, "known" | "mark">,
  context: Context,
  known?: Version[],
): Promise<Observed> {
  const { client, request } = context;
  for (let round = 1; ; round++) {
    // Reads the versions first, because their route is slowest. So the tag is read right before the decision.
    const versions =
      (round === 1 ? known : undefined) ?? (await orNotFound(client.virtualTagVersions.newest(id, request)));
    const reads = timed(context);
    const tag = await orNotFound(client.virtualTags.get(id, { ...reads.request, fresh: true }));
    const at = reads.oldest();
    if (tag === undefined || versions === undefined) return { at, named: [] };
    const contents = await contentsOf(tag, versions, wanted, context);
    const observed = { at, named: [], tag, versions, ...contents };
    if (round === maxReads || !isSavedBetween(observed)) return observed;
  }
}

/** Whether somebody saved the tag between the read of its versions and the read of the tag. */
function isSavedBetween({ tag, versions, live }: Observed): boolean {
  const [newest] = versions ?? [];
  if (tag === undefined || newest === undefined) return false;
  if (secondsOf(tag.updatedAt) > secondsOf(newest.createdAt)) return true;
  // While a version is staged, a read may show that one.
  return newest.isLive && (live === undefined || !isSatisfiedBy(live, tag));
}

/** Reads the contents that a decision compares. */
async function contentsOf(
  tag: VirtualTag,
  versions: readonly Version[],
  { known, mark }: { known: Known | undefined; mark: string },
  { client, request }: Context,
): Promise<Pick<Observed, "live" | "liveVersion" | "stagedContent" | "formerLive" | "writtenVersion">> {
  const contentOf = async (versionId: string): Promise<TagContent | undefined> =>
    (await orNotFound(client.virtualTagVersions.get(tag.id, versionId, request)))?.versionData;
  const [newest] = versions;
  const liveVersion = await client.virtualTagVersions.findLive(tag.id, request, versions);
  const isStaged = newest !== undefined && !newest.isLive && markIn(newest.changeDescription) === mark;
  const stagedContent = isStaged ? await contentOf(newest.id) : undefined;
  if (liveVersion === undefined) return { stagedContent };
  const isLastSave = liveVersion === newest && isSaveOf(known?.mark, newest.changeDescription);
  // While a version is staged, a service may show that one instead of the live one.
  const isAsLeft = isLastSave && known !== undefined && known.staged === undefined && isUnchanged(tag, known);
  const former = known?.staged?.formerLive?.versionId ?? "";
  const live = isAsLeft ? tag : await contentOf(liveVersion.id);
  return {
    stagedContent,
    liveVersion,
    live,
    formerLive: former === "" || former === liveVersion.id ? undefined : await contentOf(former),
    writtenVersion: await findWritten(live, liveVersion, versions, known, contentOf),
  };
}

/** How many versions are read to find the one that the stack wrote last. */
const maxCompared = 3;

/**
 * The version with what the stack wrote last, to go back to. Its content must be compared, because the stack may have staged
 * others.
 */
async function findWritten(
  live: TagContent | undefined,
  liveVersion: Version,
  versions: readonly Version[],
  known: Known | undefined,
  contentOf: (versionId: string) => Promise<TagContent | undefined>,
): Promise<string | undefined> {
  if (live === undefined || known === undefined || known.staged !== undefined || known.isSame(live)) return undefined;
  if (known.drift?.previous !== undefined) return undefined;
  const { marks } = known;
  const isOwn = ({ changeDescription }: Version): boolean =>
    known.mark === undefined || marks.some((mark) => isSaveOf(mark, changeDescription));
  const older = versions.slice(versions.findIndex(({ id }) => id === liveVersion.id) + 1);
  for (const { id } of older.filter(isOwn).slice(0, maxCompared)) {
    const content = await contentOf(id);
    if (content !== undefined && known.isSame(content)) return id;
  }
  return undefined;
}

/** Whether a tag has the date, author, name and content that the stack knows. */
export function isUnchanged(tag: VirtualTag, { found, seenAt, updatedBy }: Known): boolean {
  return seenAt !== undefined && tag.updatedAt === seenAt && tag.updatedBy === updatedBy && isAsDeclared(found, tag);
}

/**
 * Whether an update may do without the versions: nothing is staged, nothing has drifted, and the service is not about to remove
 * versions.
 */
export function canSkipVersions({ goal, known, setAsLive }: Wanted): boolean {
  if (goal !== "update" || known === undefined || !setAsLive) return false;
  return known.staged === undefined && known.drift === undefined && known.versionCount < manyVersions;
}

/** A date in seconds, the precision of a tag's dates; NaN if it can't be read. */
export function secondsOf(date = ""): number {
  return Math.floor(Date.parse(date) / 1000);
}
