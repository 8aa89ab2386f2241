/** Finds the Pulumi CLI in folders, and checks that it runs. */
import { accessSync, constants, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { run } from "../shared/run.mjs";

/**
 * @typedef {object} Engine
 * @property {string} source `path`, `npm` or `build`.
 * @property {string} version
 * @property {string[]} path The folders to put at the front of PATH.
 * @property {boolean} [isNew] Whether it was downloaded or built just now.
 */

/**
 * Finds an executable in folders.
 *
 * @param {string} name
 * @param {readonly string[]} folders
 */
export function which(name, folders) {
  const extensions = process.platform === "win32" ? [".exe", ".cmd"] : [""];
  for (const folder of folders) {
    for (const extension of extensions) {
      const file = join(folder, `${name}${extension}`);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // Not in this folder.
      }
    }
  }
  return undefined;
}

/**
 * The folders in an environment's PATH. Finds the variable in any case, because Windows spells it `Path`.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export function pathFolders(env) {
  const name = Object.keys(env).find((key) => key.toUpperCase() === "PATH");
  return (name === undefined ? "" : (env[name] ?? "")).split(delimiter).filter((folder) => folder !== "");
}

/**
 * Runs `pulumi version`.
 *
 * @param {string} file
 * @throws Error if it fails.
 */
async function versionOf(file) {
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  const result = await run(file, ["version"], { env, timeoutMs: 60_000, shell: file.endsWith(".cmd") });
  const version = /^v(\d+\.\d+\.\d+\S*)$/mu.exec(result.stdout)?.[1];
  if (result.code !== 0 || version === undefined) throw notWorking(file, result);
  return version;
}

/**
 * Checks that a language host runs on this machine, by printing its help.
 *
 * @param {string} file
 * @throws Error if it doesn't.
 */
async function checkLanguageHost(file) {
  const result = await run(file, ["-help"], { timeoutMs: 60_000, shell: file.endsWith(".cmd") });
  if (!/^Usage of/mu.test(result.stderr + result.stdout)) throw notWorking(file, result);
}

/**
 * @param {string} file
 * @param {import("../shared/run.mjs").RunResult} result
 */
function notWorking(file, { code, stderr }) {
  return new Error(`${file} does not run: ${stderr.trim() || `exit code ${code}`}`);
}

/**
 * Finds the CLI, its Node.js language host and its launcher for dynamic providers. Runs the first two to check them.
 *
 * @param {readonly string[]} folders
 * @returns {Promise<{ file: string, version: string } | undefined>} undefined if there is no CLI.
 * @throws Error if the CLI lacks a part or doesn't run.
 */
export async function findEngine(folders) {
  const file = which("pulumi", folders);
  if (file === undefined) return undefined;
  // The CLI also looks in the folder of its own file, which may differ from its folder on PATH if that is a link.
  const all = [...folders, dirname(realpathSync(file))];
  const host = which("pulumi-language-nodejs", all);
  if (host === undefined) throw new Error(`${file} has no pulumi-language-nodejs next to it.`);
  // Without this launcher no dynamic resource works. It is a script, so finding it is enough.
  if (which("pulumi-resource-pulumi-nodejs", all) === undefined)
    throw new Error(`${file} has no pulumi-resource-pulumi-nodejs next to it.`);
  const version = await versionOf(file);
  await checkLanguageHost(host);
  return { file, version };
}
