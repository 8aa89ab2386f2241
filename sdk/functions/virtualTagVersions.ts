import type * as pulumi from "@pulumi/pulumi";
import * as functions from "../../client/functions/virtualTagVersions";
import type { Moment, Rule, TagValue } from "../../rules/types";
import { readAccount } from "./account";
import { outputForm } from "./outputForm";

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
