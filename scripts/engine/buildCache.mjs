/** Where engines that were built from source are kept. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { cacheFolder } from "../shared/cacheFolder.mjs";

/**
 * The name of a build's folder. It includes a hash of everything that affects the result.
 *
 * @param {string} version
 * @param {string} platform For example `linux-x64`.
 * @param {readonly (string | Buffer)[]} inputs The contents of go.mod and go.sum, and the build's flags.
 */
export function cacheKey(version, platform, inputs) {
  const hash = createHash("sha256");
  for (const input of inputs) hash.update(`${input.length}:`).update(input);
  return `${version}-${platform}-${hash.digest("hex").slice(0, 16)}`;
}

/**
 * The folder of all builds: `COST_ALLOCATION_ENGINE_CACHE`, or a folder in this project's cache.
 *
 * @param {NodeJS.ProcessEnv} [env]
 */
export function engineCache(env = process.env) {
  const chosen = env["COST_ALLOCATION_ENGINE_CACHE"];
  return chosen === undefined || chosen === "" ? join(cacheFolder(env), "engine") : chosen;
}
