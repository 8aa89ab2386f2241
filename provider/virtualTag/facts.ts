/** What an observation means: who owns the tag, what is live, what has drifted. Pure. */
import type { Version, VirtualTag } from "../../client";
import { isSaveOf, stagedNameIn } from "../../client/ownershipMark";
import { isAsDeclared, isSatisfiedBy } from "../../rules/canonical";
import { isSameName } from "../../rules/names";
import { factsOf, type TagFacts } from "../../stack/facts/facts";
import type { LeftTag } from "../../stack/facts/left";
import { contentOf, liveVersionOf, type PresentTag, stagedByRun, versionsOf } from "../../stack/facts/seen";
import type { Drift } from "../../stack/state/report";
import type { FormerLive } from "../../stack/state/virtualTag";
import type { Observed } from "./observe";
import type { Wanted } from "./wanted";

/** An observation of a tag that exists. */
export type ObservedTag = Observed & { seen: PresentTag<VirtualTag> };

/** A staged version, and what was live beside it: null if nothing was. */
export interface Staged {
  versionId: string;
  formerLive: FormerLive | null;
}

/** What an observation means for what is wanted. */
export interface Facts extends Omit<TagFacts, "staged"> {
  /** Whether the declared name and content are live. */
  isLive: boolean;
  /** The staged version with the declared content. Only if the resource stages. */
  staged: Staged | undefined;
  /** What others changed since the stack wrote last. */
  drift: Drift | undefined;
  /** Whether others saved the live version after this resource's last save. */
  isSavedSince: boolean;
}

/** Finds the facts that a decision needs. */
export function factsFor(seen: PresentTag, wanted: Wanted): Facts {
  const { declared, goal, known, mark } = wanted;
  const { staged, ...facts } = factsOf(seen, known?.left, mark);
  const { change, content, name } = facts;
  // Somebody may have promoted the staged version. A delete then removes nothing of others.
  const isDrift = change.kind === "others" || (change.kind === "promoted" && goal !== "delete");
  return {
    ...facts,
    isLive: content !== undefined && name !== undefined && isAsDeclared(declared, { ...content, name }),
    staged: wanted.setAsLive ? undefined : stagedFor(seen, wanted, { ...facts, staged }),
    drift: isDrift ? change.drift : undefined,
    isSavedSince: isSavedSince(versionsOf(seen), liveVersionOf(seen), mark),
  };
}

function isSavedSince(versions: readonly Version[], live: Version | undefined, mark: string): boolean {
  const lastOwn = versions.findIndex(({ changeDescription }) => isSaveOf(mark, changeDescription));
  return versions.slice(0, Math.max(lastOwn, 0)).some(({ id }) => id === live?.id);
}

/** The staged version with the declared name and content, from the state or from an interrupted run. */
function stagedFor(
  seen: PresentTag,
  { declared, known, mark }: Wanted,
  { change, name, staged }: TagFacts,
): Staged | undefined {
  const { left, written } = known ?? {};
  if (staged.kind === "held" && left !== undefined && written !== undefined && isAsDeclared(declared, written))
    return { versionId: staged.versionId, formerLive: leftLive(left) };
  const byRun = stagedByRun(seen, mark);
  const content = contentOf(seen, byRun?.id);
  if (byRun === undefined || content === undefined || !isSatisfiedBy(declared, content)) return undefined;
  if (!isSameName(stagedNameIn(byRun.changeDescription) ?? seen.tag.name, declared.name)) return undefined;
  const live = liveVersionOf(seen);
  const now = live === undefined ? null : { versionId: live.id, name: name ?? written?.name ?? declared.name };
  return { versionId: byRun.id, formerLive: change.kind !== "none" && left !== undefined ? leftLive(left) : now };
}

/** What this stack left live. Drift never replaces it, however often it is found. */
export function leftLive({ found, name, staged }: LeftTag<never>, drift = found?.drift): FormerLive | null {
  return staged === undefined ? { versionId: drift?.previous ?? "", name: name.value } : staged.beside.value;
}

/** The mark of the tag's owner; undefined if no version bears one. */
export function ownerIn({ owner }: Pick<TagFacts, "owner">): string | undefined {
  return owner.kind === "nobody" ? undefined : owner.mark;
}
