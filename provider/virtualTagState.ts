import type { VirtualTag } from "../client";
import type { TagContent } from "../rules/types";
import { argumentsAmong } from "./arguments";
import { toPlainObject } from "./plain";

/** What a program declares, after `check`: timeframes in Unix milliseconds. */
export interface VirtualTagInputs extends TagContent {
  name: string;
  setAsLive?: boolean;
  changeDescription?: string;
  adopt?: boolean | string;
  /** The resource's URN, set by the class: the engine tells a lifecycle nothing of it. */
  resourceUrn?: string;
}

/** What we remember of our own saves. */
export interface SaveMemory {
  /** The mark at the end of the last change description that we wrote; it names the owner in the service. */
  mark?: string | undefined;
  /** The version that holds the declared content while it is staged: saved, but not live. */
  stagedVersionId?: string | undefined;
  /** The content that was live when the declared content was staged; absent when none was. */
  liveContent?: TagContent | undefined;
  /** The name that the tag had then: until the staged content is live, the declared name need not show. */
  liveName?: string | undefined;
  /**
   * `updatedAt` of the tag when we last knew who owns it and what is live: after our own save, or a look at its versions.
   * Not so of a read that found another owner.
   */
  seenAt?: string | undefined;
  /**
   * What a refresh has found that someone else changed, in words; until the next `up` has written over it, or the program
   * says the same. Without it, the second of two runs with `--refresh` would take for accepted what the first has refused.
   */
  outsideChange?: string | undefined;
  /** How many versions the tag has, as far as we know: exact when last counted, plus our saves since. */
  versionCount?: number | undefined;
}

/** What is kept in the stack's state: the inputs, what the service adds, and what we remember. */
export interface VirtualTagState extends VirtualTagInputs, SaveMemory {
  createdBy?: string;
  createdAt?: string;
  updatedBy?: string;
  updatedAt?: string;
  acl?: VirtualTag["acl"];
}

/** The names of the arguments, as a program and the class give them. */
export const virtualTagArguments = [
  "name",
  "rules",
  "defaultValue",
  "setAsLive",
  "changeDescription",
  "adopt",
  "resourceUrn",
] as const;

/** The state of a tag: plain JSON, without fields that have no value. */
export function stateOf(tag: VirtualTag, inputs: VirtualTagInputs, memory: SaveMemory): VirtualTagState {
  const { createdBy, createdAt, updatedBy, updatedAt, acl } = tag;
  const { mark, stagedVersionId, liveContent, liveName, seenAt, outsideChange, versionCount } = memory;
  const added = {
    mark,
    stagedVersionId,
    liveContent,
    liveName,
    seenAt,
    outsideChange,
    versionCount,
    createdBy,
    createdAt,
    updatedBy,
    updatedAt,
    acl,
  };
  return { ...inputs, ...(toPlainObject(added) as Partial<VirtualTagState>) };
}

/** The arguments that are in a state, without what it adds to them. */
export function argumentsIn(state: Partial<VirtualTagState>): Partial<VirtualTagInputs> {
  return argumentsAmong(state, virtualTagArguments);
}

/** The content of a tag or a state, and nothing else of it. */
export function contentOf({ rules, defaultValue }: TagContent): TagContent {
  return { rules, defaultValue };
}
