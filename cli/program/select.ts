/** Which tags of the account an export declares, and why it does not declare the others. */
import type { CatalogKey, VirtualTag } from "../../client";
import { isPossibleId } from "../../client/http/path";
import { originOf } from "../../client/printable";
import { isComplete } from "../../client/resources/tagReading";
import { unsupportedReason } from "../../client/resources/unsupportedTags";
import type { Listed } from "../../client/wire";
import { closestName } from "../../rules/closestName";
import { isSameName, nameKey } from "../../rules/names";
import { tagValidator } from "../../rules/validate";
import { quoted } from "../console/terminal";
import { type Remark, skipped } from "./remarks";
import { type Converted, toV2 } from "./fromV1";

/** Which tags to export. */
export interface Selection {
  /** Names or IDs. Default: all tags. */
  tags?: readonly string[] | undefined;
  /** A pattern for names: `*` stands for any text, `?` for one character. Default: all names. */
  match?: string | undefined;
}

/**
 * The tags of a list that are selected.
 *
 * @throws {Error} if a name or an ID is not in the list
 */
export function selectTags<Tag extends { id: string; name: string }>(
  all: readonly Tag[],
  { tags, match }: Selection,
): Tag[] {
  const glob = match === undefined ? undefined : Array.from(nameKey(match));
  const wanted = tags?.flatMap((idOrName) => tagsNamed(all, idOrName));
  return all.filter(
    (tag) => (wanted?.includes(tag) ?? true) && (glob === undefined || matches(glob, Array.from(nameKey(tag.name)))),
  );
}

function tagsNamed<Tag extends { id: string; name: string }>(all: readonly Tag[], idOrName: string): Tag[] {
  const found = all.filter(({ id, name }) => isSameName(name, idOrName) || id.toLowerCase() === idOrName.toLowerCase());
  if (found.length > 0) return found;
  const closest = closestName(
    idOrName,
    all.map(({ name }) => name),
  );
  const hint = closest === undefined ? "" : ` Did you mean ${quoted(closest)}?`;
  throw new Error(`The account has no Virtual Tag with the ID or name ${quoted(idOrName)}.${hint}`);
}

/** Whether a name matches a glob. Only the last star is ever tried again: a regular expression would try all, which can take hours. */
function matches(glob: readonly string[], name: readonly string[]): boolean {
  let [at, star, tried] = [0, -1, 0];
  for (let next = 0; next < name.length;) {
    if (glob[at] === "*") [star, tried, at] = [at, next, at + 1];
    else if (glob[at] === "?" || glob[at] === name[next]) [at, next] = [at + 1, next + 1];
    else if (star < 0) return false;
    else [tried, next, at] = [tried + 1, tried + 1, star + 1];
  }
  return glob.slice(at).every((letter) => letter === "*");
}

/** A selection, divided. */
export interface Declarable {
  /** The tags that a program can declare so that nothing is saved. */
  tags: VirtualTag[];
  /** Why the others can't be declared, and what was converted. */
  remarks: Remark[];
}

/**
 * Divides tags into those that a program can declare, and the others.
 *
 * @param chosen the selected tags
 * @param all every tag of the account: two tags with one name can't both be declared
 * @param catalog the keys of the account, for tags that V1 returned. Default: V2 returned them
 */
export function divide(
  chosen: readonly Listed<VirtualTag>[],
  all: readonly { name: string }[],
  catalog?: readonly CatalogKey[],
): Declarable {
  const counts = new Map<string, number>();
  for (const { name } of all) counts.set(nameKey(name), (counts.get(nameKey(name)) ?? 0) + 1);
  const result: Declarable = { tags: [], remarks: [] };
  for (const listed of chosen) {
    const subject = { type: "Virtual Tag", id: listed.id, name: listed.name } as const;
    if (!isComplete(listed)) {
      result.remarks.push(skipped(subject, "the service shows no rules for it to these credentials"));
      continue;
    }
    const { tag, reasons, remarks } = catalog === undefined ? asItIs(listed) : toV2(listed, catalog);
    const problems = [
      ...identityProblems(listed, counts.get(nameKey(listed.name)) ?? 0),
      ...reasons,
      ...contentProblems(tag),
    ];
    if (problems.length > 0) {
      result.remarks.push(...problems.slice(0, 1).map((reason) => skipped(subject, reason)));
      continue;
    }
    result.tags.push(tag);
    result.remarks.push(...remarks.map((remark) => ({ ...remark, subject })));
  }
  return result;
}

const asItIs = (tag: VirtualTag): Converted => ({ tag, reasons: [], remarks: [] });

function identityProblems(tag: VirtualTag, sameName: number): string[] {
  const unsupported = unsupportedReason(tag);
  return [
    ...(unsupported === undefined ? [] : [`the API can't save it: ${unsupported}`]),
    ...(isPossibleId(tag.id) ? [] : ["its ID is not one that a program can adopt"]),
    ...(sameName > 1
      ? [`the account has ${sameName} tags with this name, and a program can declare one. This one: ${originOf(tag)}`]
      : []),
    ...(tag.name.trim() === tag.name ? [] : ["its name begins or ends with white space, which the provider refuses"]),
  ];
}

const validate = tagValidator();

/** V2 accepts only what the validator accepts, so a program with anything else would fail in the preview. */
function contentProblems({ name, rules, defaultValue }: VirtualTag): string[] {
  return validate({ name, rules, defaultValue }).map(
    ({ path, message }) => `V2 can't save its content: ${path} ${message}`,
  );
}
