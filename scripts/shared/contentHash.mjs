import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";

/**
 * The files that some names stand for: a file for itself, a folder for all files in it, a missing one for none.
 *
 * @param {string} root
 * @param {readonly string[]} names
 */
function filesOf(root, names) {
  return names.flatMap((name) => {
    const path = join(root, name);
    const there = statSync(path, { throwIfNoEntry: false });
    if (there === undefined) return [];
    if (!there.isDirectory()) return [path];
    return readdirSync(path, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  });
}

/**
 * A hash over the names and the contents of files.
 *
 * @param {string} root
 * @param {readonly string[]} names Files and folders below the root, which need not exist.
 */
export function contentHash(root, names) {
  const hash = createHash("sha256");
  for (const file of filesOf(root, names).sort()) {
    const content = readFileSync(file);
    hash.update(`${relative(root, file).split(sep).join("/")}:${content.length}:`).update(content);
  }
  return hash.digest("hex");
}
