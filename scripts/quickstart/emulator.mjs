import { createRequire } from "node:module";
import { join } from "node:path";
import { checkout } from "../shared/checkout.mjs";
import { emulatorData, lastPort, savePort } from "./folder.mjs";

/** @typedef {import("../../emulator/index.js").Emulator} Emulator */

/**
 * Starts the emulator from dist/ in this process. Uses the port of the last run if it is free.
 *
 * @returns {Promise<Emulator>}
 */
export async function startQuickstartEmulator() {
  const require = createRequire(import.meta.url);
  /** @type {typeof import("../../emulator/index.js")} */
  const { startEmulator } = require(join(checkout, "dist", "emulator", "index.js"));
  const start = (/** @type {number} */ port) => startEmulator({ port, dataFolder: emulatorData });
  const emulator = await start(lastPort()).catch((/** @type {unknown} */ error) => {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EADDRINUSE") throw error;
    return start(0);
  });
  savePort(emulator.url);
  return emulator;
}
