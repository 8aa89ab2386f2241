/** The emulator of the quick start, in this process: it can't outlive it. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { checkout } from "../shared/checkout.mjs";
import { emulatorData, keepPort, lastPort } from "./folder.mjs";

/** @typedef {import("../../emulator/index.js").Emulator} Emulator */

/**
 * Starts the emulator from dist/ at the address of the last run, or at another one where that is taken.
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
  keepPort(emulator.url);
  return emulator;
}
