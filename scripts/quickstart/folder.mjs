/** The folder that `npm start` keeps its data in. Delete it to start from scratch. */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { checkout } from "../shared/checkout.mjs";

export const folder = join(checkout, ".quickstart");

/** The stack's configuration file, relative to the checkout. */
export const configFile = ".quickstart/Pulumi.quickstart.yaml";

export const stackName = "quickstart";

const passphraseFile = join(folder, "passphrase");

/** Creates the folder with a random passphrase, unless it exists. */
export function createFolder() {
  for (const name of ["emulator", "state", "home"]) mkdirSync(join(folder, name), { recursive: true });
  if (existsSync(passphraseFile)) return;
  writeFileSync(passphraseFile, randomBytes(24).toString("base64url"), { mode: 0o600 });
}

/**
 * The environment variables that make `pulumi` use this folder. `pulumi login` would change the user's own login.
 *
 * @returns {NodeJS.ProcessEnv}
 */
export function stackEnvironment() {
  return {
    PULUMI_BACKEND_URL: pathToFileURL(join(folder, "state")).href,
    PULUMI_CONFIG_PASSPHRASE_FILE: passphraseFile,
    PULUMI_HOME: join(folder, "home"),
  };
}

/** The shell's environment without its own configuration, which must not redirect the quick start to a real account. */
export function shellEnvironment() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:COST_ALLOCATION|PULUMI)_/u.test(name)),
  );
}

/**
 * The port of the last run, so that the emulator's address stays the same. 0 if there is none.
 *
 * @param {string} home
 */
export function lastPort(home) {
  const file = join(home, "port");
  if (!existsSync(file)) return 0;
  const port = Number(readFileSync(file, "utf8"));
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : 0;
}

/**
 * Saves the port for the next run.
 *
 * @param {string} home
 * @param {string} url The emulator's address.
 */
export function savePort(home, url) {
  writeFileSync(join(home, "port"), new URL(url).port);
}
