/** Observations and states in a few words, for tests of what is pure: `decide` and `facts`. */
import type { Version, VirtualTag } from "../../../../client";
import { nextVersion, type ReadTag, stagedByRun } from "../../../../stack/facts/seen";
import type { Drift } from "../../../../stack/state/report";
import type { Observed } from "../../../../provider/virtualTag/observe";
import type { VirtualTagInputs, VirtualTagState } from "../../../../stack/state/virtualTag";
import { type Wanted, wantedOf } from "../../../../provider/virtualTag/wanted";
import type { TagContent } from "../../../../rules/types";
import { inputs, mark, rule } from "../account";

/** The mark of a resource in another stack. */
export const otherMark = "(pulumi bill/prod#team)";
export const id = "id-1";

/** A saved version: its author, its default value, and whether it is live. */
export interface Saved {
  by: string;
  holds: string;
  description?: string;
  isLive?: boolean;
}

/** A version that a run of this resource saved. `named`: the name that it is staged under. */
export const ours = (holds: string, named?: string): Saved => ({
  by: "emulator@example.com",
  holds,
  description: named === undefined ? mark : `(named ${JSON.stringify(named)}) ${mark}`,
});
/** A version that a resource of another stack saved. */
export const others = (holds: string): Saved => ({ by: "otto@example.com", holds, description: otherMark });
/** A version that a person saved in the application. */
export const person = (holds: string): Saved => ({ by: "ines@example.com", holds });
/** A version of this resource that a person restored with the CLI: it keeps the mark. */
export const restored = (holds: string): Saved => ({
  ...person(holds),
  description: `Restore version v1 of 2026-01-01T00:00:00.000Z ${mark}`,
});
export const live = (version: Saved): Saved => ({ ...version, isLive: true });

/** The date of the n-th version, counted from the oldest one. */
const dateOf = (n: number): string => new Date(Date.UTC(2026, 0, 1, n)).toISOString();
/** The drift of the n-th version. */
export const driftOf = (n: number, by = "ines@example.com"): Drift => ({ by, at: dateOf(n), versionId: `v${n}` });

const contentOf = ({ holds }: Saved): TagContent => ({ rules: [rule], defaultValue: holds });

/** How the service shows the versions of a tag. */
export interface Shown {
  /** The name that a read shows. */
  name?: string;
  /** The content that a read shows while a version is staged. */
  stagedRead?: "live" | "latest";
  /** Fields of the tag that the API documentation does not name. */
  unknown?: object;
  /** Whether the versions were not read, because the tag is as the stack left it. */
  isUnread?: boolean;
}

const unseen = { at: 0, names: undefined, twins: [] };

/** What `observe` returns for a tag with these versions, newest first; undefined for a tag that was not found. */
export function observationOf(newestFirst: readonly Saved[] | undefined, shown: Shown, wanted: Wanted): Observed {
  const [newest] = newestFirst ?? [];
  if (newestFirst === undefined || newest === undefined) return { ...unseen, seen: { kind: "missing" } };
  const count = newestFirst.length;
  const versions = newestFirst.map(({ by, description, isLive = false }, index): Version => ({
    id: `v${count - index}`,
    createdAt: dateOf(count - index),
    createdBy: by,
    ...(description === undefined ? {} : { changeDescription: description }),
    isLive,
  }));
  const contentById = (versionId: string | undefined): TagContent | undefined => {
    const index = versions.findIndex((version) => version.id === versionId);
    const saved = newestFirst[index];
    return saved && contentOf(saved);
  };
  const liveVersion = versions.find(({ isLive }) => isLive);
  const liveContent = contentById(liveVersion?.id);
  const { name = "Team", stagedRead = "live", unknown = {}, isUnread = false } = shown;
  const tag: VirtualTag = {
    id,
    name,
    rules: [rule],
    defaultValue: (stagedRead === "latest" ? contentOf(newest) : (liveContent ?? contentOf(newest))).defaultValue,
    createdBy: newestFirst.at(-1)?.by ?? "",
    updatedBy: newest.by,
    updatedAt: dateOf(count),
    ...unknown,
  };
  if (isUnread) return { ...unseen, seen: { kind: "asLeft", tag } };
  const contents = new Map<string, TagContent | undefined>();
  const seen: ReadTag<VirtualTag> = { kind: "read", tag, versions, live: liveVersion, contents };
  const read = (versionId: string): unknown => contents.set(versionId, contentById(versionId));
  const staged = stagedByRun(seen, wanted.mark);
  if (staged !== undefined) read(staged.id);
  for (let next = nextVersion(seen, wanted.known?.left); next !== undefined;) {
    read(next);
    next = nextVersion(seen, wanted.known?.left);
  }
  return { ...unseen, seen };
}

/** The state after a live save of this resource: version v1, which holds "Shared". */
export function stateWith(change: Partial<VirtualTagState> = {}): VirtualTagState {
  return {
    ...inputs,
    updatedBy: "emulator@example.com",
    __memory: { mark, seenAt: dateOf(1), versionCount: 1 },
    ...change,
  };
}

/** The state after this resource staged "Staged" as version v2, beside its live version v1 of that name. */
export function stagedState(change: Partial<VirtualTagInputs> = {}, formerName = "Team"): VirtualTagState {
  const __memory = { mark, seenAt: dateOf(2), versionCount: 2, formerLive: { versionId: "v1", name: formerName } };
  return stateWith({ defaultValue: "Staged", setAsLive: false, ...change, stagedVersionId: "v2", __memory });
}

/** What an operation wants: {@link inputs} with a change, against a state. */
export function wants(
  goal: Wanted["goal"],
  declares: Partial<VirtualTagInputs>,
  state: VirtualTagState = stateWith(),
): Wanted {
  const given = goal === "delete" ? state : { ...inputs, ...declares };
  return wantedOf(goal, given.__resourceUrn, given, goal === "create" ? undefined : { id, state });
}
