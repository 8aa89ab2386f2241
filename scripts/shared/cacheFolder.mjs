import { homedir } from "node:os";
import { join } from "node:path";

/**
 * The platform's folder for the user's caches.
 *
 * @param {NodeJS.Platform} platform
 * @param {NodeJS.ProcessEnv} env
 */
function userCacheFolder(platform, env) {
  if (platform === "win32") return env["LOCALAPPDATA"] ?? join(homedir(), "AppData", "Local");
  if (platform === "darwin") return join(homedir(), "Library", "Caches");
  const chosen = env["XDG_CACHE_HOME"];
  return chosen === undefined || chosen === "" ? join(homedir(), ".cache") : chosen;
}

/**
 * This project's cache folder. All checkouts share it.
 *
 * @param {NodeJS.ProcessEnv} [env]
 */
export function cacheFolder(env = process.env) {
  return join(userCacheFolder(process.platform, env), "pulumi-cost-allocation");
}
