/**
 * The mark that ends the change description of every version that the provider saves: `(pulumi <project>/<stack>#<name>)`,
 * with the chain of the parents' types before the name where there is one. It says which resource of which stack owns the
 * tag; the service has no client token, so this is what tells one's own work from another's.
 */
import type { Version } from "../wire";

const opening = "(pulumi ";

/** A mark from its opening to the end of the text. People write brackets too, so all of its form counts. */
const wholeMark = /^\(pulumi [\w.-]+\/[\w.-]+#.+\)$/s;

/** A change description that ends with a mark. */
export function withMark(description: string | undefined, mark: string): string {
  return description === undefined || description === "" ? mark : `${description} ${mark}`;
}

/** The mark that a change description ends with, if any. */
export function markIn(description: string | undefined): string | undefined {
  if (description?.endsWith(")") !== true) return undefined;
  const marks: string[] = [];
  for (let start = description.indexOf(opening); start >= 0; start = description.indexOf(opening, start + 1)) {
    const mark = description.slice(start);
    if (wholeMark.test(mark)) marks.unshift(mark);
  }
  // The last one, but the name in a mark may hold a mark itself: then a bracket is left over.
  return marks.find(isBalanced) ?? marks[0];
}

function isBalanced(mark: string): boolean {
  return mark.split("(").length === mark.split(")").length;
}

/** How the change description of a restored version begins. */
export const restoreVersion = "Restore version";

/** The mark of the newest version that bears one: the resource that saved the tag last. */
export function ownerIn(newestFirst: readonly Version[]): string | undefined {
  return newestFirst.map(({ changeDescription }) => markIn(changeDescription)).find((mark) => mark !== undefined);
}
