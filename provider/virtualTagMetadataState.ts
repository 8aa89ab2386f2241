import type { MetadataMap } from "../client";

/** What a program declares. */
export interface VirtualTagMetadataInputs {
  virtualTagId: string;
  metadata: MetadataMap;
  /** `true`: only the declared fields are this resource's. Otherwise the whole map is. */
  mergeValuesAndMetadata?: boolean;
  adopt?: boolean;
  /** The resource's URN, set by the class: messages stand beside it. */
  resourceUrn?: string;
}

/** What is kept in the stack's state: what this resource wrote is what it declared. */
export type VirtualTagMetadataState = VirtualTagMetadataInputs;

/** The names of the arguments, as a program and the class give them. */
export const virtualTagMetadataArguments = [
  "virtualTagId",
  "metadata",
  "mergeValuesAndMetadata",
  "adopt",
  "resourceUrn",
] as const;
