/**
 * Finds or makes the `pulumi` CLI, in three ways: on PATH, by the vendor's npm launcher, by building it from its Go
 * modules. What is there already is preferred to what must be fetched, and that to what must be built.
 *
 * Environment:
 * - `COST_ALLOCATION_ENGINE`: `path`, `npm` or `build`, to allow this one way only;
 * - `COST_ALLOCATION_ENGINE_CACHE`: the folder that built engines are kept in.
 */
import { delimiter, dirname } from "node:path";
import { messageOf } from "../shared/messageOf.mjs";
import { obtainByBuild, readyBuild } from "./build.mjs";
import { obtainByLauncher, readyLauncher } from "./launcher.mjs";
import { atLeast, engineVersion, oldestVersion } from "./pins.mjs";
import { pathFolders, probe } from "./probe.mjs";

/** @typedef {import("./probe.mjs").Engine} Engine */
/**
 * One way to an engine. `ready` answers an engine that is there already, `obtain` gets one.
 *
 * @typedef {object} Way
 * @property {string} name
 * @property {() => Promise<Engine | undefined>} ready
 * @property {() => Promise<Engine>} [obtain]
 */

/** @returns {Promise<Engine | undefined>} */
async function onPath() {
  const found = await probe(pathFolders(process.env));
  if (found === undefined) return undefined;
  if (!atLeast(found.version, oldestVersion))
    throw new Error(`${found.file} is ${found.version}, and ${oldestVersion} is the oldest that works.`);
  return { source: "path", version: found.version, path: [dirname(found.file)] };
}

/** @type {readonly Way[]} */
const ways = [
  { name: "path", ready: onPath },
  { name: "npm", ready: readyLauncher, obtain: obtainByLauncher },
  { name: "build", ready: readyBuild, obtain: obtainByBuild },
];

/** @param {ReadonlyMap<string, string>} reasons */
function noEngine(reasons) {
  return [
    "There is no Pulumi engine, and none could be had. Each of these three gives one:",
    `  1. Install the Pulumi CLI, ${oldestVersion} or newer, so that \`pulumi\` is on PATH: https://www.pulumi.com/docs/install/`,
    `  2. Where the internet can be reached, have npm download it: npx pulumi@${engineVersion} version`,
    "  3. Where only package registries can be reached, install Go, 1.21 or newer (https://go.dev/dl/), and run this",
    "     again: it builds the engine from its Go modules, once, in about five minutes.",
    "What was tried:",
    ...[...reasons].map(([name, reason]) => `  ${name}: ${reason.replaceAll("\n", "\n    ")}`),
  ].join("\n");
}

/**
 * Takes the first engine that is ready, else the first that can be had.
 *
 * @param {readonly Way[]} among
 * @param {string | undefined} only The name of the one way that is allowed.
 * @returns {Promise<Engine>}
 * @throws Error that names the ways, when none led to an engine.
 */
export async function chooseEngine(among, only) {
  const allowed = among.filter((way) => only === undefined || only === "" || way.name === only);
  if (allowed.length === 0)
    throw new Error(`COST_ALLOCATION_ENGINE is ${only}; it can be ${among.map((way) => way.name).join(", ")}.`);
  /** @type {Map<string, string>} */
  const reasons = new Map();
  const attempt = async (
    /** @type {string} */ name,
    /** @type {(() => Promise<Engine | undefined>) | undefined} */ get,
  ) => {
    try {
      const engine = await get?.();
      if (engine === undefined && !reasons.has(name)) reasons.set(name, "nothing found");
      return engine;
    } catch (error) {
      reasons.set(name, messageOf(error));
      return undefined;
    }
  };
  for (const way of allowed) {
    const engine = await attempt(way.name, way.ready);
    if (engine !== undefined) return engine;
  }
  for (const way of allowed) {
    const engine = await attempt(way.name, way.obtain);
    if (engine !== undefined) return engine;
  }
  throw new Error(noEngine(reasons));
}

/** Finds or makes the engine, and tells on standard error what takes time. */
export async function ensureEngine() {
  return chooseEngine(ways, process.env["COST_ALLOCATION_ENGINE"]);
}

/**
 * The environment in which `pulumi` runs.
 *
 * @param {Engine} engine
 * @param {NodeJS.ProcessEnv} [base]
 * @returns {NodeJS.ProcessEnv}
 */
export function engineEnvironment(engine, base = process.env) {
  const kept = Object.entries(base).filter(([key]) => key.toUpperCase() !== "PATH");
  const folders = [...engine.path, ...pathFolders(base)];
  return { ...Object.fromEntries(kept), PATH: folders.join(delimiter), PULUMI_SKIP_UPDATE_CHECK: "true" };
}
