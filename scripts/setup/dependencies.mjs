/** Installs the dependencies where they are missing or are not those of package-lock.json. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkout } from "../shared/checkout.mjs";
import { withProgress } from "../shared/progress.mjs";
import { lastLines, run } from "../shared/run.mjs";

/** @typedef {{ version?: string, link?: boolean, optional?: boolean, devOptional?: boolean, peer?: boolean }} Entry */
/** @typedef {{ packages: Record<string, Entry> }} Lockfile */

/**
 * Whether what npm says it installed is what the lockfile asks for. Optional packages may be missing: most are for
 * other platforms.
 *
 * @param {Lockfile} wanted package-lock.json
 * @param {Lockfile | undefined} installed node_modules/.package-lock.json
 */
export function fits(wanted, installed) {
  if (installed === undefined) return false;
  const has = installed.packages;
  const allThere = Object.entries(wanted.packages).every(([path, entry]) => {
    if (path === "") return true;
    const found = has[path];
    if (found === undefined) return entry.optional === true || entry.devOptional === true || entry.peer === true;
    return found.version === entry.version && found.link === entry.link;
  });
  return allThere && Object.keys(has).every((path) => path in wanted.packages);
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

/** Runs `npm ci` where it is needed. npm writes its own record last, so an interrupted run counts as not done. */
export async function ensureDependencies() {
  const wanted = read("package-lock.json");
  if (wanted === undefined) throw new Error("package-lock.json can't be read.");
  if (fits(wanted, read("node_modules/.package-lock.json"))) return;
  await withProgress("Installing the dependencies", async () => {
    const result = await run("npm", ["ci", "--include=dev", "--no-audit", "--no-fund"], { cwd: checkout, shell: true });
    if (result.code !== 0) throw new Error(`npm ci failed:\n${lastLines(result)}`);
  });
}
