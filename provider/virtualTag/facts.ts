/** What an observation means: who owns the tag, what is live, what has drifted. Pure. */
import type { Version, VirtualTag } from "../../client";
import { isSaveOf, markIn, ownerIn, stagedNameIn } from "../../client/ownershipMark";
import { isAsDeclared, isSatisfiedBy } from "../../rules/canonical";
import { isSameName } from "../../rules/names";
import type { TagContent } from "../../rules/types";
import { differencesOf, savedBy } from "../../stack/facts/drift";
import type { Drift } from "../../stack/state/report";
import type { Observed } from "./observe";
import type { Known, Wanted } from "./wanted";

/** What is live beside a staged version; null if nothing is. */
export type FormerLive = NonNullable<Known["staged"]>["formerLive"];

/** An observation of a tag that exists. */
export type ObservedTag = Observed & { tag: VirtualTag };

/** What an observation means. */
export interface Facts {
  /** The owner's mark; undefined if no version bears one. */
  owner: string | undefined;
  /** Whether this resource owns the tag. */
  isOwner: boolean;
  /** The live name; undefined if the service shows only a staged name. */
  liveName: string | undefined;
  /** Whether the declared name and content are live. */
  isLive: boolean;
  /** The staged version with the declared content. Only if the resource stages. */
  staged: Known["staged"];
  /** What others changed since the stack wrote last. */
  drift: Drift | undefined;
  /** Whether others saved the live version after this resource's last save. */
  isSavedSince: boolean;
  /** Whether an interrupted run of this resource saved the live version, so the state doesn't have it. */
  isInterruptedSave: boolean;
}

/** Finds the facts that a decision needs. */
export function factsOf(observed: ObservedTag, wanted: Wanted): Facts {
  const { live, liveVersion, versions = [] } = observed;
  const { declared, known, mark } = wanted;
  const marks = known?.marks ?? [mark];
  // If the versions were not read, the tag is as the stack left it.
  const owner = observed.versions === undefined ? known?.mark : ownerIn(versions);
  const liveName = liveNameOf(observed, wanted);
  const isInterruptedSave =
    liveVersion !== undefined &&
    versions[0]?.id === liveVersion.id &&
    marks.some((own) => isSaveOf(own, liveVersion.changeDescription));
  const lastOwn = versions.findIndex(({ changeDescription }) => isSaveOf(mark, changeDescription));
  const isChanged = known === undefined ? isOthers(liveVersion, mark) : !isAsLeft(observed, wanted, known, liveName);
  return {
    owner,
    isOwner: owner !== undefined && marks.includes(owner),
    liveName,
    isLive: live !== undefined && liveName !== undefined && isAsDeclared(declared, { ...live, name: liveName }),
    staged: wanted.setAsLive ? undefined : stagedOf(observed, wanted, liveName, isChanged),
    drift:
      live !== undefined && isChanged && !isInterruptedSave ? driftOf(observed, wanted, live, liveName) : undefined,
    isSavedSince: versions.slice(0, Math.max(lastOwn, 0)).some(({ id }) => id === liveVersion?.id),
    isInterruptedSave: isChanged && isInterruptedSave,
  };
}

function driftOf(
  { liveVersion, tag, writtenVersion }: ObservedTag,
  { known }: Wanted,
  live: TagContent,
  liveName: string | undefined,
): Drift {
  const drift = savedBy(tag, liveVersion);
  if (known === undefined || known.staged !== undefined) return drift;
  const { isFromV1, written } = known;
  const previous = writtenVersion ?? known.drift?.previous;
  const differs = differencesOf(written, { ...live, name: liveName ?? written.name }, isFromV1);
  return { ...drift, ...(previous === undefined ? {} : { previous }), differs };
}

function isOthers(live: Version | undefined, mark: string): boolean {
  return live !== undefined && !isSaveOf(mark, live.changeDescription);
}

/**
 * The live name. Versions hold no names, and a service that shows the newest version may show a staged name. Undefined if only
 * that is known.
 */
function liveNameOf({ tag, versions = [] }: ObservedTag, { known, mark }: Wanted): string | undefined {
  const [newest] = versions;
  // Then a service can show only this version.
  if (newest === undefined || newest.isLive) return tag.name;
  const isOurs = markIn(newest.changeDescription) === mark;
  const staged = [isOurs ? stagedNameIn(newest.changeDescription) : undefined, known?.staged && known.written.name];
  return staged.some((name) => isSameName(name, tag.name)) ? known?.staged?.formerLive?.name : tag.name;
}

/** Whether the live name and content are those that the stack wrote, or that were live when it staged. */
function isAsLeft(
  { formerLive, live, liveVersion }: Observed,
  { goal }: Wanted,
  known: Known,
  liveName: string | undefined,
): boolean {
  if (live === undefined) return true;
  const { isSame, staged, written } = known;
  if (staged === undefined) return isSame(live) && (liveName === undefined || isSameName(liveName, written.name));
  const former = staged.formerLive;
  const isFormer =
    former !== null &&
    (former.versionId === liveVersion?.id || (formerLive !== undefined && isSatisfiedBy(formerLive, live)));
  // Somebody may have promoted the staged version. A delete then removes nothing of others.
  const isPromoted = goal === "delete" && isSatisfiedBy(written, live);
  const isNamed = liveName === undefined || [written.name, former?.name].some((name) => isSameName(name, liveName));
  return (isFormer || isPromoted) && isNamed;
}

/** The staged version with the declared name and content, from the state or from an interrupted run. */
function stagedOf(
  { liveVersion, stagedContent, tag, versions = [] }: ObservedTag,
  { declared, known }: Wanted,
  liveName: string | undefined,
  isChanged: boolean,
): Known["staged"] {
  const { staged, written } = known ?? {};
  const isKnown = staged !== undefined && versions.some(({ id }) => id === staged.versionId);
  if (isKnown && written !== undefined && isAsDeclared(declared, written)) return staged;
  const [newest] = versions;
  const formerName = liveName ?? written?.name ?? declared.name;
  const now = liveVersion === undefined ? null : { versionId: liveVersion.id, name: formerName };
  if (newest === undefined || stagedContent === undefined || !isSatisfiedBy(declared, stagedContent)) return undefined;
  if (!isSameName(stagedNameIn(newest.changeDescription) ?? tag.name, declared.name)) return undefined;
  return { versionId: newest.id, formerLive: isChanged && known !== undefined ? leftLive(known) : now };
}

/** What this stack left live. Drift never replaces it, however often it is found. */
export function leftLive({ drift, staged, written }: Known): FormerLive {
  return staged === undefined ? { versionId: drift?.previous ?? "", name: written.name } : staged.formerLive;
}
