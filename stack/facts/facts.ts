/** What an observation of a tag means: who owns it, what is live, and who changed it. Pure. */
import { isSaveOf, markIn, ownerIn, stagedNameIn } from "../../client/ownershipMark";
import { isSatisfiedBy } from "../../rules/canonical";
import { isSameName } from "../../rules/names";
import type { TagContent } from "../../rules/types";
import type { Drift } from "../state/report";
import { isContentBeside, isStillFound, nameBeside } from "./beside";
import { differencesOf, savedBy } from "./drift";
import { isAsWritten } from "./leftByV1";
import type { LeftTag } from "./left";
import {
  contentOf,
  isUntouched,
  liveContentOf,
  liveVersionOf,
  ownVersionsBelow,
  type PresentTag,
  type ReadTag,
  versionsOf,
} from "./seen";

/** What an observation of a tag means. */
export interface TagFacts {
  /** The newest mark names the owner. `nobody`: no version has a mark. */
  owner: { kind: "nobody" } | { kind: "us" | "other"; mark: string };
  /** The live name; undefined if the service shows only a staged name. */
  name: string | undefined;
  /** The content that reports use; undefined if no version is live. */
  content: TagContent | undefined;
  /** The version that the stack staged. `gone`: the service does not have it any more. */
  staged: { kind: "none" } | { kind: "held" | "gone"; versionId: string };
  change: Change;
}

type Staged = NonNullable<LeftTag<string>["staged"]>;

/** What has happened to the tag since the stack wrote it. */
export type Change =
  | { kind: "none" }
  /** A run of this resource saved what is live, and was interrupted before its state was kept. */
  | { kind: "ownRun" }
  /** What the stack staged is live now. */
  | { kind: "promoted"; drift: Drift }
  /**
   * Somebody else made another content live. `written`: what the stack wrote, if that is known. If neither the name nor the content has
   * surely changed, one of them has: a refresh found it, and the state encrypts which.
   */
  | { kind: "others"; drift: Drift; written: TagContent | undefined; isRenamed: boolean; isContentChanged: boolean }
  /** Nobody can tell, because the state encrypts what decides it. */
  | { kind: "encrypted" };

/**
 * What an observation means.
 *
 * @param left what the stack left; undefined for a resource that has no state yet
 * @param mark the one that the resource writes
 */
export function factsOf(seen: PresentTag, left: LeftTag<string> | undefined, mark: string): TagFacts {
  const name = liveNameOf(seen, left, mark);
  const owner = ownerOf(seen, left, mark);
  return {
    owner: owner === undefined ? { kind: "nobody" } : owner,
    name,
    content: liveContentOf(seen),
    staged: stagedIn(seen, left),
    change: changeOf(seen, left, mark, name),
  };
}

function ownerOf(
  seen: PresentTag,
  left: LeftTag<string> | undefined,
  mark: string,
): { kind: "us" | "other"; mark: string } | undefined {
  // If the versions were not read, the tag is as the stack left it.
  const lastMark = left === undefined || typeof left.lastMark === "string" ? undefined : left.lastMark.value;
  const owner = seen.kind === "asLeft" ? lastMark : ownerIn(seen.versions);
  if (owner === undefined) return undefined;
  return { kind: (left?.marks ?? [mark]).includes(owner) ? "us" : "other", mark: owner };
}

/**
 * The live name. Versions hold no names, and a service that shows the newest version may show a staged name. Undefined if only
 * that is known.
 */
function liveNameOf(seen: PresentTag, left: LeftTag<string> | undefined, mark: string): string | undefined {
  const { tag } = seen;
  const [newest] = versionsOf(seen);
  // Then a service can show only this version.
  if (newest === undefined || newest.isLive) return tag.name;
  const isOurs = markIn(newest.changeDescription) === mark;
  const stagedNames = [
    isOurs ? stagedNameIn(newest.changeDescription) : undefined,
    left?.staged !== undefined && typeof left.name !== "string" ? left.name.value : undefined,
  ];
  if (!stagedNames.some((name) => isSameName(name, tag.name))) return tag.name;
  return left?.staged && (foundNameOf(seen, left) ?? formerNameOf(seen, left, left.staged));
}

/** The name that a refresh found, if that version is still live. */
function foundNameOf(seen: PresentTag, { found }: LeftTag<string>): string | undefined {
  const { differs, versionId } = found?.drift ?? {};
  return versionId === liveVersionOf(seen)?.id ? differs?.names?.live : undefined;
}

function formerNameOf(seen: PresentTag, left: LeftTag<string>, { beside, versionId }: Staged): string | undefined {
  return typeof beside === "string" ? nameBeside(seen, left, versionId) : beside.value?.name;
}

function stagedIn(seen: PresentTag, left: LeftTag<string> | undefined): TagFacts["staged"] {
  if (left?.staged === undefined) return { kind: "none" };
  const { versionId } = left.staged;
  return { kind: versionsOf(seen).some(({ id }) => id === versionId) ? "held" : "gone", versionId };
}

