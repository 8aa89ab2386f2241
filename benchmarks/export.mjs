/** The CPU time of `cost-allocation export` for an account of 500 tags, 20 of them with 200 rules. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkout } from "../scripts/shared/checkout.mjs";
import { requireDist } from "./support/dist.mjs";
import { figureAtMost } from "./support/rows.mjs";

/** @typedef {import("./support/rows.mjs").Row} Row */

/** @type {typeof import("../emulator/index.js")} */
const { startEmulator } = requireDist("./emulator/index.js");
/** @type {typeof import("../client/index.js")} */
const { CostAllocationClient } = requireDist("./client/index.js");

const tagCount = 500;
const largeCount = 20;

/**
 * The CPU time of a command of the command line, in seconds: its own, and that of the threads of Node.js.
 *
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
async function cpuSeconds(args, env) {
  const report =
    "process.on('exit',()=>{const u=process.cpuUsage();require('fs').writeSync(3,String((u.user+u.system)/1e6))})";
  const preload = `data:text/javascript,import{createRequire}from'node:module';const require=createRequire(process.execPath);${report}`;
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
  return Number(text);
}

/** @type {(number: number) => import("../rules/types.js").Rule} */
const rule = (number) => ({
  to: `Team ${number % 40}`,
  filters: {
    AND: [
      { costCenter: "AWS", key: "team", type: "tag", operator: "oneOf", value: [`team-${number}`, `squad-${number}`] },
      {
        OR: [
          { costCenter: "AWS", key: "environment", type: "tag", operator: "is", value: ["production"] },
          { costCenter: "GCP", key: "environment", type: "tag", operator: "exists" },
        ],
      },
    ],
  },
});

/** @returns {Promise<Row[]>} */
export async function run() {
  const emulator = await startEmulator({ limits: { enabled: false } });
  const folder = mkdtempSync(join(tmpdir(), "export-benchmark-"));
  try {
    const { url: baseUrl, clientId, secretKey } = emulator;
    const client = new CostAllocationClient({ baseUrl, clientId, secretKey });
    for (let index = 0; index < tagCount; index++) {
      const rules = Array.from({ length: index < largeCount ? 200 : 5 }, (_, number) => rule(number));
      await client.virtualTags.create({ name: `Tag ${index}`, rules, defaultValue: "Shared" });
    }
    client.close();
    const env = {
      COST_ALLOCATION_BASE_URL: baseUrl,
      COST_ALLOCATION_CLIENT_ID: clientId,
      COST_ALLOCATION_SECRET_KEY: secretKey,
    };
    const start = await cpuSeconds(["--version"], env);
    return [
      {
        name: `export of ${tagCount} tags, ${largeCount} of them with 200 rules, CPU time`,
        figure: (await cpuSeconds(["export", "--out", join(folder, "project")], env)) * 1000,
        unit: "ms",
        baseline: { name: "starting the command", figure: start * 1000 },
        target: figureAtMost(10_000),
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await emulator.stop();
  }
}
