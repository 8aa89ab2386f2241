import type * as pulumi from "@pulumi/pulumi";
import * as functions from "../../client/functions/virtualTags";
import type { Acl } from "../../client/wire";
import type { Rule, TagValue } from "../../rules/types";
import { readAccount } from "./account";
import { outputForm } from "./outputForm";

/**
 * A Virtual Tag in the list of all. Tags that the API does not cover, such as reallocations, may have
 * only `id` and `name`.
 */
export interface ListedVirtualTag {
  /** The ID of the tag, a UUID. */
  id: string;
  /** The name in the application. */
  name: string;
  /** The rules, in order. Absent on tags that the API does not cover. */
  rules?: readonly Rule[];
  /** The value of the records that no rule matches. Absent on tags that the API does not cover. */
  defaultValue?: TagValue;
  /** Who can read and write the tag. Absent if the service does not return it. */
  acl?: Acl;
  /** The email address of who created the tag. Absent if the service does not return it. */
  createdBy?: string;
  /** The email address of who last saved the tag. Absent if the service does not return it. */
  updatedBy?: string;
  /** When the tag was created: ISO 8601, UTC. Absent if the service does not return it. */
  createdAt?: string;
  /** When the tag was last saved: ISO 8601, UTC. Absent if the service does not return it. */
  updatedAt?: string;
}

/** The result of {@link getVirtualTags}. */
export type GetVirtualTagsResult = ListedVirtualTag[];

/** The result of {@link getVirtualTag}: a Virtual Tag with its content. */
export interface GetVirtualTagResult extends ListedVirtualTag {
  /** The rules, in order. */
  rules: readonly Rule[];
  /** The value of the records that no rule matches. */
  defaultValue: TagValue;
}

/** The arguments of {@link getVirtualTag}: exactly one of the two. */
export interface GetVirtualTagArgs {
  /** The ID of the tag. */
  id?: string;
  /** The exact name of the tag in the application. */
  name?: string;
}

/** The arguments of {@link getVirtualTagOutput}: exactly one of the two. */
export interface GetVirtualTagOutputArgs {
  /** The ID of the tag. */
  id?: pulumi.Input<string>;
  /** The exact name of the tag in the application. */
  name?: pulumi.Input<string>;
}

/**
 * Returns all Virtual Tags of the account.
 *
 * @param opts Pulumi's options: `provider` or `parent` selects another account.
 * @throws {InvalidSettings} If settings are missing, with where to set them.
 * @throws {CostAllocationError} If the service can't be read.
 */
export async function getVirtualTags(opts: pulumi.InvokeOptions = {}): Promise<GetVirtualTagsResult> {
  return readAccount(functions.getVirtualTags, {}, opts);
}

/**
 * The Output form of {@link getVirtualTags}.
 *
 * @param opts Pulumi's options. `dependsOn` delays the call until resources exist.
 */
export function getVirtualTagsOutput(opts: pulumi.InvokeOutputOptions = {}): pulumi.Output<GetVirtualTagsResult> {
  return outputForm(functions.getVirtualTags, (_, options) => getVirtualTags(options), {}, opts);
}

/**
 * Returns the Virtual Tag with an ID or a name.
 *
 * @param args The ID or the name.
 * @param opts Pulumi's options: `provider` or `parent` selects another account.
 * @throws {Error} If no tag has the name, or if several have it.
 * @throws {NotFound} If no tag has the ID.
 * @throws {UnexpectedAnswer} If the tag is of a kind that the API does not cover.
 */
export async function getVirtualTag(
  args: GetVirtualTagArgs,
  opts: pulumi.InvokeOptions = {},
): Promise<GetVirtualTagResult> {
  return readAccount(functions.getVirtualTag, args, opts);
}

/**
 * The Output form of {@link getVirtualTag}.
 *
 * @param args The ID or the name.
 * @param opts Pulumi's options. `dependsOn` delays the call until resources exist.
 */
export function getVirtualTagOutput(
  args: GetVirtualTagOutputArgs,
  opts: pulumi.InvokeOutputOptions = {},
): pulumi.Output<GetVirtualTagResult> {
  return outputForm(functions.getVirtualTag, getVirtualTag, args, opts);
}
