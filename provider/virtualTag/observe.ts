/** All reads of a Virtual Tag's lifecycle. Nothing is decided here. */
import { Forbidden, type Listed, UnexpectedAnswer, type Version, type VirtualTag } from "../../client";
import { isSaveOf, ownerIn } from "../../client/ownershipMark";
import { isComplete } from "../../client/resources/tagReading";
import { isAsDeclared, isSatisfiedBy } from "../../rules/canonical";
import { isSameName } from "../../rules/names";
import type { TagSnapshot } from "../../client/cache/tagIndex";
import type { TagContent } from "../../rules/types";
import {
  liveContentOf,
  nextOwnVersion,
  nextVersion,
  type ReadTag,
  type SeenTag,
  stagedByRun,
} from "../../stack/facts/seen";
import type { Context } from "../shared/lifecycle";
import { orNotFound } from "../../client/settle";
import { idKey, isSameId } from "../../stack/state/kinds";
import { timed } from "../shared/writeLoop";
import { isReadable, type References, referencesTo } from "./references";
import { type Known, manyVersions, type Wanted } from "./wanted";

/** What the service shows, as plain data. */
export interface Observed {
  seen: SeenTag;
  /** When the oldest of the reads of the tag was requested, by the client's clock. */
  at: number;
  /** The tags that have the declared name, and when they were requested. Undefined if nobody looked: the tag has that name. */
  names: { tags: readonly Listed<VirtualTag>[]; at: number } | undefined;
  /** Other tags with the tag's present name. */
  twins: readonly Listed<VirtualTag>[];
  /** For a delete: what other tags say about the tag. Undefined if the list of tags is forbidden or unreadable. */
  references?: References | undefined;
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

/** The first tags that a run updates. */
export class ThoroughUpdates {
  readonly #ids = new Set<string>();

  has(tagId: string): boolean {
    const id = idKey(tagId);
    if (this.#ids.size < thoroughUpdates) this.#ids.add(id);
    return this.#ids.has(id);
  }
}

/** How often a tag is read again if somebody saves it at the same time. */
const maxReads = 3;

/** Reads what a decision about the tag needs. */
export async function observe(wanted: Wanted, context: Context): Promise<Observed> {
  if (wanted.goal === "create") return observeByName(wanted, context);
  // Before the reads of the tag, because these expire first.
  const references = wanted.goal === "delete" ? await findReferences(wanted, context) : undefined;
  const observed = await observeKnown(wanted, context);
  if (wanted.goal === "delete") return { ...observed, references };
  const isNamed = observed.seen.kind === "missing" || isSameName(observed.seen.tag.name, wanted.declared.name);
  return isNamed ? observed : { ...observed, names: await findNamed(wanted, context) };
}

/**
 * Finds the tags that refer to a tag. The list shows what this run has deleted or changed. A tag that the list doesn't show
 * completely is read by its ID, unless references are ignored.
 */
async function findReferences({ id = "" }: Wanted, context: Context): Promise<References | undefined> {
  const { client, policy, request } = context;
  const listed = (await listTags(context))?.all();
  if (listed === undefined || policy.referencePolicy === "ignore") return listed && referencesTo(id, listed);
  const tags = listed.map(async (tag) => {
    if (isReadable(tag) || isSameId(tag.id, id)) return tag;
    const found = orNotFound(client.virtualTags.get(tag.id, { ...request, fresh: true }));
    return (await ifReadable(found.then((whole) => whole ?? []))) ?? tag;
  });
  return referencesTo(id, (await Promise.all(tags)).flat());
}

/** All tags of the account; undefined if the list is forbidden or unreadable. A tag itself may still be readable. */
function listTags({ client, request }: Context): Promise<TagSnapshot<Listed<VirtualTag>> | undefined> {
  return ifReadable(client.virtualTags.snapshot({ ...request, maxAgeSeconds: listMaxAge.tags }));
}

/** The result of a read; undefined if it is forbidden or unreadable. */
async function ifReadable<Result>(answer: Promise<Result>): Promise<Result | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Forbidden || error instanceof UnexpectedAnswer) return undefined;
    throw error;
  }
}

/** Finds who has the declared name. Read last, because this expires first. */
async function findNamed({ declared }: Wanted, { client, request }: Context): Promise<NonNullable<Observed["names"]>> {
  const snapshot = await client.virtualTags.snapshot({ ...request, maxAgeSeconds: listMaxAge.names });
  return { at: snapshot.requestedAt, tags: snapshot.named(declared.name) };
}

/** For a create: looks for the name, and for the tag that `adopt` names. */
async function observeByName(wanted: Wanted, context: Context): Promise<Observed> {
  const { adopt, declared } = wanted;
  const names = await findNamed(wanted, context);
  const { at, tags: named } = names;
  const byName: Observed = { seen: { kind: "missing" }, at, names, twins: [] };
  const byId = typeof adopt === "string" ? named.find(({ id }) => isSameId(id, adopt)) : undefined;
  // If only others have the name, the ID is wrong.
  if (typeof adopt === "string" && named.length > 0 && byId === undefined) return byName;
  const id = typeof adopt === "string" ? (byId?.id ?? adopt) : await findOwn(named, wanted.mark, context);
  if (id === undefined) return byName;
  const { seen } = await readTag(id, wanted, context);
  const observed = { ...byName, seen, twins: othersThan(id, named) };
  if (seen.kind === "missing" || isSameName(seen.tag.name, declared.name)) return observed;
  return { ...observed, names: await findNamed(wanted, context) };
}

