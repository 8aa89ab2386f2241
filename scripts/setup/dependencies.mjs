/** Installs the dependencies if node_modules/ doesn't match package-lock.json. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkout } from "../shared/checkout.mjs";
import { messageOf } from "../shared/messageOf.mjs";
import { withProgress } from "../shared/progress.mjs";
import { must } from "../shared/run.mjs";

/** @typedef {{ version?: string, link?: boolean, optional?: boolean, devOptional?: boolean, peer?: boolean }} Entry */
/** @typedef {{ packages: Record<string, Entry> }} Lockfile */

/**
 * Whether the installed packages match the lockfile. Optional packages may be missing: most are for other platforms.
 *
 * @param {Lockfile} lockfile package-lock.json
 * @param {Lockfile | undefined} installed node_modules/.package-lock.json
 */
export function matchesLockfile(lockfile, installed) {
  if (installed === undefined) return false;
  const hasRequired = Object.entries(lockfile.packages).every(([path, entry]) => {
    if (path === "") return true;
    const found = installed.packages[path];
    if (found === undefined) return entry.optional === true || entry.devOptional === true || entry.peer === true;
    return found.version === entry.version && found.link === entry.link;
  });
  return hasRequired && Object.keys(installed.packages).every((path) => path in lockfile.packages);
}

/**
 * @param {string} file
 * @returns {Lockfile | undefined}
 */
function read(file) {
  try {
    return /** @type {Lockfile} */ (JSON.parse(readFileSync(join(checkout, file), "utf8")));
  } catch {
    return undefined;
  }
}

/** Whether the installed packages are those of the lockfile. */
export function areInstalled() {
  const lockfile = read("package-lock.json");
  if (lockfile === undefined) throw new Error("Can't read package-lock.json.");
  return matchesLockfile(lockfile, read("node_modules/.package-lock.json"));
}

/** Runs `npm ci` if necessary. After an interrupted run it runs again, because npm writes node_modules/.package-lock.json last. */
export async function ensureDependencies() {
  if (areInstalled()) return;
  const args = ["ci", "--include=dev", "--no-audit", "--no-fund"];
  await withProgress("Installing the dependencies", () => must("npm", args, { cwd: checkout, shell: true })).catch(
    (/** @type {unknown} */ error) => {
      const advice = "Check that npm reaches its registry (`npm ping`), then run the same command again.";
      throw new Error(`${messageOf(error)}\n${advice}`);
    },
  );
}
