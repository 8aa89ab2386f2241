/** Finds the copies of exported files on this machine. */
import { statSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import type { ExportedFile, ExportRun } from "./manifest";

/**
 * The copies of a run's files. A copy has the longest end of the path in common. It is in the folder of the manifest, or has at least the
 * significant end of the path: a file with the same name alone could be of another run.
 *
 * @param candidates the files among which the copies are
 * @throws {Error} if a file has no copy, several, or one of another size. The text names them and is not escaped
 */
export function copiesOf(
  { manifest, files }: ExportRun,
  candidates: readonly string[],
): { path: string; records: number | undefined }[] {
  const folder = dirname(resolve(manifest));
  const places = candidates.map((candidate) => ({ candidate, path: resolve(candidate).split(sep) }));
  const copies = files.map((file) => {
    const parts = file.path.split("/").map((part) => part.trim());
    const found = places.map(({ candidate, path }) => ({
      candidate,
      length: commonEnd(path, parts),
      isBeside: path.slice(0, -1).join(sep) === folder,
    }));
    const fitting = found.filter(({ length, isBeside }) => length >= (isBeside ? 1 : file.significant));
    const longest = Math.max(0, ...fitting.map(({ length }) => length));
    const [first, second] = fitting.filter(({ length }) => length === longest);
    if (first === undefined) throw new Error(missingText(manifest, file));
    if (second !== undefined) throw new Error(severalText(manifest, file, first.candidate, second.candidate));
    const { candidate: copy } = first;
    const { size } = statSync(copy);
    if (file.bytes !== undefined && file.bytes !== size)
      throw new Error(otherCountText(copy, "bytes", size, file.bytes));
    return { path: copy, records: file.records };
  });
  if (new Set(copies.map(({ path }) => path)).size < copies.length) throw new Error(`${manifest} names a file twice.`);
  return copies;
}

/** How many segments at the end of two paths are the same. */
function commonEnd(one: readonly string[], other: readonly string[]): number {
  let length = 0;
  while (length < one.length && length < other.length && one.at(-1 - length) === other.at(-1 - length)) length++;
  return length;
}

function missingText(manifest: string, { path }: ExportedFile): string {
  return `${manifest} names a file that is not there: ${path}\nCopy the whole export, with the folders in which the cloud has its files.`;
}

/** What a file has that is not complete, or not the one of the manifest. */
export function otherCountText(path: string, what: "bytes" | "records", found: number, expected: number): string {
  return `${path} has ${found} ${what}, but its manifest says ${expected}. Copy the file again.`;
}

function severalText(manifest: string, { path }: ExportedFile, one: string, other: string): string {
  return [`${manifest} names ${path}, which could be each of these files:`, `  ${one}`, `  ${other}`].join("\n");
}
