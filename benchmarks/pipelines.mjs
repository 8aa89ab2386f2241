/**
 * Twenty pipelines on one account at its documented limits: each is a process of the provider that creates tags. They share nothing but what
 * the service tells them of its limits. This module runs in each of them.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { nextMessage } from "./support/childMessage.mjs";
import { requireDist } from "./support/dist.mjs";
import { tagProvider } from "./support/provider.mjs";
import { figureAtMost, ratioAtMost } from "./support/rows.mjs";

/** @typedef {import("./support/rows.mjs").Row} Row */

const pipelines = 20;
const tagsOfEach = 4;
/** The documented limit of creates, and of lists (API documentation, 8). */
const perMinute = 50;
const windowSeconds = 60;

/** Creates tags, all at once, as the engine does. Sends how many failed. */
async function create() {
  const provider = tagProvider();
  const pipeline = process.env["BENCH_PIPELINE"] ?? "";
  const tags = Array.from({ length: tagsOfEach }, (_, tag) => `${pipeline}-${tag}`);
  const created = await Promise.allSettled(
    tags.map((name) => {
      const __resourceUrn = `urn:pulumi:bench::pipeline-${pipeline}::pulumi-nodejs:dynamic/costallocation:VirtualTag::${name}`;
      return provider.create({ name: `Tag ${name}`, rules: [], defaultValue: "None", __resourceUrn });
    }),
  );
  process.send?.({ failed: created.filter(({ status }) => status === "rejected").length });
  process.disconnect();
}

/** @returns {Promise<Row[]>} */
export async function run() {
  /** @type {typeof import("../emulator/index.js")} */
  const { startEmulator } = requireDist("./emulator/index.js");
  const emulator = await startEmulator();
  try {
    const { control, url, clientId, secretKey } = emulator;
    const env = {
      ...process.env,
      COST_ALLOCATION_BASE_URL: url,
      COST_ALLOCATION_CLIENT_ID: clientId,
      COST_ALLOCATION_SECRET_KEY: secretKey,
    };
    const start = performance.now();
    const results = await Promise.all(
      Array.from({ length: pipelines }, async (_, pipeline) => {
        const child = fork(import.meta.filename, ["create"], { env: { ...env, BENCH_PIPELINE: String(pipeline) } });
        const exited = once(child, "exit");
        /** @type {{ failed: number }} */
        const { failed } = await nextMessage(child);
        await exited;
        return failed;
      }),
    );
    const elapsed = (performance.now() - start) / 1000;
    const failed = results.reduce((sum, one) => sum + one, 0);
    const name = `${pipelines} pipelines that create ${tagsOfEach} tags each`;
    const creates = pipelines * tagsOfEach;
    const allowed = Math.max(
      ...["GET", "POST"].map((method) => {
        const answered = control.requests().filter((one) => one.method === method && one.status === 200).length;
        return Math.floor((answered - 1) / perMinute) * windowSeconds;
      }),
    );
    return [
      {
        name: `${name}: creates that fail`,
        figure: failed,
        unit: "creates",
        baseline: { name: "creates", figure: creates },
        target: figureAtMost(0),
      },
      {
        name: `${name}: time`,
        figure: elapsed,
        unit: "s",
        baseline: { name: "what the limits allow", figure: allowed },
        target: ratioAtMost(1.2),
        needsQuiet: true,
      },
    ];
  } finally {
    await emulator.stop();
  }
}

if (process.argv[1] === import.meta.filename && process.argv[2] === "create") await create();
