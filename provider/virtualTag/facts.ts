/** What an observation means: whose the tag is, what is live, what has drifted. Pure. */
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
  /** Whether the tag is the resource's own. */
  isOwner: boolean;
  /** The name that is live; undefined if only a staged name shows. */
  liveName: string | undefined;
  /** Whether the declared name and content are live. */
  isLive: boolean;
  /** The version that holds the declared content already, staged; only if the resource stages. */
  staged: Known["staged"];
  /** What somebody else changed since the stack wrote. */
  drift: Drift | undefined;
  /** Whether others saved what is live after the resource saved last. */
  isSavedSince: boolean;
  /** Whether a run of this resource saved what is live, and was interrupted before its state was kept. */
  isInterruptedSave: boolean;
}

/** What an observation means for what is wanted. */
export function factsOf(observed: ObservedTag, wanted: Wanted): Facts {
  const { live, liveVersion, versions = [] } = observed;
  const { declared, known, mark } = wanted;
  const marks = known?.marks ?? [mark];
  // Unread versions mean that the tag is as the stack left it.
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
 * The name that is live. No version holds its name: a service that shows the newest version may show a name that is only staged.
 * Undefined if only that shows.
 */
function liveNameOf({ tag, versions = [] }: ObservedTag, { known, mark }: Wanted): string | undefined {
  const [newest] = versions;
  // Whatever a service shows, it shows this version.
  if (newest === undefined || newest.isLive) return tag.name;
  const isOurs = markIn(newest.changeDescription) === mark;
  const staged = [isOurs ? stagedNameIn(newest.changeDescription) : undefined, known?.staged && known.written.name];
  return staged.some((name) => isSameName(name, tag.name)) ? known?.staged?.formerLive?.name : tag.name;
}

/** Whether name and content are live that the stack wrote, or that were live when it staged something. */
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
  // Somebody may have made live what the stack has staged. A delete takes nothing of theirs away.
  const isPromoted = goal === "delete" && isSatisfiedBy(written, live);
  const isNamed = liveName === undefined || [written.name, former?.name].some((name) => isSameName(name, liveName));
  return (isFormer || isPromoted) && isNamed;
}

/** The staged version that holds the declared name and content: by the state, or by a run that was interrupted. */
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

/** What this stack left live: drift does not take its place, however often it is seen. */
export function leftLive({ drift, staged, written }: Known): FormerLive {
  return staged === undefined ? { versionId: drift?.previous ?? "", name: written.name } : staged.formerLive;
}
