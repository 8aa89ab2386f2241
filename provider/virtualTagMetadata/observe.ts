import type { MetadataMap } from "../../client";
import type { Context } from "../shared/lifecycle";
import { orNotFound } from "../../client/settle";
import { timed } from "../shared/writeLoop";
import type { Wanted } from "./wanted";

/** What the service holds of a tag's metadata. */
export interface Observed {
  /** When it was requested, by the client's clock. */
  at: number;
  /** Undefined if the tag was not found. */
  shown: MetadataMap | undefined;
}

/** Reads what a decision about the metadata needs. */
export async function observe({ id }: Wanted, context: Context): Promise<Observed> {
  const { oldest, request } = timed(context);
  const shown = await orNotFound(context.client.virtualTagMetadata.get(id, request));
  return { at: oldest(), shown };
}
