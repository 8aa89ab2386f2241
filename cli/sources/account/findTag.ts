/** Finds the tag that a person names. */
import type { VirtualTag } from "../../../client";
import { originOf } from "../../../client/printable";
import { orNotFound } from "../../../client/settle";
import type { Listed } from "../../../client/wire";
import type { Account } from "../../console/account";
import { printable, quoted } from "../../console/terminal";
import { notFoundText } from "../namedTag";
import { beginningWith, isUuid } from "./ids";

/**
 * The tag with this ID, exactly this name, or an ID that begins like this.
 *
 * @throws {Error} if there is none, or several have the name
 */
export async function findTag(account: Account, idOrName: string): Promise<VirtualTag> {
  const { virtualTags } = account.client;
  if (isUuid.test(idOrName)) {
    const tag = await orNotFound(virtualTags.get(idOrName));
    if (tag !== undefined) return tag;
  }
  const [tag, ...others] = await virtualTags.findByName(idOrName);
  if (tag === undefined) {
    const all = (await virtualTags.snapshot()).all();
    const [only, ...more] = beginningWith(all, idOrName);
    const found = only === undefined || more.length > 0 ? undefined : await orNotFound(virtualTags.get(only.id));
    if (found !== undefined) return found;
    throw new Error(notFoundText(all, idOrName, "The account"));
  }
  if (others.length > 0) throw new Error(severalText(idOrName, [tag, ...others]));
  return tag;
}

/** The message that several tags have a name, with what tells them apart. */
export function severalText(name: string, tags: readonly Listed<VirtualTag>[]): string {
  const list = tags.map((tag) => `  ${printable(tag.id)} (${printable(originOf(tag))})`);
  return [`The account has ${tags.length} Virtual Tags named ${quoted(name)}. Use an ID:`, ...list].join("\n");
}
