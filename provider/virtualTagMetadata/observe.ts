import type { MetadataMap } from "../../client";
import type { Context } from "../shared/lifecycle";
import { orNotFound } from "../../client/settle";
import { timed } from "../shared/writeLoop";
import type { Wanted } from "./wanted";

/** What the service holds of a tag's metadata. */
export interface Observed {
  /** When it was requested, by the client's clock. */
  at: number;
  /** Undefined if a delete did not find the tag, with which its metadata was deleted. */
  shown: MetadataMap | undefined;
}

/**
 * Reads what a decision about the metadata needs.
 *
 * @throws {NotFound} if there is no such tag, except for a delete
 */
export async function observe({ goal, id }: Wanted, context: Context): Promise<Observed> {
  const { oldest, request } = timed(context);
  const reading = context.client.virtualTagMetadata.get(id, request);
  const shown = await (goal === "delete" ? orNotFound(reading) : reading);
  return { at: oldest(), shown };
}
