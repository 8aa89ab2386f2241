import type { MetadataMap } from "../../client";
import type { Context } from "../shared/lifecycle";
import { spelledLike } from "../../client/resources/metadataFields";
import { orNotFound } from "../../client/settle";
import { timed } from "../shared/writeLoop";
import type { Wanted } from "./wanted";

/** What the service holds of a tag's metadata. */
export interface Observed {
  /** When it was requested, by the client's clock. */
  at: number;
  /** With its values written as the resource writes them. Undefined if a delete did not find the tag: its metadata was deleted with it. */
  current: MetadataMap | undefined;
  /** The same as the service shows it. */
  shown: MetadataMap;
}

/**
 * Reads what a decision about the metadata needs to know.
 *
 * @throws {NotFound} if there is no such tag, except for a delete
 */
export async function observe(wanted: Wanted, context: Context): Promise<Observed> {
  const { goal, id } = wanted;
  const { oldest, request } = timed(context);
  const reading = context.client.virtualTagMetadata.get(id, request);
  const shown = await (goal === "delete" ? orNotFound(reading) : reading);
  return { at: oldest(), current: shown && inOwnSpelling(shown, wanted), shown: shown ?? {} };
}

/** What the service shows, with its values written as the resource writes them. */
export function inOwnSpelling(shown: MetadataMap, { before, declared, own }: Wanted): MetadataMap {
  return spelledLike([declared, before, own].flatMap(Object.keys), shown);
}
