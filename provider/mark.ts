/** The mark of a resource, from its URN; what a mark is, and how it is read, stands in client/mark.ts. */
import { markIn, restoreVersion, withMark } from "../client/resources/ownershipMark";

export { markIn, ownerIn, withMark } from "../client/resources/ownershipMark";

/** A URN's parts: `urn:pulumi:<stack>::<project>::<parent types>$<type>::<name>`. */
const urnPattern = /^urn:pulumi:(?<stack>.*?)::(?<project>.*?)::(?<types>.*?)::(?<name>.*)$/s;

/**
 * The mark of a resource: `(pulumi <project>/<stack>#<name>)`, with the chain of its parents' types before the name where
 * there is one. The resource's own type is left out: a `VirtualTagV1` that becomes a `VirtualTag` stays the owner.
 *
 * @param urn the resource's URN
 * @throws {Error} when it is no URN
 */
export function markOf(urn: string): string {
  const { stack = "", project = "", types = "", name = "" } = urnPattern.exec(urn)?.groups ?? {};
  if (stack === "" || name === "") throw new Error(`"${urn}" is not the URN of a resource.`);
  const parents = types.split("$").slice(0, -1);
  return `(pulumi ${project}/${stack}#${[...parents, name].join("$")})`;
}

/**
 * The change description of a restored version that bears a mark, as the command line writes it: with the date of that
 * version, since a program may say "Restore version 7" in words of its own.
 */
const isRestore = new RegExp(`^${restoreVersion} \\S+ of \\d{4}-\\d{2}-\\d{2}T\\S+ \\(pulumi `, "u");

/**
 * Whether a run of the resource with that mark has saved a version. `cost-allocation versions restore` keeps the mark, but
 * is a person's doing.
 */
export function isSaveOf(mark: string | undefined, description: string | undefined): boolean {
  return mark !== undefined && markIn(description) === mark && !isRestore.test(description ?? "");
}

/** The name that stands before a mark, as `withName` writes it. */
const namePattern = /\(named (?<name>"(?:[^"\\]|\\.)*")\)$/s;

/** A change description with a mark, and before it the name that a version is staged under: no version tells its name. */
export function withName(description: string | undefined, name: string, mark: string): string {
  return withMark(withMark(description, `(named ${JSON.stringify(name)})`), mark);
}

/** The name that a marked change description gives to its version, if any. */
export function nameIn(description: string | undefined): string | undefined {
  const mark = markIn(description);
  if (description === undefined || mark === undefined) return undefined;
  const text = namePattern.exec(description.slice(0, -mark.length).trimEnd())?.groups?.["name"];
  try {
    return text === undefined ? undefined : (JSON.parse(text) as string);
  } catch {
    // A person's own words, which only look like it.
    return undefined;
  }
}
