import type * as pulumi from "@pulumi/pulumi";
import type { Version, VersionWithData } from "../../client/wire";
import { type Moment, readMoment } from "../../rules/timeframe";
import { accountClient, type FunctionOptions } from "./account";
import { lift, type Lifted } from "./lift";

/** A version of a Virtual Tag, without its content (API document, section 2.4). Dates are ISO 8601, UTC. */
export type GetVirtualTagVersionsResult = Version;

/** A version of a Virtual Tag, with its content: `versionData.rules` and `versionData.defaultValue`. */
export type GetVirtualTagVersionResult = VersionWithData;

/** Which versions (API document, section 4.2). */
export interface GetVirtualTagVersionsArgs {
  /** ID of the Virtual Tag. */
  virtualTagId: string;
  /** Only versions of this moment or later: Unix milliseconds, or ISO 8601 (a date alone is UTC). Default: all. */
  from?: Moment;
  /** Only versions of this moment or before, in the same forms. Default: all. */
  to?: Moment;
  /** By their date: `desc`, the newest first, or `asc`. Default `desc`. */
  sortDirection?: "asc" | "desc";
}

/** Which version. */
export interface GetVirtualTagVersionArgs {
  /** ID of the Virtual Tag. */
  virtualTagId: string;
  /** ID of the version, from {@link getVirtualTagVersions}. */
  id: string;
}

/**
 * The versions of a Virtual Tag that the service keeps: a hundred, for a year.
 *
 * @throws {NotFound} when there is no such tag
 * @throws {Error} when `from` or `to` is no moment
 */
export async function getVirtualTagVersions(
  args: GetVirtualTagVersionsArgs,
  opts: FunctionOptions = {},
): Promise<GetVirtualTagVersionsResult[]> {
  const { virtualTagId, sortDirection } = args;
  const [from, to] = [moment("from", args.from), moment("to", args.to)];
  const client = await accountClient(opts);
  const versions: GetVirtualTagVersionsResult[] = [];
  const wanted = { from, to, sortDirection, pageSize: 100 };
  for await (const version of client.virtualTagVersions.list(virtualTagId, wanted)) versions.push(version);
  return versions;
}

/** {@link getVirtualTagVersions} as an output, for arguments that are outputs. */
export function getVirtualTagVersionsOutput(
  args: Lifted<GetVirtualTagVersionsArgs>,
  opts: FunctionOptions = {},
): pulumi.Output<GetVirtualTagVersionsResult[]> {
  return lift(getVirtualTagVersions, args, opts);
}

/**
 * One version of a Virtual Tag, with its content.
 *
 * @throws {NotFound} when there is no such tag or version
 */
export async function getVirtualTagVersion(
  { virtualTagId, id }: GetVirtualTagVersionArgs,
  opts: FunctionOptions = {},
): Promise<GetVirtualTagVersionResult> {
  const client = await accountClient(opts);
  return client.virtualTagVersions.get(virtualTagId, id);
}

/** {@link getVirtualTagVersion} as an output, for arguments that are outputs. */
export function getVirtualTagVersionOutput(
  args: Lifted<GetVirtualTagVersionArgs>,
  opts: FunctionOptions = {},
): pulumi.Output<GetVirtualTagVersionResult> {
  return lift(getVirtualTagVersion, args, opts);
}

function moment(name: string, given: Moment | undefined): number | undefined {
  if (given === undefined) return undefined;
  const read = readMoment(given);
  if ("milliseconds" in read) return read.milliseconds;
  throw new Error(`getVirtualTagVersions: ${name} ${read.problem}.`);
}
