/** The ways in which people install this package: which package manager, which Node.js, which version of Pulumi's SDK. */
import { writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { projectCache } from "../shared/caches.mjs";
import { pathFolders } from "../engine/probe.mjs";
import { lastLines, run } from "../shared/run.mjs";
import { ensureNpmTool } from "../tools/npmTools.mjs";

/**
 * @typedef {object} Installation
 * @property {Manager} manager The package manager that installs.
 * @property {Runtime} runtime The Node.js that it, the program and the provider run on.
 */
/** @typedef {"npm" | "pnpm" | "yarn"} Manager */
/**
 * `own`: the Node.js that runs the tests, with the `@pulumi/pulumi` of this checkout's lockfile. `node24`: Node.js 24 with the
 * newest `@pulumi/pulumi`.
 *
 * @typedef {"own" | "node24"} Runtime
 */

/** How the tests install where they are not about installing. @type {Installation} */
export const usual = { manager: "npm", runtime: "own" };

/** The newest release of `@pulumi/pulumi` when this was last raised. */
export const newestPulumi = "3.270.0";

/**
 * The folders to put in front of PATH, so that `node` is the one that is meant.
 *
 * @param {Runtime} runtime
 * @returns {Promise<string[]>}
 */
export async function runtimePath(runtime) {
  return runtime === "own" ? [] : [dirname(await ensureNpmTool(runtime))];
}

/**
 * The package manager's command, without its arguments.
 *
 * @param {Manager} manager
 * @returns {Promise<{ command: string, args: readonly string[], env: NodeJS.ProcessEnv }>}
 */
async function installer(manager) {
  if (manager === "npm") {
    const args = ["install", "--prefer-offline", "--no-audit", "--no-fund", "--no-package-lock"];
    return { command: "npm", args, env: {} };
  }
  const file = await ensureNpmTool(manager);
  const store = join(projectCache(), "tools", `${manager}-store`);
  if (manager === "pnpm") {
    return {
      command: "node",
      args: [file, "install", "--no-frozen-lockfile", "--prefer-offline", "--store-dir", store],
      env: {},
    };
  }
  // It reads none of npm's settings.
  const registry = await run("npm", ["config", "get", "registry"], { shell: true });
  const env = {
    YARN_NODE_LINKER: "node-modules",
    YARN_GLOBAL_FOLDER: store,
    YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
    YARN_ENABLE_SCRIPTS: "false",
    YARN_ENABLE_TELEMETRY: "false",
    ...(registry.code === 0 ? { YARN_NPM_REGISTRY_SERVER: registry.stdout.trim().replace(/\/$/u, "") } : {}),
  };
  return { command: "node", args: [file, "install"], env };
}

/**
 * Installs what a folder's package.json asks for.
 *
 * @param {string} folder
 * @param {Installation} installation
 * @throws Error with what the package manager said.
 */
export async function install(folder, { manager, runtime }) {
  const { command, args, env } = await installer(manager);
  // Without a lockfile of its own, yarn looks for a project in the folders above.
  if (manager === "yarn") writeFileSync(join(folder, "yarn.lock"), "");
  const kept = Object.entries(process.env).filter(([name]) => name.toUpperCase() !== "PATH");
  const PATH = [...(await runtimePath(runtime)), ...pathFolders(process.env)].join(delimiter);
  const all = { ...Object.fromEntries(kept), ...env, PATH };
  const result = await run(command, args, { cwd: folder, env: all, shell: command === "npm" });
  if (result.code !== 0) throw new Error(`${manager} install failed:\n${lastLines(result, 40)}`);
}
