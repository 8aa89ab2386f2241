/**
 * The ownership mark at the end of the change description of each version that the provider saves:
 * `(pulumi <project>/<stack>#<name>)`, with the types of the parents before the name. It says which resource of which stack
 * owns the tag. The service has no client token, so the mark is how a run recognizes its own work.
 */
import { nameKey } from "../rules/names";
import type { Version } from "./wire";

const opening = "(pulumi ";

/** A mark from its opening to the end of the text. People write brackets too, so the whole form counts. */
const wholeMark = /^\(pulumi [\w.-]+\/[\w.-]+#.+\)$/s;

/** The parts of a URN: `urn:pulumi:<stack>::<project>::<parent types>$<type>::<name>`. */
const urnPattern = /^urn:pulumi:(?<stack>.*?)::(?<project>.*?)::(?<types>.*?)::(?<name>.*)$/s;

/**
 * The mark of a resource. The resource's own type is left out: a `VirtualTagV1` that becomes a `VirtualTag` stays the owner.
 *
 * @param urn the resource's URN
 * @throws {Error} if it is not a URN
 */
export function markOf(urn: string): string {
  const { stack = "", project = "", types = "", name = "" } = urnPattern.exec(urn)?.groups ?? {};
  if (stack === "" || name === "") throw new Error(`"${urn}" is not the URN of a resource.`);
  const parents = types.split("$").slice(0, -1);
  return nameKey(`${opening}${project}/${stack}#${[...parents, escapeName(name)].join("$")})`);
}

/** The owner that a mark names: `project/stack#name`. */
export function ownerOf(mark: string): string {
  return mark.slice(opening.length, -1);
}

/** The name that the owning resource has in its program. */
export function resourceNameOf(mark: string): string {
  const owner = ownerOf(mark);
  const name = owner.slice(owner.indexOf("#") + 1);
  return name
    .slice(name.lastIndexOf("$") + 1)
    .replaceAll("%24", "$")
    .replaceAll("%25", "%");
}

/** Without this, a resource `team` inside a parent `my:Team` would have the mark of a resource named `my:Team$team`. */
function escapeName(name: string): string {
  return name.replaceAll("%", "%25").replaceAll("$", "%24");
}

/** A change description that ends with a mark. */
export function withMark(description: string | undefined, mark: string): string {
  return description === undefined || description === "" ? mark : `${description} ${mark}`;
}

/** The mark that a change description ends with, if any, in the form that {@link markOf} gives it: the service may keep another one. */
export function markIn(saved: string | undefined): string | undefined {
  if (saved?.endsWith(")") !== true) return undefined;
  const description = nameKey(saved);
  const marks: string[] = [];
  for (let start = description.indexOf(opening); start >= 0; start = description.indexOf(opening, start + 1)) {
    const mark = description.slice(start);
    if (wholeMark.test(mark)) marks.unshift(mark);
  }
  // The last one. But the name in a mark may contain a mark itself: then a bracket is left over.
  return marks.find(isBalanced) ?? marks[0];
}

function isBalanced(mark: string): boolean {
  return mark.split("(").length === mark.split(")").length;
}

/** The mark of the newest version that has one: the resource that saved the tag last. */
export function ownerIn(newestFirst: readonly Version[]): string | undefined {
  return newestFirst.map(({ changeDescription }) => markIn(changeDescription)).find((mark) => mark !== undefined);
}

/**
 * The change description of a restored version.
 *
 * @param createdAt when that version was saved, if it is known
 */
export function restoreDescription(versionId: string, createdAt?: string): string {
  return `Restore version ${versionId}${createdAt === undefined ? "" : ` of ${createdAt}`}`;
}

/** As the command line writes it. A program may say "Restore version 7" in its own words, but without the date. */
const isRestore = /^Restore version \S+ of \d{4}-\d{2}-\d{2}T\S+ \(pulumi /u;

/** Whether a run of the resource with that mark saved a version. A person's restore keeps the mark, but is not a run. */
export function isSaveOf(mark: string | undefined, description: string | undefined): boolean {
  return mark !== undefined && markIn(description) === mark && !isRestore.test(description ?? "");
}

/** The name before a mark, as {@link withStagedName} writes it. */
const stagedName = /\(named (?<name>"(?:[^"\\]|\\.)*")\)$/s;

/** A change description with a mark, and before it the name that a version is staged under: versions don't hold names. */
export function withStagedName(description: string | undefined, name: string, mark: string): string {
  return withMark(withMark(description, `(named ${JSON.stringify(name)})`), mark);
}

/** The name that a change description with a mark gives to its version, if any. */
export function stagedNameIn(description: string | undefined): string | undefined {
  const mark = markIn(description);
  if (description === undefined || mark === undefined) return undefined;
  const text = stagedName.exec(nameKey(description).slice(0, -mark.length).trimEnd())?.groups?.["name"];
  try {
    return text === undefined ? undefined : (JSON.parse(text) as string);
  } catch {
    // A person's own words, which only look like it.
    return undefined;
  }
}
