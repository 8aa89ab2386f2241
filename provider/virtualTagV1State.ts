import type { VirtualTagV1 } from "../client";
import type { TagContent } from "../rules/types";
import { argumentsAmong } from "./arguments";
import { toPlainObject } from "./plain";

/**
 * What a program declares of a V1 tag, after `check`: timeframes in Unix milliseconds. The types are V2's; in V1 a condition
 * may be without `type`, and its operator may be `isNot` (API document, section 2.3).
 */
export interface VirtualTagV1Inputs extends TagContent {
  name: string;
  /** `check` always fills it in; only the state of a tag that is merely read may be without. */
  isCaseSensitive?: boolean;
  adopt?: boolean | string;
  /** The resource's URN, set by the class: the engine tells a lifecycle nothing of it. */
  resourceUrn?: string;
}

/** What is kept in the stack's state: the inputs, and what the service adds. V1 leaves no mark, so none is remembered. */
export interface VirtualTagV1State extends VirtualTagV1Inputs {
  category?: string;
  accountId?: string;
  createdBy?: string;
  createdAt?: string;
  updatedBy?: string;
  updatedAt?: string;
  acl?: VirtualTagV1["acl"];
}

/** The names of the arguments, as a program and the class give them. */
export const virtualTagV1Arguments = [
  "name",
  "rules",
  "defaultValue",
  "isCaseSensitive",
  "adopt",
  "resourceUrn",
] as const;

/** The state of a tag: plain JSON, without fields that have no value. */
export function stateOfV1(tag: VirtualTagV1, inputs: VirtualTagV1Inputs): VirtualTagV1State {
  const { category, accountId, createdBy, createdAt, updatedBy, updatedAt, acl } = tag;
  const added = { category, accountId, createdBy, createdAt, updatedBy, updatedAt, acl };
  return { ...inputs, ...(toPlainObject(added) as Partial<VirtualTagV1State>) };
}

/** The arguments that are in a state, without what it adds to them. */
export function argumentsInV1(state: Partial<VirtualTagV1State>): Partial<VirtualTagV1Inputs> {
  return argumentsAmong(state, virtualTagV1Arguments);
}

/** Whether a state is one that `VirtualTagV1` wrote: only its states say anything of casing. */
export function isStateOfV1<State extends object>(
  state: State,
): state is State & Pick<VirtualTagV1State, "isCaseSensitive"> {
  return "isCaseSensitive" in state;
}
