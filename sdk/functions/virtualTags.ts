import type * as pulumi from "@pulumi/pulumi";
import { isComplete } from "../../client/reading";
import type { VirtualTag } from "../../client/wire";
import { accountClient, type FunctionOptions } from "./account";
import { lift, type Lifted } from "./lift";

/** A Virtual Tag as the service has it (API document, section 2.1). Dates are ISO 8601, UTC. */
export type GetVirtualTagResult = VirtualTag;

/**
 * A Virtual Tag as the list of all shows it. Of one that the API does not cover, such as a reallocation, only `id` and `name`
 * are certain.
 */
export type GetVirtualTagsResult = Omit<GetVirtualTagResult, "rules" | "defaultValue"> & Partial<GetVirtualTagResult>;

/** Which tag: exactly one of the two. */
export interface GetVirtualTagArgs {
  /** The tag's ID. */
  id?: string;
  /** The tag's name, exactly as in the application. */
  name?: string;
}

/**
 * All Virtual Tags of the account.
 *
 * @throws {InvalidSettings} when settings are missing, with where to put them
 * @throws {CostAllocationError} when the service can't be read
 */
export async function getVirtualTags(opts: FunctionOptions = {}): Promise<GetVirtualTagsResult[]> {
  const client = await accountClient(opts);
  // Another process of this very run writes tags, so nothing that was read before will do.
  return client.virtualTags.list({ fresh: true });
}

/** {@link getVirtualTags} as an output. */
export function getVirtualTagsOutput(opts: FunctionOptions = {}): pulumi.Output<GetVirtualTagsResult[]> {
  return lift((_, options) => getVirtualTags(options), {}, opts);
}

/**
 * One Virtual Tag, by its ID or its name.
 *
 * @throws {Error} when no tag has the name, or several have it
 * @throws {NotFound} when no tag has the ID
 * @throws {UnexpectedAnswer} when the tag is of a kind that the API does not cover
 */
export async function getVirtualTag(args: GetVirtualTagArgs, opts: FunctionOptions = {}): Promise<GetVirtualTagResult> {
  const { id, name } = args;
  if ((id === undefined) === (name === undefined)) throw new Error("getVirtualTag needs either id or name.");
  const client = await accountClient(opts);
  if (id !== undefined) return client.virtualTags.get(id, { fresh: true });
  const tags = await client.virtualTags.list({ fresh: true });
  const named = tags.filter((tag) => tag.name === name);
  const [tag] = named;
  if (tag !== undefined && named.length === 1) return isComplete(tag) ? tag : client.virtualTags.get(tag.id);
  throw new Error(
    tag === undefined
      ? `getVirtualTag: the account has no Virtual Tag named "${String(name)}". It has ${listed(tags.map((other) => `"${other.name}"`))}.`
      : `getVirtualTag: the account has ${named.length} Virtual Tags named "${tag.name}": ` +
          `${listed(named.map((other) => other.id))}. Say which one by its id.`,
  );
}

/** {@link getVirtualTag} as an output, for arguments that are outputs. */
export function getVirtualTagOutput(
  args: Lifted<GetVirtualTagArgs>,
  opts: FunctionOptions = {},
): pulumi.Output<GetVirtualTagResult> {
  return lift(getVirtualTag, args, opts);
}

/** A list for a message: twenty items of it at most. */
export function listed(items: readonly string[]): string {
  if (items.length === 0) return "none";
  const shown = items.slice(0, 20).join(", ");
  return items.length > 20 ? `${shown} and ${items.length - 20} more` : shown;
}
