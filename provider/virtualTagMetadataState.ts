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
export interface VirtualTagMetadataState extends VirtualTagMetadataInputs {
  /**
   * What it declared last. Only there since a refresh has found something else, which `metadata` then holds: what others
   * entered shows as a difference, but is not this resource's to remove.
   */
  declared?: MetadataMap;
  /** Of `VirtualTagMetadata.get`: nobody declares it in this stack, so what others change is no drift. */
  isOnlyRead?: true;
}

/** What this resource declared last. */
export function ownMetadata({ declared, metadata }: VirtualTagMetadataState): MetadataMap {
  return declared ?? metadata;
}

/** The names of the arguments, as a program and the class give them. */
export const virtualTagMetadataArguments = [
  "virtualTagId",
  "metadata",
  "mergeValuesAndMetadata",
  "adopt",
  "resourceUrn",
] as const;
