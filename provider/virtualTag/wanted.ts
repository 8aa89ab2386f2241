/** What an operation wants and what the stack knows, from the arguments and the state. */
import { markOf } from "../../client/ownershipMark";
import { isAsDeclared } from "../../rules/canonical";
import type { Declared, TagContent } from "../../rules/types";
import { differingFields } from "../../stack/state/fields";
import { Refused } from "../shared/message";
import { withIgnored } from "../../stack/facts/ignored";
import { declaredOf, leftOf, type LeftTag } from "../../stack/facts/left";
import { saysTheSame } from "../../stack/facts/leftByV1";
import { texts } from "./messages";
import { virtualTagFields, type VirtualTagInputs, type VirtualTagState } from "../../stack/state/virtualTag";

/** Warn when a tag has this many versions: the service is about to remove old ones. */
export const manyVersions = 95;

/** What the stack knows of a tag: what it wrote last, and what a refresh found. */
export interface Known {
  left: LeftTag<never>;
  /** What the stack wrote last. */
  written: Declared;
  /** What the last refresh found; what the stack wrote if there was none. */
  found: Declared;
  /** `updatedAt` and `updatedBy` of the tag when the stack last saw it. */
  seenAt: string | undefined;
  updatedBy: string | undefined;
  versionCount: number;
  /** Whether the stack has saved the tag. VirtualTagV1 left no mark. */
  isSaved: boolean;
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
  urn: string | undefined,
  inputs: VirtualTagInputs,
  before?: { id: string; state: VirtualTagState },
): Wanted {
  const { __ignoreChanges: ignored = [], adopt = false, changeDescription, setAsLive = true } = inputs;
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
  const { updatedBy, __memory: { isUnsaved = false, seenAt, versionCount = 0, written } = {} } = state;
  const found = declaredOf(state);
  const left = leftOf(state, mark);
  const isSaved = left.lastMark.value !== undefined || (left.writtenBy.api === "v1" && !isUnsaved);
  return { left, written: written ?? found, found, seenAt, updatedBy, versionCount, isSaved };
}

/** Whether all that others changed is in what `ignoreChanges` lists. */
export function isAllIgnored(written: Declared, live: Declared, ignored: readonly string[] = []): boolean {
  return ignored.length > 0 && isAsDeclared(withIgnored(declaredOf(written), live, ignored), live);
}

/**
 * The properties that others changed and that a save would overwrite.
 *
 * @param ignored the paths in `ignoreChanges`: the engine sends these as the last refresh found them
 */
export function overwrittenOf(
  declared: Declared,
  live: TagContent,
  liveName: string | undefined,
  { left, written, found }: Known,
  ignored: readonly string[] = [],
): string[] {
  const isSaid = saysTheSame(left.writtenBy, declared, live);
  // If the live name is not known, others may have changed it.
  const { rules, defaultValue } = live;
  const actual = liveName === undefined ? { rules, defaultValue } : { name: liveName, rules, defaultValue };
  const differing = (one: Declared): string[] =>
    differingFields(virtualTagFields, one, actual).filter((name) => name === "name" || !isSaid);
  // While a version is staged, what the stack wrote last is not what was live.
  const fromWritten = left.staged === undefined ? differing(withIgnored(written, found, ignored)) : undefined;
  return differing(declared).filter((name) => fromWritten?.includes(name) !== false);
}
