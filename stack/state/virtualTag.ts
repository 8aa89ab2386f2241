import { isObject } from "../../client/json";
import type { VirtualTag } from "../../client/wire";
import { areRulesSatisfiedBy, isDefaultSatisfiedBy } from "../../rules/canonical";
import { isSameName } from "../../rules/names";
import type { Declared } from "../../rules/types";
import { type Fields, isFlag, isText, isTextList, isTextOrFlag, isTextOrObject, outputsOf } from "./fields";
import { type Drift, type PublicMemory, publicMemoryOf } from "./report";

/** What a program declares, after `check`: timeframes in ISO 8601. */
export interface VirtualTagInputs extends Declared {
  setAsLive?: boolean;
  changeDescription?: string;
  adopt?: boolean | string;
  /** The resource's URN, set by the class: the engine does not pass it. */
  __resourceUrn?: string;
  /** The option `ignoreChanges`, set by the class if it is given: the engine does not pass it either. */
  __ignoreChanges?: string[];
}

/** What the provider remembers for itself, in one output that Pulumi's display hides. Facts only, and nothing secret. */
export interface TagMemory {
  /** Identifies the account. */
  account?: string | undefined;
  /** The ownership mark that this stack wrote last. */
  mark?: string | undefined;
  /**
   * `updatedAt` of the tag when we last knew its owner and what is live: after our own save, or after a read of its versions. A
   * read that found another owner doesn't change it.
   */
  seenAt?: string | undefined;
  /** How many versions the tag has: exact when last counted, plus our saves since. */
  versionCount?: number | undefined;
  /** What was live when the declared content was staged; null if nothing was. */
  formerLive?: FormerLive | null | undefined;
  /** The drift that a refresh found, until an `up` overwrites it or the program declares it. */
  drift?: Drift | undefined;
  /** What this stack wrote last, if a refresh found something else, which the arguments in the state then have. */
  written?: Declared | undefined;
  /** Only in a state of VirtualTagV1: it adopted the tag and never saved it. */
  isUnsaved?: true | undefined;
  /** The import was refused, and the engine kept it. */
  isRefused?: boolean | undefined;
}

/** What is live beside a staged version. */
export interface FormerLive {
  /** Empty if no version is known. */
  versionId: string;
  name: string;
}

/** What the stack's state keeps: the inputs, what the service adds, and what the provider remembers. */
export interface VirtualTagState extends VirtualTagInputs {
  /** The version that holds the declared content while it is staged. */
  stagedVersionId?: string;
  createdBy?: string;
  createdAt?: string;
  updatedBy?: string;
  updatedAt?: string;
  acl?: VirtualTag["acl"];
  __memory?: TagMemory;
  /** The part of `__memory` that is not secret. */
  __report?: PublicMemory;
}

/** The fields of a Virtual Tag. */
export const virtualTagFields = {
  name: {
    role: "argument",
    shape: isText,
    needed: "known",
    same: (declared, actual) => isSameName(declared.name, actual.name),
  },
  rules: { role: "argument", shape: Array.isArray, needed: "known", same: areRulesSatisfiedBy },
  defaultValue: { role: "argument", shape: isTextOrObject, needed: "shown", same: isDefaultSatisfiedBy },
  setAsLive: { role: "argument", shape: isFlag, default: true },
  changeDescription: { role: "argument", shape: isText },
  adopt: { role: "argument", shape: isTextOrFlag, default: false },
  __resourceUrn: { role: "added", shape: isText },
  __ignoreChanges: { role: "added", shape: isTextList },
  stagedVersionId: { role: "output", shape: isText },
  createdBy: { role: "output", shape: isText },
  createdAt: { role: "output", shape: isText },
  updatedBy: { role: "output", shape: isText },
  updatedAt: { role: "output", shape: isText },
  acl: { role: "output", shape: isObject },
  // It remembers a name and rules that the program may have marked as secrets.
  __memory: { role: "own", shape: isObject, secret: true },
  __report: { role: "own", shape: isObject },
} satisfies Fields<VirtualTagInputs, VirtualTagState>;

/** Stands for the ID of a version that was saved, but that the list of versions did not show yet. */
export const unlistedVersion = "unknown";

/**
 * The state of a tag: plain JSON, without fields that have no value.
 *
 * @param before the state so far
 */
export function stateOf(
  tag: VirtualTag,
  inputs: VirtualTagInputs,
  { before = {}, memory, stagedVersionId }: StateParts = {},
): VirtualTagState {
  const own = { stagedVersionId, __memory: memory, __report: publicMemoryOf(memory?.drift) };
  return { ...inputs, ...outputsOf(virtualTagFields, tag, before, own) };
}

/** What a state is made of, beside the tag and the arguments. */
interface StateParts {
  before?: Partial<VirtualTagState> | undefined;
  memory?: TagMemory | undefined;
  stagedVersionId?: string | undefined;
}
