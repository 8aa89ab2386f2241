import type { VirtualTagV1 } from "../../client";
import type { Declared } from "../../rules/types";
import { argumentsAmong } from "../shared/arguments";
import type { Drift } from "../shared/drift";
import { plainJson } from "../shared/plainJson";
import { type Report, reportOf } from "../shared/report";

/**
 * What a program declares of a V1 tag, after `check`: timeframes in ISO 8601. The types are V2's; in V1 a condition may have no
 * `type`, and its operator may be `isNot` (API document, section 2.3).
 */
export interface VirtualTagV1Inputs extends Declared {
  /** `check` always sets it. Only the state of a tag that is merely read may not have it. */
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
  __report?: Report;
}

/** What the provider remembers of a tag of V1. */
export interface TagMemoryV1 {
  /** What the account is recognized by. */
  account?: string | undefined;
  /** Whether this stack adopted the tag and never saved it, so that it may belong to others. */
  isUnsaved?: true | undefined;
  /** The drift that a refresh found, until an `up` has overwritten it or the program says the same. */
  drift?: Drift | undefined;
  /** What this stack wrote last, if the arguments in the state are what a refresh found instead. A refresh is no consent. */
  written?: WrittenV1 | undefined;
}

/** What a stack writes by V1. */
export type WrittenV1 = Declared & { isCaseSensitive?: boolean };

/** The state as this stack wrote it, whatever a refresh found since. */
export function writtenIn(state: VirtualTagV1State): VirtualTagV1State {
  return { ...state, ...state.__memory?.written };
}

/** The names of the arguments, as a program and the class give them. */
export const virtualTagV1Arguments = [
  "name",
  "rules",
  "defaultValue",
  "isCaseSensitive",
  "adopt",
  "__resourceUrn",
] as const;

/** What the state adds to the arguments, beside what is the provider's own. */
const outputs = ["category", "accountId", "createdBy", "createdAt", "updatedBy", "updatedAt", "acl"] as const;

/**
 * The state of a tag: plain JSON, without fields that have no value.
 *
 * @param before the state so far. Not every response of the service has all fields: one that is missing keeps its value
 * @param memory what to remember; nothing, if it is empty
 */
export function stateOfV1(
  tag: VirtualTagV1,
  inputs: VirtualTagV1Inputs,
  before: Partial<VirtualTagV1State>,
  memory: TagMemoryV1,
): VirtualTagV1State {
  const shown = Object.fromEntries(outputs.map((name) => [name, tag[name] ?? before[name]]));
  const kept = Object.keys(memory).length === 0 ? undefined : memory;
  const added = { ...shown, __memory: kept, __report: reportOf(memory.drift) };
  return { ...inputs, ...(plainJson(added) as Partial<VirtualTagV1State>) };
}

/** Whether this stack adopted the tag of a state and never saved it. */
export function isUnsavedIn({ __memory }: Partial<VirtualTagV1State>): boolean {
  return __memory?.isUnsaved === true;
}

/** The arguments in a state, without what it adds to them. */
export function argumentsInV1(state: Partial<VirtualTagV1State>): Partial<VirtualTagV1Inputs> {
  return argumentsAmong(state, virtualTagV1Arguments);
}
