/** Finds the tag that a person names. */
import type { VirtualTag } from "../../../client";
import { orNotFound } from "../../../client/settle";
import type { Account } from "../../console/account";
import { printable, quoted } from "../../console/terminal";
import { closestName } from "../../../rules/closestName";

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** How many of the account's names a message lists. */
const listedNames = 20;

/**
 * The tag with this ID, or exactly this name.
 *
 * @throws {Error} if there is none, or several have the name
 */
export async function findTag(account: Account, idOrName: string): Promise<VirtualTag> {
  const { virtualTags } = account.client;
  if (uuid.test(idOrName)) {
    const tag = await orNotFound(virtualTags.get(idOrName));
    if (tag !== undefined) return tag;
  }
  const [tag, ...others] = await virtualTags.findByName(idOrName);
  if (tag === undefined) throw new Error(await notFoundText(account, idOrName));
  if (others.length > 0) throw new Error(severalText(idOrName, [tag, ...others]));
  return tag;
}

async function notFoundText({ client }: Account, idOrName: string): Promise<string> {
  const snapshot = await client.virtualTags.snapshot();
  const names = [...new Set(snapshot.all().map(({ name }) => name))].sort();
  const closest = closestName(idOrName, names);
  const hint = closest === undefined ? "" : ` Did you mean ${quoted(closest)}?`;
  const rest = names.length - listedNames;
  return [
    `The account has no Virtual Tag with the ID or name ${quoted(idOrName)}.${hint}`,
    names.length === 0 ? "It has no Virtual Tags that these credentials can read." : "Its Virtual Tags:",
    ...names.slice(0, listedNames).map((name) => `  ${quoted(name)}`),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ].join("\n");
}

function severalText(name: string, tags: readonly VirtualTag[]): string {
  const list = tags.map(({ id, createdBy = "an unknown user", updatedBy = "an unknown user", updatedAt }) => {
    const when = updatedAt === undefined ? "" : ` at ${printable(updatedAt)}`;
    return `  ${printable(id)} (created by ${printable(createdBy)}, last saved by ${printable(updatedBy)}${when})`;
  });
  return [`The account has ${tags.length} Virtual Tags named ${quoted(name)}. Use an ID:`, ...list].join("\n");
}
