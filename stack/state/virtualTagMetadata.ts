import { isObject } from "../../client/json";
import { pathDigest, sameMetadata } from "../../client/resources/metadataFields";
import type { MetadataMap } from "../../client/wire";
import { type Fields, isFlag, isText } from "./fields";
import { isSameId } from "./kinds";
import type { PublicMemory } from "./report";

/** What a program declares. */
export interface VirtualTagMetadataInputs {
  virtualTagId: string;
  metadata: MetadataMap;
  /** `true`: only the declared fields are this resource's. Otherwise the whole map is. */
  mergeValuesAndMetadata?: boolean;
  adopt?: boolean;
  /** The resource's URN, set by the class: the engine does not pass it. */
  __resourceUrn?: string;
}

/** What the stack's state keeps. */
export interface VirtualTagMetadataState extends VirtualTagMetadataInputs {
  /**
   * What the provider remembers for itself, in one output that Pulumi's display hides. Missing if the program only reads the
   * metadata (`VirtualTagMetadata.get`). Then there is no drift.
   */
  __memory?: {
    /** Identifies the account. */
    account?: string | undefined;
    /**
     * What this resource declared last, if a refresh found something else, which `metadata` then has. So what others entered shows
     * as a difference, but this resource does not remove it.
     */
    declared?: MetadataMap;
    /**
     * The paths of the declared fields that this stack never wrote, because they already existed. They may belong to others, so
     * they are not removed.
     */
    unwritten?: readonly string[];
  };
  /** The part of `__memory` that is not secret. */
  __report?: PublicMemory;
}

/** The fields of a VirtualTagMetadata. */
export const virtualTagMetadataFields = {
  mergeValuesAndMetadata: { role: "argument", shape: isFlag, same: (one, other) => merges(one) === merges(other) },
  virtualTagId: {
    role: "argument",
    shape: isText,
    same: (one, other) => isSameId(one.virtualTagId, other.virtualTagId),
  },
  metadata: {
    role: "argument",
    shape: isObject,
    needed: "known",
    same: (one, other) => sameMetadata(one.metadata, other.metadata ?? {}),
  },
  adopt: { role: "argument", shape: isFlag, default: false },
  __resourceUrn: { role: "added", shape: isText },
  // It remembers the declared metadata, which may contain secrets.
  __memory: { role: "own", shape: isObject, secret: true },
  __report: { role: "own", shape: isObject },
} satisfies Fields<VirtualTagMetadataInputs, VirtualTagMetadataState>;

/** What this resource declared last. */
export function ownMetadata({ __memory, metadata }: VirtualTagMetadataState): MetadataMap {
  return __memory?.declared ?? metadata;
}

/** The declared fields that this stack never wrote, by their paths. */
export function unwrittenIn({ __memory }: Partial<VirtualTagMetadataState>): readonly string[] {
  return __memory?.unwritten ?? [];
}

/** The state of a resource. */
export function metadataStateOf(
  inputs: VirtualTagMetadataInputs,
  unwritten: readonly string[] = [],
): VirtualTagMetadataState {
  return { ...inputs, __memory: unwritten.length > 0 ? { unwritten } : {} };
}

/**
 * The state of a resource with drift. The inputs have what the service has.
 *
 * @param declared what the resource declared last
 * @param paths of the fields that differ
 */
export function withDrift(
  state: VirtualTagMetadataState,
  declared: MetadataMap,
  paths: readonly string[],
): VirtualTagMetadataState {
  const fields = paths.map((path) => pathDigest(state.virtualTagId, path));
  return { ...state, __memory: { declared, ...state.__memory }, __report: { drift: { fields } } };
}

/** Whether a resource owns single fields. Otherwise it owns the whole map. */
export function merges({ mergeValuesAndMetadata }: Partial<VirtualTagMetadataInputs>): boolean {
  return mergeValuesAndMetadata === true;
}
