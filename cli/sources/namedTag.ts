/** Finds the tag that a person names. */
import { closestName } from "../../rules/closestName";
import { isSameName } from "../../rules/names";
import { printable, quoted } from "../console/terminal";
import type { InputTag } from "./inputTag";

/** How many names a message lists. */
const listedNames = 20;

/**
 * The tag in a list with this ID, or exactly this name.
 *
 * @param source how messages name the list
 * @throws {Error} if there is none, or several have the name
 */
export function tagNamed(tags: readonly InputTag[], idOrName: string, source: string): InputTag {
  const byId = tags.filter(({ id }) => id === idOrName);
  const found = byId.length > 0 ? byId : tags.filter(({ name }) => isSameName(name, idOrName));
  const [tag, ...more] = found;
  if (tag === undefined) throw new Error(notFoundText(tags, idOrName, source));
  if (more.length > 0) {
    const ids = found.map(
      ({ id, rules }) => `  ${id === undefined ? "a tag without an ID" : printable(id)} (rules: ${rules.length})`,
    );
    throw new Error(
      [`${source} has ${found.length} Virtual Tags named ${quoted(idOrName)}. Use an ID:`, ...ids].join("\n"),
    );
  }
  return tag;
}

/** The message that no tag has an ID or a name, with the names that there are. */
export function notFoundText(tags: readonly { name: string }[], idOrName: string, source: string): string {
  const names = [...new Set(tags.map(({ name }) => name))].sort();
  const closest = closestName(idOrName, names);
  const rest = names.length - listedNames;
  return [
    `${source} has no Virtual Tag with the ID or name ${quoted(idOrName)}.` +
      (closest === undefined ? "" : ` Did you mean ${quoted(closest)}?`),
    names.length === 0 ? "It has none that can be read." : "Its Virtual Tags:",
    ...names.slice(0, listedNames).map((name) => `  ${quoted(name)}`),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ].join("\n");
}
