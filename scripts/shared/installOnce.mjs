/** Makes what many processes use and is slow to make, once. */
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { withLock } from "./lock.mjs";
import { withProgress } from "./progress.mjs";

/**
 * Makes something, unless it is there already or another process is making it.
 *
 * @param {string} path What exists once it is complete.
 * @param {string} lock
 * @param {string} title
 * @param {() => Promise<void>} make
 */
export function makeOnce(path, lock, title, make) {
  return withLock(lock, async () => {
    if (!existsSync(path)) await withProgress(title, make);
  });
}

/**
 * Makes a folder, unless it is there already. After an interruption it isn't there.
 *
 * @param {string} folder
 * @param {string} title
 * @param {(temporary: string) => Promise<void>} make Fills an empty folder, which is then renamed.
 * @returns {Promise<string>} The folder.
 */
export async function installOnce(folder, title, make) {
  await makeOnce(folder, `${folder}.lock`, title, async () => {
    const temporary = `${folder}.tmp-${process.pid}`;
    rmSync(temporary, { recursive: true, force: true });
    mkdirSync(temporary, { recursive: true });
    await make(temporary);
    renameSync(temporary, folder);
  });
  return folder;
}
