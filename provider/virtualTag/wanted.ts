/** What an operation wants and what the stack knows, from the arguments and the state. */
import { markOf } from "../../client/ownershipMark";
import { isSatisfiedBy } from "../../rules/canonical";
import { nameKey } from "../../rules/names";
import type { Declared, TagContent } from "../../rules/types";
import { differingFields } from "../../stack/state/fields";
import type { Drift } from "../../stack/state/report";
import { Refused } from "../shared/message";
import { migrate } from "../../stack/facts/leftByV1";
import { texts } from "./messages";
import type { VirtualTagState } from "../../stack/state/virtualTag";
import { type TagMemory, virtualTagFields, type VirtualTagInputs } from "../../stack/state/virtualTag";

/** Warn when a tag has this many versions: the service is about to remove old ones. */
export const manyVersions = 95;

/** What the stack knows of a tag: what it wrote last, and what a refresh found. */
export interface Known {
  written: Declared;
  /** What the last refresh found; what the stack wrote if there was none. */
  found: Declared;
  /** The mark that the stack wrote last; undefined if it adopted the tag without a save. */
  mark: string | undefined;
  /** The marks that show that this resource owns the tag. */
  marks: readonly string[];
  /** `updatedAt` and `updatedBy` of the tag when the stack last saw it. */
  seenAt: string | undefined;
  updatedBy: string | undefined;
  versionCount: number;
  /** The staged version, and what was live beside it: null if nothing was. */
  staged: { versionId: string; formerLive: NonNullable<TagMemory["formerLive"]> | null } | undefined;
  /** The drift that an earlier refresh found, until it is resolved. */
  drift: Drift | undefined;
  /** Whether VirtualTagV1 wrote the state. It leaves no mark, so a save must add it. */
  isFromV1: boolean;
  /** Whether a content is what the stack wrote. */
  isSame: (live: TagContent) => boolean;
  /** Whether a program declares what is live, in V2's form of what V1 wrote. */
  saysTheSame: (declared: TagContent, live: TagContent) => boolean;
}

/** What a lifecycle operation wants. */
export interface Wanted {
  goal: "create" | "update" | "delete";
  /** The tag's ID; undefined for a create. */
  id: string | undefined;
  urn: string;
  /** The ownership mark that the resource writes. */
  mark: string;
  declared: Declared;
  changeDescription: string | undefined;
  setAsLive: boolean;
  adopt: boolean | string;
  /** The paths in `ignoreChanges`: the engine sends these as they are in the state. */
  ignored: readonly string[];
  known: Known | undefined;
}

/** Turns the arguments and the state into what an operation wants. */
export function wantedOf(
  goal: Wanted["goal"],
  inputs: VirtualTagInputs,
  before?: { id: string; state: VirtualTagState },
): Wanted {
  const {
    __ignoreChanges: ignored = [],
    __resourceUrn: urn,
    adopt = false,
    changeDescription,
    setAsLive = true,
  } = inputs;
  if (urn === undefined) throw new Refused(texts.noUrn());
  const mark = markOf(urn);
  return {
    goal,
    id: before?.id,
    urn,
    mark,
    declared: declaredOf(inputs),
    changeDescription,
    setAsLive,
    adopt,
    ignored,
    known: before === undefined ? undefined : knownOf(before.state, mark),
  };
}

/**
 * Turns a state into what the stack knows.
 *
 * @param mark the one that the resource writes now
 */
export function knownOf(state: VirtualTagState, mark?: string): Known {
  const { updatedBy, stagedVersionId, __memory: memory = {}, __resourceUrn: formerUrn } = state;
  const { seenAt, versionCount = 0, formerLive = null, drift } = memory;
  const lastMark = memory.mark === undefined ? undefined : nameKey(memory.mark);
  const found = declaredOf(state);
  const { written = found } = memory;
  const v1 = migrate({ ...state, ...written });
  const formerMark = v1 === undefined || formerUrn === undefined ? undefined : markOf(formerUrn);
  return {
    written,
    found,
    mark: lastMark,
    marks: [mark, lastMark, formerMark].filter((one) => one !== undefined),
    seenAt,
    updatedBy,
    versionCount,
    staged: stagedVersionId === undefined ? undefined : { versionId: stagedVersionId, formerLive },
    drift,
    isFromV1: v1 !== undefined,
    isSame: v1?.isSame ?? ((live) => isSatisfiedBy(written, live)),
    saysTheSame: v1?.saysTheSame ?? (() => false),
  };
}

/** Only the name and the content of a tag or a state. */
export function declaredOf({ name, rules, defaultValue }: Declared): Declared {
  return { name, rules, defaultValue };
}

/** The properties that others changed and that a save would overwrite. */
export function overwrittenOf(
  declared: Declared,
  live: TagContent,
  liveName: string | undefined,
  { saysTheSame, staged, written }: Known,
): string[] {
  const isSaid = saysTheSame(declared, live);
  // If the live name is not known, others may have changed it.
  const { rules, defaultValue } = live;
  const actual = liveName === undefined ? { rules, defaultValue } : { name: liveName, rules, defaultValue };
  const differing = (one: Declared): string[] =>
    differingFields(virtualTagFields, one, actual).filter((name) => name === "name" || !isSaid);
  // While a version is staged, what the stack wrote last is not what was live.
  const fromWritten = staged === undefined ? differing(written) : undefined;
  return differing(declared).filter((name) => fromWritten?.includes(name) !== false);
}

/** The properties that `ignoreChanges` lists, completely or in part. */
export function amongIgnored(properties: readonly string[], ignored: readonly string[]): string[] {
  const roots = ignored.map((path) => /^\w+/.exec(path)?.[0] ?? path);
  return properties.filter((property) => roots.some((root) => root === property || root === "*"));
}
