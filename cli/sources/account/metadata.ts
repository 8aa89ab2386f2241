/** Reads the metadata of many tags. */
import { Forbidden, type MetadataMap, NotFound } from "../../../client";
import type { Account } from "../../console/account";
import type { Terminal } from "../../console/terminal";
import { readEach } from "./readEach";

/** The metadata of tags by their IDs, or why it can't be read. */
export type MetadataOfTags = Map<string, MetadataMap | { problem: string }>;

/**
 * Reads the metadata of each tag. One request per tag.
 *
 * @throws {Error} of the client, unless it is about one tag
 */
export async function readMetadata(
  { client, settings: { maxConcurrency } }: Pick<Account, "client" | "settings">,
  terminal: Terminal,
  tags: readonly { id: string }[],
): Promise<MetadataOfTags> {
  const found = await readEach("Reading metadata", tags, { terminal, maxConcurrency }, ({ id }) =>
    client.virtualTagMetadata.get(id).catch((error: unknown) => {
      if (error instanceof NotFound) return { problem: "the tag was deleted during the export" };
      if (error instanceof Forbidden) return { problem: "these credentials can't read it" };
      throw error;
    }),
  );
  return new Map(tags.map(({ id }, index) => [id, found[index] ?? {}]));
}

/** Whether metadata could not be read. */
export function isProblem(metadata: MetadataMap | { problem: string }): metadata is { problem: string } {
  return typeof metadata["problem"] === "string";
}
