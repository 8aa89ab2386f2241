/** Where things are kept that are made once and used by every checkout. */
import { homedir } from "node:os";
import { join } from "node:path";

/**
 * The folder that the platform has for such things.
 *
 * @param {NodeJS.Platform} platform
 * @param {NodeJS.ProcessEnv} env
 */
export function userCaches(platform, env) {
  if (platform === "win32") return env["LOCALAPPDATA"] ?? join(homedir(), "AppData", "Local");
  if (platform === "darwin") return join(homedir(), "Library", "Caches");
  const chosen = env["XDG_CACHE_HOME"];
  return chosen === undefined || chosen === "" ? join(homedir(), ".cache") : chosen;
}

/**
 * This project's own folder there.
 *
 * @param {NodeJS.Platform} [platform]
 * @param {NodeJS.ProcessEnv} [env]
 */
export function projectCache(platform = process.platform, env = process.env) {
  return join(userCaches(platform, env), "pulumi-cost-allocation");
}
