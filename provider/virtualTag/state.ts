import type { VirtualTag } from "../../client";
import type { Declared } from "../../rules/types";
import { argumentsAmong } from "../shared/arguments";
import type { Drift } from "../shared/drift";
import { plainJson } from "../shared/plainJson";
import { type Report, reportOf } from "../shared/report";

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
  /** What the account is recognized by. */
  account?: string | undefined;
  /** The ownership mark that this stack wrote last. */
  mark?: string | undefined;
  /**
   * `updatedAt` of the tag when we last knew who owns it and what is live: after our own save, or a look at its versions. Not
   * after a read that found another owner.
   */
  seenAt?: string | undefined;
  /** How many versions the tag has: exact when last counted, plus our saves since. */
  versionCount?: number | undefined;
  /** What was live when the declared content was staged; null if nothing was. */
  formerLive?: { versionId: string; name: string } | null | undefined;
  /** The drift that a refresh found, until an `up` has overwritten it or the program says the same. */
  drift?: Drift | undefined;
  /** What this stack wrote last, if the arguments in the state are what a refresh found instead. A refresh is no consent. */
  written?: Declared | undefined;
  /** Only in a state of VirtualTagV1: it adopted the tag and never saved it. */
  isUnsaved?: true | undefined;
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
  /** The part of it that is not secret. */
  __report?: Report;
}

/** Stands for the ID of a version that was saved, but that the list of versions did not show yet. */
export const unlistedVersion = "unknown";

/** From how many versions on a person should know that the service is about to remove old ones. */
export const manyVersions = 95;

/** The names of the arguments, as a program and the class give them. */
export const virtualTagArguments = [
  "name",
  "rules",
  "defaultValue",
  "setAsLive",
  "changeDescription",
  "adopt",
  "__resourceUrn",
  "__ignoreChanges",
] as const;

/** What the state adds to the arguments, beside what is the provider's own. */
const outputs = ["createdBy", "createdAt", "updatedBy", "updatedAt", "acl"] as const;

/**
 * The state of a tag: plain JSON, without fields that have no value.
 *
 * @param before the state so far. Not every response of the service has all fields: one that is missing keeps its value
 */
export function stateOf(
  tag: VirtualTag,
  inputs: VirtualTagInputs,
  { before = {}, memory, stagedVersionId }: StateParts = {},
): VirtualTagState {
  const shown = Object.fromEntries(outputs.map((name) => [name, tag[name] ?? before[name]]));
  const added = { stagedVersionId, ...shown, __memory: memory, __report: reportOf(memory?.drift) };
  return { ...inputs, ...(plainJson(added) as Partial<VirtualTagState>) };
}

/** What a state is made of, beside the tag and the arguments. */
interface StateParts {
  before?: Partial<VirtualTagState> | undefined;
  memory?: TagMemory | undefined;
  stagedVersionId?: string | undefined;
}

/** The arguments in a state, without what it adds to them. */
export function argumentsIn(state: Partial<VirtualTagState>): Partial<VirtualTagInputs> {
  return argumentsAmong(state, virtualTagArguments);
}
