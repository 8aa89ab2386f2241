/** The combinations of package manager, Node.js and Pulumi SDK that the end-to-end tests install this package with. */
import { writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { pathFolders } from "../engine/findEngine.mjs";
import { cacheFolder } from "../shared/cacheFolder.mjs";
import { must, run } from "../shared/run.mjs";
import { ensureNpmTool } from "../tools/npmTools.mjs";

/**
 * @typedef {object} Installation
 * @property {Manager} manager
 * @property {Runtime} runtime The Node.js that the package manager, the program and the provider use.
 */
/** @typedef {"npm" | "pnpm" | "yarn"} Manager */
/**
 * - `own`: the Node.js that runs the tests, and the `@pulumi/pulumi` in this checkout's lockfile.
 * - `node24`: Node.js 24, and the newest `@pulumi/pulumi`.
 *
 * @typedef {"own" | "node24"} Runtime
 */

/** @type {Installation} */
export const defaultInstallation = { manager: "npm", runtime: "own" };

/** The newest release of `@pulumi/pulumi` that is tested. */
export const newestPulumi = "3.270.0";

/**
 * The folders to put at the front of PATH to use a Node.js version.
 *
 * @param {Runtime} runtime
 * @returns {Promise<string[]>}
 */
export async function runtimePath(runtime) {
  return runtime === "own" ? [] : [dirname(await ensureNpmTool(runtime))];
}

/**
 * The command that installs dependencies with a package manager.
 *
 * @param {Manager} manager
 * @returns {Promise<{ command: string, args: readonly string[], env: NodeJS.ProcessEnv }>}
 */
async function installCommand(manager) {
  if (manager === "npm") {
    const args = ["install", "--prefer-offline", "--no-audit", "--no-fund", "--no-package-lock"];
    return { command: "npm", args, env: {} };
  }
  const file = await ensureNpmTool(manager);
  const store = join(cacheFolder(), "tools", `${manager}-store`);
  if (manager === "pnpm") {
    return {
      command: "node",
      args: [file, "install", "--no-frozen-lockfile", "--prefer-offline", "--store-dir", store],
      env: {},
    };
  }
  // yarn doesn't read npm's settings.
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
 * Installs the dependencies of a folder's package.json.
 *
 * @param {string} folder
 * @param {Installation} installation
 * @throws Error with the package manager's output.
 */
export async function install(folder, { manager, runtime }) {
  const { command, args, env } = await installCommand(manager);
  // Without a lockfile in the folder, yarn uses a project in a parent folder.
  if (manager === "yarn") writeFileSync(join(folder, "yarn.lock"), "");
  const others = Object.entries(process.env).filter(([name]) => name.toUpperCase() !== "PATH");
  const PATH = [...(await runtimePath(runtime)), ...pathFolders(process.env)].join(delimiter);
  const all = { ...Object.fromEntries(others), ...env, PATH };
  await must(command, args, { cwd: folder, env: all, shell: command === "npm", what: `${manager} install`, lines: 40 });
}
