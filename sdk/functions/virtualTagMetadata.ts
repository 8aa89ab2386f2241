import type * as pulumi from "@pulumi/pulumi";
import type { MetadataMap } from "../../client/wire";
import { accountClient, type FunctionOptions } from "./account";
import { lift, type Lifted } from "./lift";

/** Which Virtual Tag's metadata. */
export interface GetVirtualTagMetadataArgs {
  /** ID of the Virtual Tag. */
  virtualTagId: string;
}

/** The metadata of a Virtual Tag's values. */
export interface GetVirtualTagMetadataResult {
  /** ID of the Virtual Tag. */
  virtualTagId: string;
  /** Tag value -> its metadata (API document, section 2.6); empty when there is none. */
  metadata: MetadataMap;
}

/**
 * The metadata of a Virtual Tag's values, whoever entered it.
 *
 * @throws {NotFound} when there is no such tag
 */
export async function getVirtualTagMetadata(
  { virtualTagId }: GetVirtualTagMetadataArgs,
  opts: FunctionOptions = {},
): Promise<GetVirtualTagMetadataResult> {
  const client = await accountClient(opts);
  return { virtualTagId, metadata: await client.virtualTagMetadata.get(virtualTagId) };
}

/** {@link getVirtualTagMetadata} as an output, for arguments that are outputs. */
export function getVirtualTagMetadataOutput(
  args: Lifted<GetVirtualTagMetadataArgs>,
  opts: FunctionOptions = {},
): pulumi.Output<GetVirtualTagMetadataResult> {
  return lift(getVirtualTagMetadata, args, opts);
}
