/** Where a program compares with a value that was renamed. Pure. */
import type { RenamedValue } from "./renamed";

/** What can be written for the renamed values that others still compare with. */
export interface Fixes {
  /** The texts of files after the change, by their paths. */
  files: Map<string, string>;
  /** What is left to write: where the text is in no place of the program or in several, and outside of the stack. */
  open: RenamedValue[];
}

/**
 * Replaces each old value that is in one place of the program.
 *
 * @param files the texts by their paths
 */
export function fixesFor(renamed: readonly RenamedValue[], files: ReadonlyMap<string, string>): Fixes {
  const changed = new Map<string, string>();
  const open: RenamedValue[] = [];
  for (const { followers, ...value } of renamed) {
    const [own, outside] = [false, true].map((is) => followers.filter((one) => (one.isOutside === true) === is));
    if (outside?.length) open.push({ ...value, followers: outside });
    if (!own?.length) continue;
    const places = [...files].flatMap(([path]) => {
      const text = changed.get(path) ?? files.get(path) ?? "";
      return quotedIn(text, value.from).map((at) => ({ path, text, at }));
    });
    const [place, ...others] = places;
    // A text that stands twice, or that several conditions have, may be another value: nothing is guessed.
    if (
      place === undefined ||
      others.length > 0 ||
      own.length > 1 ||
      value.texts > 1 ||
      /["'\\\n]/u.test(value.from + value.to)
    ) {
      open.push({ ...value, followers: own });
      continue;
    }
    const { path, text, at } = place;
    changed.set(path, text.slice(0, at) + value.to + text.slice(at + value.from.length));
  }
  return { files: changed, open };
}

/** Where a text stands in quotation marks, without them. */
function quotedIn(text: string, value: string): number[] {
  return ['"', "'"].flatMap((mark) => {
    const found: number[] = [];
    const quoted = mark + value + mark;
    for (let at = text.indexOf(quoted); at >= 0; at = text.indexOf(quoted, at + 1)) found.push(at + 1);
    return found;
  });
}
