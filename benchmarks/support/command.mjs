import { spawn } from "node:child_process";
import { join } from "node:path";
import { checkout } from "../../scripts/shared/checkout.mjs";

/**
 * What a process took.
 *
 * @typedef {object} Use
 * @property {number} elapsed In seconds.
 * @property {number} cpu CPU time of its own, and of the threads of Node.js, in seconds.
 * @property {number} memory The most memory that it took, in MiB.
 */

/**
 * Runs a command of the command line.
 *
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Use>}
 */
export async function measureCommand(args, env) {
  const report =
    "process.on('exit',()=>{const u=process.resourceUsage();" +
    "require('fs').writeSync(3,JSON.stringify({cpu:(u.userCPUTime+u.systemCPUTime)/1e6,memory:u.maxRSS/1024}))})";
  const preload = `data:text/javascript,import{createRequire}from'node:module';const require=createRequire(process.execPath);${report}`;
  const start = performance.now();
  const child = spawn(process.execPath, ["--import", preload, join(checkout, "dist", "cli", "main.js"), ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit", "pipe"],
  });
  let text = "";
  /** @type {import("node:stream").Readable} */ (child.stdio[3]).on(
    "data",
    (/** @type {Buffer} */ part) => (text += String(part)),
  );
  const code = await new Promise((resolve) => child.on("close", resolve));
  if (code !== 0 || text === "") throw new Error(`cost-allocation ${args.join(" ")} ended with ${String(code)}.`);
  return { ...JSON.parse(text), elapsed: (performance.now() - start) / 1000 };
}
