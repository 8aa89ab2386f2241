/** What the service shows of a tag. */
import type { Listed, Version, VirtualTag } from "../../client/wire";
import { isSaveOf, markIn } from "../../client/ownershipMark";
import type { TagContent } from "../../rules/types";
import { isAsWritten } from "./leftByV1";
import type { LeftTag } from "./left";

/** What the service shows of a tag. */
export type SeenTag<Tag extends Listed<VirtualTag> = VirtualTag> =
  | { kind: "missing" }
  /** A list shows the tag as the stack left it, so nothing else was read. */
  | { kind: "asLeft"; tag: VirtualTag }
  | ReadTag<Tag>;

/** A tag whose versions were read. */
export interface ReadTag<Tag extends Listed<VirtualTag> = Listed<VirtualTag>> {
  kind: "read";
  tag: Tag;
  /** The newest ones, newest first. */
  versions: readonly Version[];
  /** The one that reports use; undefined if none is live. */
  live: Version | undefined;
  /** The contents of versions that were read, by ID; undefined for one that the service does not have any more. */
  contents: ReadonlyMap<string, TagContent | undefined>;
}

/** What an operation finds of the tag of its resource. */
export interface FoundTag {
  /** Of a create: the tag that it finds. */
  seen: SeenTag;
  /** The tags that have the declared name; undefined if nobody looked. */
  named: readonly Listed<VirtualTag>[] | undefined;
}

/** A tag that exists. */
export type PresentTag<Tag extends Listed<VirtualTag> = Listed<VirtualTag>> = Exclude<
  SeenTag<Tag>,
  { kind: "missing" }
>;

/** The newest versions, newest first. None if they were not read, because the tag is as the stack left it. */
export function versionsOf(seen: PresentTag): readonly Version[] {
  return seen.kind === "read" ? seen.versions : [];
}

/** The live version, if the versions were read. */
export function liveVersionOf(seen: PresentTag): Version | undefined {
  return seen.kind === "read" ? seen.live : undefined;
}

/** The content that reports use; undefined if no version is live. */
export function liveContentOf(seen: PresentTag): TagContent | undefined {
  return seen.kind === "read" ? contentOf(seen, seen.live?.id) : seen.tag;
}

/** The content of a version; undefined if it was not read, or is not there any more. */
export function contentOf(seen: PresentTag, versionId: string | undefined): TagContent | undefined {
  return seen.kind === "read" && versionId !== undefined ? seen.contents.get(versionId) : undefined;
}

/**
 * The version to read next, to find out what has changed: first the live one, then the one that the stack left.
 *
 * @returns undefined if everything is read
 */
export function nextVersion(seen: ReadTag, left: LeftTag<string> | undefined): string | undefined {
  const { contents, live } = seen;
  if (live === undefined) return undefined;
  if (!contents.has(live.id)) return live.id;
  const content = contents.get(live.id);
  if (left === undefined || content === undefined) return undefined;
  return firstUnread(seen, versionsLeft(seen, left), (other) => isAsWritten(left.writtenBy, other, content));
}

/** The first version that was not read; undefined if an earlier one in the list has the content, or all were read. */
function firstUnread(
  { contents }: ReadTag,
  ids: readonly string[],
  isIt: (content: TagContent) => boolean,
): string | undefined {
  for (const id of ids) {
    if (!contents.has(id)) return id;
    const content = contents.get(id);
    if (content !== undefined && isIt(content)) return undefined;
  }
  return undefined;
}

/**
 * The version to read next, to find the one with what the stack wrote last, to go back to. Its content must be compared, because
 * the stack may have staged others.
 */
export function nextOwnVersion(seen: ReadTag, left: LeftTag<never>): string | undefined {
  const { content, found, staged } = left;
  const live = liveContentOf(seen);
  if (live === undefined || staged !== undefined || found?.drift.previous !== undefined) return undefined;
  if (isAsWritten(left.writtenBy, content.value, live)) return undefined;
  return firstUnread(seen, ownVersionsBelow(seen, left), (own) => isAsWritten(left.writtenBy, content.value, own));
}

/** How many versions are read to find the one that the stack wrote last. */
const maxOwn = 3;

/** The versions below the live one that runs of this resource saved; any version, if it never saved the tag. */
export function ownVersionsBelow({ live, versions }: ReadTag, { lastMark, marks }: LeftTag<string>): string[] {
  const isUnsaved = typeof lastMark !== "string" && lastMark.value === undefined;
  const isOwn = ({ changeDescription }: Version): boolean =>
    isUnsaved || marks.some((mark) => isSaveOf(mark, changeDescription));
  const older = versions.slice(versions.findIndex(({ id }) => id === live?.id) + 1);
  return older
    .filter(isOwn)
    .slice(0, maxOwn)
    .map(({ id }) => id);
}

/** The newest version, if a run of the resource staged it. */
export function stagedByRun(seen: PresentTag, mark: string): Version | undefined {
  const [newest] = versionsOf(seen);
  return newest !== undefined && !newest.isLive && markIn(newest.changeDescription) === mark ? newest : undefined;
}

/** How many versions are compared to find what was live before something was staged. */
const maxCompared = 3;

/** The versions that may hold what the stack left live, other than the live one; the likeliest first. */
export function versionsLeft(seen: ReadTag, left: LeftTag<string>): string[] {
  const { live, versions } = seen;
  const { content, found, marks, staged } = left;
  const previous = found?.drift.previous;
  if (staged === undefined) return typeof content === "string" && previous !== undefined ? [previous] : [];
  const { beside, versionId } = staged;
  if (typeof beside !== "string") {
    const former = beside.value?.versionId ?? "";
    return former === "" || former === live?.id ? [] : [former];
  }
  if (previous !== undefined) return [previous];
  const position = versions.findIndex(({ id }) => id === versionId);
  if (position < 0 || isUntouched(seen, left)) return [];
  // A later run that was interrupted may have left something live, too.
  const byRuns = versions
    .slice(0, position)
    .filter(({ changeDescription, id }) => id !== live?.id && marks.some((mark) => isSaveOf(mark, changeDescription)));
  return [...byRuns, ...versions.slice(position + 1)].slice(0, maxCompared).map(({ id }) => id);
}

/** Whether nothing was made live since a version was staged. Then what the state encrypts is still live. */
export function isUntouched(seen: PresentTag, { found, staged }: LeftTag<string>): boolean {
  if (staged === undefined || typeof staged.beside !== "string" || found !== undefined) return false;
  const positionOf = (id: string | undefined): number => versionsOf(seen).findIndex((version) => version.id === id);
  const position = positionOf(staged.versionId);
  return position >= 0 && positionOf(liveVersionOf(seen)?.id) > position;
}