/** The other tags with the name of a tag. */
export function othersThan(id: string, named: readonly Listed<VirtualTag>[]): readonly Listed<VirtualTag>[] {
  return named.filter((other) => !isSameId(other.id, id));
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
  const snapshot = await listTags(context);
  const tag = snapshot?.byId(id);
  const twins = tag === undefined ? [] : othersThan(id, snapshot?.named(tag.name) ?? []);
  const rest = { names: undefined, twins };
  const isAsLeft = tag !== undefined && known !== undefined && isComplete(tag) && isUnchanged(tag, known);
  if (snapshot === undefined || !isAsLeft) return { ...(await readTag(id, wanted, context)), ...rest };
  const at = snapshot.requestedAt;
  const isChecked = memory.notes(ThoroughUpdates).has(id) || client.isFree("GET /v2/virtual-tags/{id}/versions");
  if (canSkipVersions(wanted) && !isChecked) return { seen: { kind: "asLeft", tag }, at, ...rest };
  const versions = await orNotFound(client.virtualTagVersions.newest(id, request));
  const [newest] = versions ?? [];
  // If the newest version is the stack's own last one, the list shows what the stack left.
  const isOurs = newest?.isLive === true && isSaveOf(known.left.lastMark.value, newest.changeDescription);
  if (versions === undefined || !isOurs || versions.length !== known.versionCount || known.left.staged !== undefined)
    return { ...(await readTag(id, wanted, context, versions)), ...rest };
  return { seen: { kind: "read", tag, versions, live: newest, contents: new Map([[newest.id, tag]]) }, at, ...rest };
}

/**
 * Reads a tag with its versions. The versions show what is live: while one is staged, a read of the tag may show either (the API
 * document doesn't say).
 *
 * @param known the versions, if they were just read
 */
export async function readTag(
  id: string,
  wanted: Pick<Wanted, "known" | "mark">,
  context: Context,
  known?: readonly Version[],
): Promise<Pick<Observed, "seen" | "at">> {
  const { client, request } = context;
  for (let round = 1; ; round++) {
    // Reads the versions first, because their route is slowest. So the tag is read right before the decision.
    const versions =
      (round === 1 ? known : undefined) ?? (await orNotFound(client.virtualTagVersions.newest(id, request)));
    const reads = timed(context);
    const tag = await orNotFound(client.virtualTags.get(id, { ...reads.request, fresh: true }));
    const at = reads.oldest();
    if (tag === undefined || versions === undefined) return { seen: { kind: "missing" }, at };
    const seen = await readContents(tag, versions, wanted, context);
    if (round === maxReads || !isSavedBetween(seen)) return { seen, at };
  }
}

/** Whether somebody saved the tag between the read of its versions and the read of the tag. */
function isSavedBetween(seen: ReadTag<VirtualTag>): boolean {
  const { tag, versions } = seen;
  const [newest] = versions;
  if (newest === undefined) return false;
  if (secondsOf(tag.updatedAt) > secondsOf(newest.createdAt)) return true;
  const content = liveContentOf(seen);
  // While a version is staged, a read may show that one.
  return newest.isLive && (content === undefined || !isSatisfiedBy(content, tag));
}

/** Reads the contents that a decision compares. */
async function readContents(
  tag: VirtualTag,
  versions: readonly Version[],
  { known, mark }: Pick<Wanted, "known" | "mark">,
  { client, request }: Context,
): Promise<ReadTag<VirtualTag>> {
  const [newest] = versions;
  const live = await client.virtualTagVersions.findLive(tag.id, request, versions);
  const contents = new Map<string, TagContent | undefined>();
  const seen: ReadTag<VirtualTag> = { kind: "read", tag, versions, live, contents };
  const read = async (versionId: string): Promise<void> => {
    const version = await orNotFound(client.virtualTagVersions.get(tag.id, versionId, request));
    contents.set(versionId, version?.versionData);
  };
  const staged = stagedByRun(seen, mark);
  if (staged !== undefined) await read(staged.id);
  const isLastSave = live === newest && isSaveOf(known?.left.lastMark.value, newest?.changeDescription);
  // While a version is staged, a service may show that one instead of the live one.
  if (
    live !== undefined &&
    isLastSave &&
    known?.left.staged === undefined &&
    known !== undefined &&
    isUnchanged(tag, known)
  )
    contents.set(live.id, tag);
  const nextOf = (): string | undefined =>
    known === undefined
      ? nextVersion(seen, undefined)
      : (nextVersion(seen, known.left) ?? nextOwnVersion(seen, known.left));
  for (let id = nextOf(); id !== undefined; id = nextOf()) await read(id);
  return seen;
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
  return known.left.staged === undefined && known.left.found === undefined && known.versionCount < manyVersions;
}

/** A date in seconds, the precision of a tag's dates; NaN if it can't be read. */
export function secondsOf(date = ""): number {
  return Math.floor(Date.parse(date) / 1000);
}
