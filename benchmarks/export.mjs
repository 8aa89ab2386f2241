/** The CPU time of `cost-allocation export` for an account of 500 tags, 20 of them with 200 rules. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measureCommand } from "./support/command.mjs";
import { requireDist } from "./support/dist.mjs";
import { figureAtMost } from "./support/rows.mjs";

/** @typedef {import("./support/rows.mjs").Row} Row */

/** @type {typeof import("../emulator/index.js")} */
const { startEmulator } = requireDist("./emulator/index.js");
/** @type {typeof import("../client/index.js")} */
const { CostAllocationClient } = requireDist("./client/index.js");

const tagCount = 500;
const largeCount = 20;

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
    const start = await measureCommand(["--version"], env);
    return [
      {
        name: `export of ${tagCount} tags, ${largeCount} of them with 200 rules, CPU time`,
        figure: (await measureCommand(["export", "--out", join(folder, "project")], env)).cpu * 1000,
        unit: "ms",
        baseline: { name: "starting the command", figure: start.cpu * 1000 },
        target: figureAtMost(10_000),
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await emulator.stop();
  }
}
