/**
 * Gets the `pulumi` CLI: from PATH, from the official npm launcher, or built from its Go modules. An engine that exists is
 * preferred to a download, and a download to a build.
 *
 * Environment variables:
 * - `COST_ALLOCATION_ENGINE`: `path`, `npm` or `build`, to use only this source;
 * - `COST_ALLOCATION_ENGINE_CACHE`: the folder for engines that are built.
 */
import { delimiter, dirname } from "node:path";
import { messageOf } from "../shared/messageOf.mjs";
import { expectStep } from "../shared/plan.mjs";
import { build, buildFolder, findBuild } from "./build.mjs";
import { findEngine, pathFolders, which } from "./findEngine.mjs";
import { download, downloadFolder, findDownload } from "./npmLauncher.mjs";
import { atLeast, engineVersion, oldestVersion } from "./versions.mjs";

/** @typedef {import("./findEngine.mjs").Engine} Engine */
/**
 * @typedef {object} EngineSource
 * @property {string} name
 * @property {() => Promise<Engine | undefined>} find Finds an engine that exists.
 * @property {() => Promise<Engine>} [install] Downloads or builds an engine.
 */

/** @returns {Promise<Engine | undefined>} */
async function findOnPath() {
  const found = await findEngine(pathFolders(process.env));
  if (found === undefined) return undefined;
  if (!atLeast(found.version, oldestVersion))
    throw new Error(`${found.file} is version ${found.version}, but ${oldestVersion} or newer is required.`);
  return { source: "path", version: found.version, path: [dirname(found.file)] };
}

/** Whether there is an engine. Doesn't run it. */
export function hasEngine() {
  return which("pulumi", [...pathFolders(process.env), downloadFolder(), buildFolder()]) !== undefined;
}

/** @param {ReadonlyMap<string, string>} reasons */
function noEngine(reasons) {
  return [
    "No Pulumi engine was found, and none could be installed.",
    `Install the Pulumi CLI ${oldestVersion} or newer, add it to PATH, and run this command again: https://www.pulumi.com/docs/install/`,
    `If only npm reaches the internet, \`npx pulumi@${engineVersion} version\` downloads the CLI. If this machine reaches only package`,
    "registries, install Go 1.21 or newer (https://go.dev/dl/): this command then builds the engine from its Go modules.",
    "What was tried:",
    ...[...reasons].map(([name, reason]) => `  ${name}: ${reason.replaceAll("\n", "\n    ")}`),
  ].join("\n");
}

/**
 * Returns the first engine that exists. If there is none, installs one from the first source that works.
 *
 * @param {readonly EngineSource[]} sources
 * @param {string | undefined} only The name of the only source to use.
 * @param {(reasons: ReadonlyMap<string, string>) => void} [onInstall] Called before one is installed, with the reasons why none was found.
 * @returns {Promise<Engine>}
 * @throws Error with the reasons if no source provides an engine.
 */
export async function chooseEngine(sources, only, onInstall) {
  const allowed = sources.filter(({ name }) => only === undefined || only === "" || name === only);
  if (allowed.length === 0)
    throw new Error(`COST_ALLOCATION_ENGINE is "${only}". Use ${sources.map(({ name }) => name).join(", ")}.`);
  /** @type {Map<string, string>} */
  const reasons = new Map();
  for (const step of /** @type {const} */ (["find", "install"])) {
    if (step === "install") onInstall?.(reasons);
    for (const source of allowed) {
      try {
        const engine = await source[step]?.();
        if (engine !== undefined) return step === "install" ? { ...engine, isNew: true } : engine;
        if (!reasons.has(source.name)) reasons.set(source.name, "not found");
      } catch (error) {
        reasons.set(source.name, messageOf(error));
      }
    }
  }
  throw new Error(noEngine(reasons));
}

/**
 * Returns the engine, and installs it if necessary. Shows progress on standard error.
 *
 * @param {Promise<unknown>} [installed] When the dependencies are installed. Only the end of a build requires them.
 */
export function ensureEngine(installed = Promise.resolve()) {
  /** @type {readonly EngineSource[]} */
  const sources = [
    { name: "path", find: findOnPath },
    { name: "npm", find: findDownload, install: download },
    { name: "build", find: findBuild, install: () => build(installed) },
  ];
  return chooseEngine(sources, process.env["COST_ALLOCATION_ENGINE"], (reasons) => {
    // The announcement took any CLI on PATH for an engine.
    expectStep("engine");
    const reason = reasons.get("path") ?? "not found";
    if (reason !== "not found") process.stderr.write(`${reason} Another one is installed for this checkout.\n`);
  });
}

/**
 * The environment for running `pulumi`.
 *
 * @param {Engine} engine
 * @param {NodeJS.ProcessEnv} [base]
 * @returns {NodeJS.ProcessEnv}
 */
export function engineEnvironment(engine, base = process.env) {
  const others = Object.entries(base).filter(([key]) => key.toUpperCase() !== "PATH");
  const folders = [...engine.path, ...pathFolders(base)];
  return { ...Object.fromEntries(others), PATH: folders.join(delimiter), PULUMI_SKIP_UPDATE_CHECK: "true" };
}
