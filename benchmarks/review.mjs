/** What `cost-allocation review --live` of 500 tags takes, and what it requests, if 20, 100 or all of them change. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measureCommand } from "./support/command.mjs";
import { requireDist } from "./support/dist.mjs";
import { figureAtMost, median, ratioAtMost } from "./support/rows.mjs";

/** @typedef {import("./support/rows.mjs").Row} Row */

/** @type {typeof import("../emulator/index.js")} */
const { startEmulator } = requireDist("./emulator/index.js");
/** @type {typeof import("../client/index.js")} */
const { CostAllocationClient } = requireDist("./client/index.js");

const tagCount = 500;
const ruleCount = 9;
const times = 3;

/** How many tags change, and the most seconds of CPU time beyond the start of the command. */
const reviews = [
  { changing: 20, seconds: 1 },
  { changing: 100, seconds: 1 },
  { changing: tagCount, seconds: 3.5 },
];

const type = "pulumi-nodejs:dynamic/costallocation:VirtualTag";
const urnOf = (/** @type {number} */ tag) => `urn:pulumi:bench::bench::${type}::tag-${tag}`;

/** @type {(tag: number) => import("../client/wire.js").VirtualTagBody} */
const content = (tag) => ({
  name: `Tag ${tag}`,
  rules: Array.from({ length: ruleCount }, (_, number) => ({
    to: `Team ${number}`,
    filters: { costCenter: "AWS", key: "team", type: "tag", operator: "oneOf", value: [`team-${tag}-${number}`] },
  })),
  defaultValue: "Unallocated",
});

/**
 * The plan of a preview.
 *
 * @param {readonly import("../client/wire.js").VirtualTag[]} tags
 * @param {number} changing How many of the tags get another default value.
 */
function planOf(tags, changing) {
  const steps = tags.map(({ id, updatedAt, updatedBy }, tag) => {
    const urn = urnOf(tag);
    const inputs = { ...content(tag), __resourceUrn: urn };
    const old = { urn, type, custom: true, id, inputs, outputs: { ...inputs, updatedAt, updatedBy } };
    const after = tag < changing ? { ...inputs, defaultValue: "Others" } : inputs;
    return {
      op: tag < changing ? "update" : "same",
      urn,
      oldState: old,
      newState: { ...old, inputs: after, outputs: after },
    };
  });
  return JSON.stringify({ steps, changeSummary: { same: tags.length - changing, update: changing } });
}

/** @returns {Promise<Row[]>} */
export async function run() {
  const emulator = await startEmulator({ limits: { enabled: false } });
  const folder = mkdtempSync(join(tmpdir(), "review-benchmark-"));
  try {
    const { control, url: baseUrl, clientId, secretKey } = emulator;
    const client = new CostAllocationClient({ baseUrl, clientId, secretKey });
    const tags = [];
    for (let tag = 0; tag < tagCount; tag++) {
      const versionMetadata = { changeDescription: `(pulumi bench/bench#tag-${tag})` };
      tags.push(await client.virtualTags.create({ ...content(tag), versionMetadata }));
    }
    client.close();
    const env = {
      COST_ALLOCATION_BASE_URL: baseUrl,
      COST_ALLOCATION_CLIENT_ID: clientId,
      COST_ALLOCATION_SECRET_KEY: secretKey,
    };
    /** @type {(args: readonly string[]) => Promise<number>} */
    const cpuOf = async (args) => {
      const figures = [];
      for (let time = 0; time < times; time++) figures.push((await measureCommand(args, env)).cpu);
      return median(figures);
    };
    const start = { name: "starting the command", figure: await cpuOf(["--version"]) };
    /** @type {Row[]} */
    const rows = [];
    for (const { changing, seconds } of reviews) {
      const plan = join(folder, `${changing}.json`);
      writeFileSync(plan, planOf(tags, changing));
      const name = `review --live of ${tagCount} tags, ${changing} of which change`;
      control.clearRequests();
      const cpu = await cpuOf(["review", "--live", "--plan", plan]);
      const requests = control.requests().length / times;
      rows.push(
        {
          name: `${name}: CPU time beyond the start`,
          figure: cpu - start.figure,
          unit: "s",
          baseline: start,
          target: figureAtMost(seconds),
          times,
        },
        {
          name: `${name}: requests`,
          figure: requests,
          unit: "requests",
          baseline: { name: "tags that change", figure: changing },
          target: ratioAtMost(1.1),
          times,
        },
      );
    }
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await emulator.stop();
  }
}
