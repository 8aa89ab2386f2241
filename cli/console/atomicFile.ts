/** Files that a command writes: whole or not at all, even if the command is killed. */
import { randomUUID } from "node:crypto";
import * as fs from "node:fs";
import { basename, dirname, join } from "node:path";
import { messageOf } from "../../rules/shared/messageOf";
import { quoted } from "./terminal";

/**
 * Writes a file through a temporary file in the same folder, which then gets its name. A link stays a link: the file that it
 * points to is replaced. An existing file keeps its permissions.
 *
 * @param path The file. Its folder must exist.
 * @param content The whole content.
 * @param mode The permissions of a new file. Default: what the process's umask allows.
 * @throws {Error} of the file system, such as `EACCES`. The file is then as it was, and no temporary file remains.
 */
export function writeWhole(path: string, content: string | Uint8Array, mode?: number): void {
  const existing = fs.statSync(path, { throwIfNoEntry: false });
  const target = existing === undefined ? path : fs.realpathSync(path);
  const temporary = join(dirname(target), `.${basename(target).slice(0, 100)}.${randomUUID()}.tmp`);
  try {
    const file = fs.openSync(temporary, "wx", existing?.mode ?? mode);
    try {
      // The umask limits the mode of a new file only.
      if (existing !== undefined) fs.fchmodSync(file, existing.mode);
      fs.writeFileSync(file, content);
      // Otherwise, after a power failure, the name may point to an empty file.
      fs.fsyncSync(file);
    } finally {
      fs.closeSync(file);
    }
    fs.renameSync(temporary, target);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
}

/**
 * Writes a file that a person named, as {@link writeWhole} does.
 *
 * @throws {Error} that names the file
 */
export function writeNamed(path: string, text: string): void {
  try {
    writeWhole(path, text);
  } catch (error) {
    const reason = messageOf(error);
    throw new Error(`${quoted(path)} can't be written: ${reason}`, { cause: error });
  }
}
