#!/usr/bin/env node
/**
 * Makes a Python program of the AWS tests ready, and prints where it is. Each has an environment of its own in the cache,
 * outside the checkout: they disagree about what they depend on.
 *
 * Usage: node scripts/moto.mjs moto|checkov
 * Needs python3 with venv, and PyPI at the first run.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { projectCache } from "./shared/caches.mjs";
import { withLock } from "./shared/lock.mjs";
import { messageOf } from "./shared/messageOf.mjs";
import { withProgress } from "./shared/progress.mjs";
import { lastLines, run } from "./shared/run.mjs";

/**
 * moto is AWS in a process; checkov reads what is to be made and knows what should be otherwise.
 *
 * @type {Record<string, { version: string, requirement: string, program: string }>}
 */
const programs = {
  moto: { version: "5.2.5", requirement: "moto[server]==5.2.5", program: "moto_server" },
  checkov: { version: "3.3.30", requirement: "checkov==3.3.30", program: "checkov" },
};

const onWindows = process.platform === "win32";

/**
 * @param {string} command
 * @param {readonly string[]} args
 */
async function must(command, args) {
  const result = await run(command, args, { timeoutMs: 600_000 });
  if (result.code !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${lastLines(result)}`);
}

/**
 * Installs a program, where its version is not there yet. An environment can't be moved once it is made, so a file that is
 * written last tells a whole one from a half.
 *
 * @param {string} name
 * @param {{ version: string, requirement: string, program: string }} what
 */
async function ensure(name, { version, requirement, program }) {
  const folder = join(projectCache(), `${name}-${version}`);
  const bin = join(folder, onWindows ? "Scripts" : "bin");
  const done = join(folder, "installed");
  await withLock(join(projectCache(), `${name}.lock`), async () => {
    if (existsSync(done)) return;
    await withProgress(`Installing ${requirement}`, async () => {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(dirname(folder), { recursive: true });
      await must(onWindows ? "python" : "python3", ["-m", "venv", folder]);
      await must(join(bin, "python"), ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", requirement]);
      writeFileSync(done, "");
    });
  });
  const found = readdirSync(bin).find((file) => file === program || file === `${program}.exe`);
  if (found === undefined) throw new Error(`${requirement} brought no ${program} into ${bin}.`);
  return join(bin, found);
}

try {
  const name = process.argv[2] ?? "";
  const what = programs[name];
  if (what === undefined) throw new Error(`Usage: node scripts/moto.mjs ${Object.keys(programs).join("|")}`);
  console.log(await ensure(name, what));
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
