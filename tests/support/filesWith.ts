import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The files below a folder that hold a text, by their path: where a secret must not be. */
export function filesWith(text: string, folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(text))
    .map((entry) => join(entry.parentPath, entry.name));
}
