/**
 * The second way to an engine: the vendor's npm package `pulumi`, which downloads the CLI with its language hosts from
 * the vendor on its first run and keeps them in the folder that Pulumi's own Automation API uses.
 */
import { homedir } from "node:os";
import { join } from "node:path";
import { lastLines, run } from "../shared/run.mjs";
import { withProgress } from "../shared/progress.mjs";
import { engineVersion } from "./pins.mjs";
import { probe } from "./probe.mjs";

/** Where the launcher puts what it downloads. */
function downloadFolder() {
  const home = process.env["PULUMI_HOME"] ?? join(homedir(), ".pulumi");
  return join(home, "versions", engineVersion, "bin");
}

/**
 * The engine that the launcher downloaded earlier.
 *
 * @returns {Promise<import("./probe.mjs").Engine | undefined>}
 */
export async function readyLauncher() {
  const found = await probe([downloadFolder()]);
  return found && { source: "npm", version: found.version, path: [downloadFolder()] };
}

/**
 * Has the launcher download the engine. Where there is no internet it fails within seconds, since it first fetches a
 * small installer; the limit is for a network that swallows packets.
 *
 * @returns {Promise<import("./probe.mjs").Engine>}
 */
export async function obtainByLauncher() {
  return withProgress(`Having the npm package pulumi@${engineVersion} download the Pulumi CLI`, async () => {
    const result = await run("npx", ["--yes", `pulumi@${engineVersion}`, "version"], {
      timeoutMs: 300_000,
      shell: true,
      env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" },
    });
    const engine = result.code === 0 ? await readyLauncher() : undefined;
    if (engine === undefined) throw new Error(lastLines(result, 1));
    return engine;
  });
}
