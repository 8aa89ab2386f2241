/** The folder that a built engine is kept in. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectCache } from "../shared/caches.mjs";

/**
 * Names what is built from a set of pinned modules on a platform: whatever would change the result changes the name.
 *
 * @param {string} version
 * @param {string} platform For example `linux-x64`.
 * @param {readonly (string | Buffer)[]} inputs The pinning files and the flags of the build.
 */
export function cacheKey(version, platform, inputs) {
  const hash = createHash("sha256");
  for (const input of inputs) hash.update(`${input.length}:`).update(input);
  return `${version}-${platform}-${hash.digest("hex").slice(0, 16)}`;
}

/**
 * The folder that engines are kept in: `COST_ALLOCATION_ENGINE_CACHE`, else one among the user's caches.
 *
 * @param {NodeJS.ProcessEnv} [env]
 */
export function engineCache(env = process.env) {
  const chosen = env["COST_ALLOCATION_ENGINE_CACHE"];
  return chosen === undefined || chosen === "" ? join(projectCache(process.platform, env), "engine") : chosen;
}

/**
 * The contents of a module's pinning files.
 *
 * @param {string} folder
 */
export function pinningFiles(folder) {
  return ["go.mod", "go.sum"].map((name) => readFileSync(join(folder, name)));
}
