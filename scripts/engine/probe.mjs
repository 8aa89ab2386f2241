/** Finds out by running it what a `pulumi` is worth. */
import { accessSync, constants, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { run } from "../shared/run.mjs";

/**
 * @typedef {object} Engine
 * @property {string} source `path`, `npm` or `build`.
 * @property {string} version
 * @property {string[]} path Folders to put in front of PATH.
 */

/**
 * The file that a name stands for on a PATH, or undefined.
 *
 * @param {string} name
 * @param {readonly string[]} folders
 * @param {NodeJS.Platform} [platform]
 */
export function which(name, folders, platform = process.platform) {
  const endings = platform === "win32" ? [".exe", ".cmd"] : [""];
  for (const folder of folders) {
    for (const ending of endings) {
      const file = join(folder, `${name}${ending}`);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // Not here.
      }
    }
  }
  return undefined;
}

/**
 * The folders of an environment's PATH, whatever the case of its name (Windows spells it `Path`).
 *
 * @param {NodeJS.ProcessEnv} env
 */
export function pathFolders(env) {
  const name = Object.keys(env).find((key) => key.toUpperCase() === "PATH");
  return (name === undefined ? "" : (env[name] ?? "")).split(delimiter).filter((folder) => folder !== "");
}

/**
 * The version that a `pulumi` says it is.
 *
 * @param {string} file
 * @throws when it does not run.
 */
async function versionOf(file) {
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  const result = await run(file, ["version"], { env, timeoutMs: 60_000, shell: file.endsWith(".cmd") });
  const version = /^v(\d+\.\d+\.\d+\S*)$/mu.exec(result.stdout)?.[1];
  if (result.code !== 0 || version === undefined)
    throw new Error(`${file} does not run: ${result.stderr.trim() || `exit code ${result.code}`}`);
  return version;
}

/**
 * Runs a language host as far as its help text, which shows that this machine can run it.
 *
 * @param {string} file
 * @throws when it does not run.
 */
async function runsLanguageHost(file) {
  const result = await run(file, ["-help"], { timeoutMs: 60_000, shell: file.endsWith(".cmd") });
  if (!/^Usage of/mu.test(result.stderr + result.stdout))
    throw new Error(`${file} does not run: ${result.stderr.trim() || `exit code ${result.code}`}`);
}

/**
 * Looks for the CLI, its Node.js language host and its launcher of dynamic providers in some folders, and runs the first two.
 *
 * @param {readonly string[]} folders
 * @returns {Promise<{ file: string, version: string } | undefined>} undefined where there is no `pulumi`.
 * @throws when there is one, and it lacks a part or does not work.
 */
export async function probe(folders) {
  const file = which("pulumi", folders);
  if (file === undefined) return undefined;
  // The CLI looks beside its own file as well; on PATH it is often a link to there.
  const beside = dirname(realpathSync(file));
  const host = which("pulumi-language-nodejs", [...folders, beside]);
  if (host === undefined) throw new Error(`${file} has no pulumi-language-nodejs beside it.`);
  // A script, and so nothing that could be for another machine; without it no dynamic resource works.
  if (which("pulumi-resource-pulumi-nodejs", [...folders, beside]) === undefined)
    throw new Error(`${file} has no pulumi-resource-pulumi-nodejs beside it.`);
  const version = await versionOf(file);
  await runsLanguageHost(host);
  return { file, version };
}
