import type * as pulumi from "@pulumi/pulumi";
import * as functions from "../../client/functions/virtualTagMetadata";
import type { MetadataMap } from "../../client/wire";
import { readAccount } from "./account";
import { outputForm } from "./outputForm";

/** The arguments of {@link getVirtualTagMetadata}. */
export interface GetVirtualTagMetadataArgs {
  /** The ID of the Virtual Tag. */
  virtualTagId: string;
}

/** The arguments of {@link getVirtualTagMetadataOutput}. */
export interface GetVirtualTagMetadataOutputArgs {
  /** The ID of the Virtual Tag. */
  virtualTagId: pulumi.Input<string>;
}

/** The result of {@link getVirtualTagMetadata}. */
export interface GetVirtualTagMetadataResult {
  /** The ID of the Virtual Tag. */
  virtualTagId: string;
  /**
   * The metadata by tag value. Empty if there is none. A number that double precision can't hold is a string
   * of its digits.
   */
  metadata: MetadataMap;
}

/**
 * Returns the metadata of a Virtual Tag's values, also what was entered outside Pulumi.
 *
 * @param args The tag.
 * @param opts Pulumi's options: `provider` or `parent` selects another account.
 * @throws {NotFound} If there is no such tag.
 */
export async function getVirtualTagMetadata(
  args: GetVirtualTagMetadataArgs,
  opts: pulumi.InvokeOptions = {},
): Promise<GetVirtualTagMetadataResult> {
  return readAccount(functions.getVirtualTagMetadata, args, opts);
}

/**
 * The Output form of {@link getVirtualTagMetadata}.
 *
 * @param args The tag.
 * @param opts Pulumi's options. `dependsOn` delays the call until resources exist.
 */
export function getVirtualTagMetadataOutput(
  args: GetVirtualTagMetadataOutputArgs,
  opts: pulumi.InvokeOutputOptions = {},
): pulumi.Output<GetVirtualTagMetadataResult> {
  return outputForm(functions.getVirtualTagMetadata, getVirtualTagMetadata, args, opts);
}
