/** What `npm start` keeps between runs: everything is in .quickstart/, and removing that folder starts afresh. */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { checkout } from "../shared/checkout.mjs";

export const folder = join(checkout, ".quickstart");
export const emulatorData = join(folder, "emulator");

/** The stack's configuration, below the checkout's top folder, from where `pulumi` is run. */
export const configFile = ".quickstart/Pulumi.quickstart.yaml";

export const stackName = "quickstart";

const portFile = join(folder, "port");
const passphraseFile = join(folder, "passphrase");

/** Makes the folder, with a passphrase of its own, where it does not exist. */
export function makeFolder() {
  for (const name of ["emulator", "state", "home"]) mkdirSync(join(folder, name), { recursive: true });
  if (existsSync(passphraseFile)) return;
  writeFileSync(passphraseFile, randomBytes(24).toString("base64url"), { mode: 0o600 });
}

/**
 * The environment that points `pulumi` at this folder. The backend is chosen by environment and not by `pulumi login`,
 * which would change what the user is logged in to.
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

/** The port of the last run, so that the emulator's address stays what it was; 0 where there is none. */
export function lastPort() {
  if (!existsSync(portFile)) return 0;
  const port = Number(readFileSync(portFile, "utf8"));
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : 0;
}

/** @param {string} url The emulator's address. */
export function keepPort(url) {
  writeFileSync(portFile, new URL(url).port);
}
