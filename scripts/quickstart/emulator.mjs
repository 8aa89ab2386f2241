import { createRequire } from "node:module";
import { join } from "node:path";
import { checkout } from "../shared/checkout.mjs";
import { folder, lastPort, savePort } from "./folder.mjs";

/** @typedef {import("../../emulator/index.js").Emulator} Emulator */

/**
 * Starts the emulator from dist/ in this process. Uses the port of the last run if it is free.
 *
 * @param {string} [home] the folder with its data
 * @returns {Promise<Emulator>}
 */
export async function startQuickstartEmulator(home = folder) {
  const require = createRequire(import.meta.url);
  /** @type {typeof import("../../emulator/index.js")} */
  const { startEmulator } = require(join(checkout, "dist", "emulator", "index.js"));
  const start = (/** @type {number} */ port) => startEmulator({ port, dataFolder: join(home, "emulator") });
  const emulator = await start(lastPort(home)).catch((/** @type {unknown} */ error) => {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EADDRINUSE") throw error;
    return start(0);
  });
  savePort(home, emulator.url);
  return emulator;
}

/**
 * The environment variables with its credentials.
 *
 * @param {Emulator} emulator
 * @returns {NodeJS.ProcessEnv}
 */
export function credentialsOf({ clientId, secretKey }) {
  return { COST_ALLOCATION_CLIENT_ID: clientId, COST_ALLOCATION_SECRET_KEY: secretKey };
}
