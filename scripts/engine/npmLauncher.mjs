/**
 * Gets the engine from the official npm package `pulumi`. On its first run it downloads the CLI with its language hosts to
 * the folder that Pulumi's Automation API also uses.
 */
import { homedir } from "node:os";
import { join } from "node:path";
import { withProgress } from "../shared/progress.mjs";
import { lastLines, run } from "../shared/run.mjs";
import { findEngine } from "./findEngine.mjs";
import { engineVersion } from "./versions.mjs";

/** @typedef {import("./findEngine.mjs").Engine} Engine */

/** Where the launcher keeps this version. */
export function downloadFolder() {
  const home = process.env["PULUMI_HOME"] ?? join(homedir(), ".pulumi");
  return join(home, "versions", engineVersion, "bin");
}

/**
 * Finds an engine that was downloaded earlier.
 *
 * @returns {Promise<Engine | undefined>}
 */
export async function findDownload() {
  const found = await findEngine([downloadFolder()]);
  return found && { source: "npm", version: found.version, path: [downloadFolder()] };
}

/**
 * Downloads the engine. Without internet access this fails within seconds. The timeout is for networks that drop packets.
 *
 * @returns {Promise<Engine>}
 */
export async function download() {
  return withProgress(`Downloading the Pulumi CLI with the npm package pulumi@${engineVersion}`, async () => {
    const result = await run("npx", ["--yes", `pulumi@${engineVersion}`, "version"], {
      timeoutMs: 300_000,
      shell: true,
      env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" },
    });
    const engine = result.code === 0 ? await findDownload() : undefined;
    if (engine === undefined) throw new Error(lastLines(result, 1));
    return engine;
  });
}
