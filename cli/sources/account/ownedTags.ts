/** Reads who owns the tags of the account. Reads only. */
import { Forbidden, NotFound, UnexpectedAnswer } from "../../../client";
import { isPredefined } from "../../../client/resources/unsupportedTags";
import { idKey } from "../../../stack/state/kinds";
import type { Account } from "../../console/account";
import type { Terminal } from "../../console/terminal";
import { readHistory } from "./allTags";
import { unreadableReason } from "../unreadable";
import { readEach } from "./readEach";

/** A tag of the account, and the owner that its ownership mark names. */
export interface OwnedTag {
  id: string;
  name: string;
  createdBy?: string;
  updatedBy?: string;
  updatedAt?: string;
  /** `project/stack#resource`; undefined if no version has a mark. */
  owner?: string;
  /** Why its versions can't be read. */
  error?: string;
  /** Why no program can declare it; absent if one can. Continues a sentence. */
  unsupported?: string;
}

/**
 * Reads all tags but the predefined ones, each with the owner that its newest versions name.
 *
 * @param known the keys (`idKey`) of the IDs of tags whose owner nobody needs
 * @throws {Error} of the client, unless it is about one tag
 */
export async function readOwnedTags(
  { client, settings }: Account,
  known: ReadonlySet<string>,
  terminal: Terminal,
): Promise<OwnedTag[]> {
  const all = (await client.virtualTags.list()).filter((tag) => !isPredefined(tag));
  const { maxConcurrency } = settings;
  const read = await readEach("Reading versions", all, { terminal, maxConcurrency }, async (tag) => {
    const { id, name, createdBy, updatedBy, updatedAt } = tag;
    const unsupported = unreadableReason(tag);
    const shown = Object.entries({ createdBy, updatedBy, updatedAt, unsupported }).filter(
      ([, text]) => text !== undefined,
    );
    const owned: OwnedTag = { id, name, ...Object.fromEntries(shown) };
    if (known.has(idKey(id))) return [owned];
    try {
      const { owner } = await readHistory(client, id);
      return [owner === undefined ? owned : { ...owned, owner }];
    } catch (error) {
      // Somebody deleted it meanwhile.
      if (error instanceof NotFound) return [];
      if (error instanceof Forbidden || error instanceof UnexpectedAnswer) return [{ ...owned, error: error.message }];
      throw error;
    }
  });
  return read.flat();
}
