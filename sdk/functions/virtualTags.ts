import type * as pulumi from "@pulumi/pulumi";
import * as functions from "../../client/functions/virtualTags";
import type { Acl, MetadataMap } from "../../client/wire";
import type { Moment, Rule, TagValue } from "../../rules/types";
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

/** A version of a Virtual Tag, without its content. */
export interface VirtualTagVersion {
  /** The ID of the version. */
  id: string;
  /** When the version was saved: ISO 8601, UTC. */
  createdAt: string;
  /** The email address of who saved the version. */
  createdBy: string;
  /** The change description of the save. Absent if it has none. */
  changeDescription?: string;
  /** Whether this is the live version, which reports use. */
  isLive: boolean;
}

/** The result of {@link getVirtualTagVersions}. */
export type GetVirtualTagVersionsResult = VirtualTagVersion[];

/** The content of a version. A version does not record the name of the tag. */
export interface VirtualTagVersionData {
  /** The rules, in order. */
  rules: readonly Rule[];
  /** The value of the records that no rule matches. */
  defaultValue: TagValue;
}

/** The result of {@link getVirtualTagVersion}: a version with its content. */
export interface GetVirtualTagVersionResult extends VirtualTagVersion {
  /** The content. */
  versionData: VirtualTagVersionData;
}

/** The arguments of {@link getVirtualTagVersions}. */
export interface GetVirtualTagVersionsArgs {
  /** The ID of the Virtual Tag. */
  virtualTagId: string;
  /** The first moment: Unix milliseconds, or ISO 8601 (a date without a time is in UTC). Default: no limit. */
  from?: Moment;
  /** The last moment, in the same forms. Default: no limit. */
  to?: Moment;
  /** The order by date: `desc` for newest first, or `asc`. Default: `desc`. */
  sortDirection?: "asc" | "desc";
}

/** The arguments of {@link getVirtualTagVersionsOutput}. */
export interface GetVirtualTagVersionsOutputArgs {
  /** The ID of the Virtual Tag. */
  virtualTagId: pulumi.Input<string>;
  /** The first moment: Unix milliseconds, or ISO 8601 (a date without a time is in UTC). Default: no limit. */
  from?: pulumi.Input<Moment>;
  /** The last moment, in the same forms. Default: no limit. */
  to?: pulumi.Input<Moment>;
  /** The order by date: `desc` for newest first, or `asc`. Default: `desc`. */
  sortDirection?: pulumi.Input<"asc" | "desc">;
}

/** The arguments of {@link getVirtualTagVersion}. */
export interface GetVirtualTagVersionArgs {
  /** The ID of the Virtual Tag. */
  virtualTagId: string;
  /** The ID of the version, from {@link getVirtualTagVersions}. */
  id: string;
}

/** The arguments of {@link getVirtualTagVersionOutput}. */
export interface GetVirtualTagVersionOutputArgs {
  /** The ID of the Virtual Tag. */
  virtualTagId: pulumi.Input<string>;
  /** The ID of the version, from {@link getVirtualTagVersions}. */
  id: pulumi.Input<string>;
}

/**
 * Returns the versions of a Virtual Tag. The service keeps 100 versions, for one year.
 *
 * @param args The tag, and which versions.
 * @param opts Pulumi's options: `provider` or `parent` selects another account.
 * @throws {NotFound} If there is no such tag.
 * @throws {Error} If `from` or `to` is not a moment.
 */
export async function getVirtualTagVersions(
  args: GetVirtualTagVersionsArgs,
  opts: pulumi.InvokeOptions = {},
): Promise<GetVirtualTagVersionsResult> {
  return readAccount(functions.getVirtualTagVersions, args, opts);
}

/**
 * The Output form of {@link getVirtualTagVersions}.
 *
 * @param args The tag, and which versions.
 * @param opts Pulumi's options. `dependsOn` delays the call until resources exist.
 */
export function getVirtualTagVersionsOutput(
  args: GetVirtualTagVersionsOutputArgs,
  opts: pulumi.InvokeOutputOptions = {},
): pulumi.Output<GetVirtualTagVersionsResult> {
  return outputForm(functions.getVirtualTagVersions, getVirtualTagVersions, args, opts);
}

/**
 * Returns a version of a Virtual Tag with its content.
 *
 * @param args The tag and the version.
 * @param opts Pulumi's options: `provider` or `parent` selects another account.
 * @throws {NotFound} If there is no such tag or version.
 */
export async function getVirtualTagVersion(
  args: GetVirtualTagVersionArgs,
  opts: pulumi.InvokeOptions = {},
): Promise<GetVirtualTagVersionResult> {
  return readAccount(functions.getVirtualTagVersion, args, opts);
}

/**
 * The Output form of {@link getVirtualTagVersion}.
 *
 * @param args The tag and the version.
 * @param opts Pulumi's options. `dependsOn` delays the call until resources exist.
 */
export function getVirtualTagVersionOutput(
  args: GetVirtualTagVersionOutputArgs,
  opts: pulumi.InvokeOutputOptions = {},
): pulumi.Output<GetVirtualTagVersionResult> {
  return outputForm(functions.getVirtualTagVersion, getVirtualTagVersion, args, opts);
}

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
