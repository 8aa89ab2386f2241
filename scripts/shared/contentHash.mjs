import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";

/**
 * Lists files: a file as itself, a folder as all files in it. Missing names are skipped.
 *
 * @param {string} root
 * @param {readonly string[]} names
 */
function filesOf(root, names) {
  return names.flatMap((name) => {
    const path = join(root, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return [];
    if (!stats.isDirectory()) return [path];
    return readdirSync(path, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  });
}

/**
 * A hash of the names and the contents of files.
 *
 * @param {string} root
 * @param {readonly string[]} names Files and folders below the root. They may be missing.
 */
export function contentHash(root, names) {
  const hash = createHash("sha256");
  for (const file of filesOf(root, names).sort()) {
    const content = readFileSync(file);
    hash.update(`${relative(root, file).split(sep).join("/")}:${content.length}:`).update(content);
  }
  return hash.digest("hex");
}
