/** The states of VirtualTagV1. They outlive V1 of the API: VirtualTag takes them over, and `drift` reads them. */
import { isObject } from "../../client/json";
import type { VirtualTagV1 } from "../../client/wire";
import { isSatisfiedInV1 } from "../../rules/contentV1";
import { isSameName } from "../../rules/names";
import type { Declared } from "../../rules/types";
import { type Fields, isFlag, isText, isTextOrFlag, isTextOrObject, outputsOf } from "./fields";
import { type Drift, type PublicMemory, publicMemoryOf } from "./report";

/**
 * What a program declares of a V1 tag, after `check`: timeframes in ISO 8601. The types are V2's; in V1 a condition may have no
 * `type`, and its operator may be `isNot`.
 */
export interface VirtualTagV1Inputs extends Declared {
  /** `check` always sets it. Only the state of a tag that the program reads with `get` may lack it. */
  isCaseSensitive?: boolean;
  adopt?: boolean | string;
  /** The resource's URN, set by the class: the engine does not pass it. */
  __resourceUrn?: string;
}

/** What the stack's state keeps: the inputs, and what the service adds. V1 leaves no ownership mark, so none is remembered. */
export interface VirtualTagV1State extends VirtualTagV1Inputs {
  category?: string;
  accountId?: string;
  createdBy?: string;
  createdAt?: string;
  updatedBy?: string;
  updatedAt?: string;
  acl?: VirtualTagV1["acl"];
  /** What the provider remembers for itself, in one output that Pulumi's display hides. Only there if there is anything. */
  __memory?: TagMemoryV1;
  /** The part of it that is not secret. */
  __report?: PublicMemory;
}

/** What the provider remembers of a tag of V1. */
export interface TagMemoryV1 {
  /** Identifies the account. */
  account?: string | undefined;
  /** Whether this stack adopted the tag and never saved it, so that it may belong to others. */
  isUnsaved?: true | undefined;
  /** The drift that a refresh found, until an `up` overwrites it or the program declares it. */
  drift?: Drift | undefined;
  /** What this stack wrote last, if a refresh found something else, which the arguments in the state then have. */
  written?: WrittenV1 | undefined;
}

/** What a stack writes with V1. */
export type WrittenV1 = Declared & { isCaseSensitive?: boolean };

/** The fields of a VirtualTagV1. */
export const virtualTagV1Fields = {
  name: {
    role: "argument",
    shape: isText,
    needed: "known",
    same: (declared, actual) => isSameName(declared.name, actual.name),
  },
  rules: {
    role: "argument",
    shape: Array.isArray,
    needed: "known",
    same: ({ rules, isCaseSensitive = false }, actual) =>
      isSatisfiedInV1({ rules, defaultValue: "" }, { rules: actual.rules ?? [], defaultValue: "" }, isCaseSensitive),
  },
  defaultValue: {
    role: "argument",
    shape: isTextOrObject,
    needed: "shown",
    same: ({ defaultValue, isCaseSensitive = false }, actual) =>
      isSatisfiedInV1(
        { rules: [], defaultValue },
        { rules: [], defaultValue: actual.defaultValue ?? "" },
        isCaseSensitive,
      ),
  },
  isCaseSensitive: {
    role: "argument",
    shape: isFlag,
    same: ({ isCaseSensitive = false }, actual) => isCaseSensitive === actual.isCaseSensitive,
  },
  adopt: { role: "argument", shape: isTextOrFlag },
  __resourceUrn: { role: "added", shape: isText },
  category: { role: "output", shape: isText },
  accountId: { role: "output", shape: isText },
  createdBy: { role: "output", shape: isText },
  createdAt: { role: "output", shape: isText },
  updatedBy: { role: "output", shape: isText },
  updatedAt: { role: "output", shape: isText },
  acl: { role: "output", shape: isObject },
  // It remembers a name and rules that the program may have marked as secrets.
  __memory: { role: "own", shape: isObject, secret: true },
  __report: { role: "own", shape: isObject },
} satisfies Fields<VirtualTagV1Inputs, VirtualTagV1State>;

/** The state with what this stack wrote, not what a refresh found. */
export function writtenIn(state: VirtualTagV1State): VirtualTagV1State {
  return { ...state, ...state.__memory?.written };
}

/**
 * The state of a tag: plain JSON, without fields that have no value.
 *
 * @param before the state so far
 * @param memory what to remember; nothing, if it is empty
 */
export function stateOfV1(
  tag: VirtualTagV1,
  inputs: VirtualTagV1Inputs,
  before: Partial<VirtualTagV1State>,
  memory: TagMemoryV1,
): VirtualTagV1State {
  const kept = Object.keys(memory).length === 0 ? undefined : memory;
  const own = { __memory: kept, __report: publicMemoryOf(memory.drift) };
  return { ...inputs, ...outputsOf(virtualTagV1Fields, tag, before, own) };
}

/** Whether this stack adopted the tag of a state and never saved it. */
export function isUnsavedIn({ __memory }: Partial<VirtualTagV1State>): boolean {
  return __memory?.isUnsaved === true;
}