function changeOf(seen: PresentTag, left: LeftTag<string> | undefined, mark: string, name: string | undefined): Change {
  const content = liveContentOf(seen);
  const live = liveVersionOf(seen);
  if (content === undefined) return { kind: "none" };
  if (left === undefined) {
    const isOthers = live !== undefined && !isSaveOf(mark, live.changeDescription);
    if (!isOthers) return { kind: "none" };
    return {
      kind: "others",
      drift: savedBy(seen.tag, live),
      written: undefined,
      isRenamed: false,
      isContentChanged: true,
    };
  }
  if (isUntouched(seen, left)) return { kind: "none" };
  const [isNameLeft, isContentLeft] = [isNameAsLeft(seen, name, left), isContentAsLeft(seen, content, left)];
  const isAsLeft = isNameLeft === true && isContentLeft === true;
  // If the service doesn't show the live name, somebody may have corrected it.
  const isFound = isStillFound(seen, left) && !(isAsLeft && name === undefined);
  if (isAsLeft && !isFound) return { kind: "none" };
  if (isInterruptedSave(seen, left)) return { kind: "ownRun" };
  const drift = driftOf(seen, left, content, name);
  if (left.staged !== undefined && isNameLeft === true && isStagedContent(left, content))
    return { kind: "promoted", drift };
  if (isNameLeft !== false && isContentLeft !== false && !isFound) return { kind: "encrypted" };
  const written = writtenIn(seen, left);
  // A refresh found a difference. If the content is surely the former one, it is the name.
  const isSurelyFormer = isContentLeft === true && left.found?.drift.previous !== undefined;
  const isRenamed = isNameLeft === false || (isFound && isSurelyFormer);
  return { kind: "others", drift, written, isRenamed, isContentChanged: isContentLeft === false };
}

function isInterruptedSave(seen: PresentTag, { marks, staged }: LeftTag<string>): boolean {
  const live = liveVersionOf(seen);
  return (
    live !== undefined &&
    // The state has this version, so somebody made it live.
    live.id !== staged?.versionId &&
    versionsOf(seen)[0]?.id === live.id &&
    marks.some((mark) => isSaveOf(mark, live.changeDescription))
  );
}

function isStagedContent({ content, writtenBy }: LeftTag<string>, live: TagContent): boolean {
  return typeof content !== "string" && isAsWritten(writtenBy, content.value, live);
}

/** Whether the live name is the one that the stack wrote, or that was live when it staged. */
function isNameAsLeft(seen: PresentTag, name: string | undefined, tag: LeftTag<string>): boolean | "encrypted" {
  const { found, name: left, staged } = tag;
  // An unknown name counts as the stack's.
  if (name === undefined) return true;
  if (typeof left !== "string" && isSameName(left.value, name)) return true;
  if (staged !== undefined) {
    const former = formerNameOf(seen, tag, staged);
    return former === undefined && typeof staged.beside === "string" ? "encrypted" : isSameName(former, name);
  }
  if (typeof left !== "string") return false;
  return found !== undefined && isSameName(found.name, name) ? false : "encrypted";
}

/** Whether the live content is the one that the stack wrote, or that was live when it staged. */
function isContentAsLeft(seen: PresentTag, live: TagContent, left: LeftTag<string>): boolean | "encrypted" {
  const { content, found, staged, writtenBy } = left;
  if (staged !== undefined) return seen.kind === "read" ? isFormerContent(seen, live, left, staged) : false;
  if (typeof content !== "string") return isAsWritten(writtenBy, content.value, live);
  const written = writtenIn(seen, left);
  if (written !== undefined) return isAsWritten(writtenBy, written, live);
  return found !== undefined && isAsWritten(writtenBy, found.content, live) ? false : "encrypted";
}

function isFormerContent(
  seen: ReadTag,
  live: TagContent,
  left: LeftTag<string>,
  { beside, versionId }: Staged,
): boolean | "encrypted" {
  if (typeof beside === "string") return isContentBeside(seen, live, left, versionId);
  if (beside.value === null) return false;
  const former = contentOf(seen, beside.value.versionId);
  return beside.value.versionId === seen.live?.id || (former !== undefined && isSatisfiedBy(former, live));
}

/** The content that the stack left live; undefined if that is not known. */
function writtenIn(seen: PresentTag, left: LeftTag<string>): TagContent | undefined {
  const { content, found, staged } = left;
  if (staged === undefined && typeof content !== "string") return content.value;
  const former = staged === undefined || typeof staged.beside === "string" ? undefined : staged.beside.value?.versionId;
  return contentOf(seen, former ?? found?.drift.previous);
}

function driftOf(seen: PresentTag, left: LeftTag<string>, live: TagContent, liveName: string | undefined): Drift {
  const { content, found, name, staged, writtenBy } = left;
  const drift = savedBy(seen.tag, liveVersionOf(seen));
  if (staged !== undefined || typeof content === "string" || typeof name === "string") return drift;
  const previous = previousIn(seen, left) ?? found?.drift.previous;
  const written = { ...content.value, name: name.value };
  const differs = differencesOf(written, { ...live, name: liveName ?? name.value }, writtenBy.api === "v1");
  return { ...drift, ...(previous === undefined ? {} : { previous }), differs };
}

/** The version with what the stack wrote last, among those that were read. */
function previousIn(seen: PresentTag, left: LeftTag<string>): string | undefined {
  if (seen.kind !== "read") return undefined;
  return ownVersionsBelow(seen, left).find((id) => {
    const content = contentOf(seen, id);
    return content !== undefined && isStagedContent(left, content);
  });
}
