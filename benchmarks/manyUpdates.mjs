/**
 * The time that a bulk update takes under the documented rate limits, on a simulated clock, compared with the same PUTs without
 * any read before them.
 */
import { requireDist } from "./support/dist.mjs";
import { ratioAtLeast, ratioAtMost } from "./support/rows.mjs";
import { SimulatedClock } from "./support/simulatedClock.mjs";
import { SimulatedService } from "./support/simulatedService.mjs";

/** @typedef {import("./support/rows.mjs").Row} Row */
/** @typedef {import("../client/index.js").CostAllocationClient} Client */

const tagCount = 110;

/** How many operations Pulumi runs at the same time by default on a machine with four cores. */
const parallel = 16;

/** @param {number} number */
const tagOf = (number) => ({
  name: `Tag ${number}`,
  rules: [],
  defaultValue: "Shared",
  __resourceUrn: `urn:pulumi:dev::bench::pulumi-nodejs:dynamic/costallocation:VirtualTag::tag-${number}`,
});

/** A process with its own clock, client and memory of a run, on one account. */
function simulate() {
  /** @type {typeof import("../client/index.js")} */
  const { CostAllocationClient } = requireDist("./client/index.js");
  /** @type {typeof import("../provider/shared/runMemory.js")} */
  const { RunMemory } = requireDist("./provider/shared/runMemory.js");
  const clock = new SimulatedClock();
  const service = new SimulatedService(clock);
  let seed = 1;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const credentials = { clientId: "emulator", secretKey: "emulator-secret", baseUrl: "http://127.0.0.1" };
  const nothing = () => undefined;
  /** @type {() => import("../provider/shared/lifecycle.js").Context} */
  const startRun = () => ({
    client: new CostAllocationClient({ ...credentials, clock, random, transport: service.transport() }),
    policy: { driftPolicy: "overwrite", referencePolicy: "refuse" },
    log: { info: nothing, warning: nothing, status: nothing },
    memory: new RunMemory(),
    request: {},
    pause: (milliseconds) =>
      new Promise((resolve) => {
        clock.after(milliseconds, () => {
          resolve();
        });
      }),
  });
  return { clock, service, startRun };
}

/**
 * Does something with each of some things, at most `parallel` at a time.
 *
 * @template Thing, Result
 * @param {readonly Thing[]} things
 * @param {(thing: Thing, number: number) => Promise<Result>} work
 */
async function forEach(things, work) {
  /** @type {Result[]} */
  const results = [];
  const entries = things.entries();
  const worker = async () => {
    for (const [number, thing] of entries) results[number] = await work(thing, number);
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return results;
}

/**
 * Creates tags, and then updates them in another run.
 *
 * @param {(update: { context: import("../provider/shared/lifecycle.js").Context, id: string, state: object, number: number }) => Promise<unknown>} update
 */
async function measure(update) {
  /** @type {typeof import("../provider/virtualTag/lifecycle.js")} */
  const { virtualTagLifecycle } = requireDist("./provider/virtualTag/lifecycle.js");
  const { clock, service, startRun } = simulate();
  const numbers = Array.from({ length: tagCount }, (_, number) => number);
  const creating = startRun();
  const creation = forEach(numbers, (number) => virtualTagLifecycle.create(tagOf(number), creating));
  await clock.until(creation);
  const created = await creation;
  // The limits of the service have reset.
  await clock.until(creating.pause(120_000));
  service.requests.length = 0;
  const context = startRun();
  const start = clock.elapsed();
  await clock.until(forEach(created, ({ id, state }, number) => update({ context, id, state, number })));
  const refused = service.requests.filter(({ status }) => status >= 400).length;
  if (refused > 0) throw new Error(`${refused} requests of the bulk update were refused.`);
  const writes = service.requests.filter(({ method }) => method === "PUT").length;
  if (writes !== tagCount) throw new Error(`${writes} PUTs were sent for ${tagCount} tags.`);
  const checks = service.requests.filter(({ path }) => path.endsWith("/versions")).length;
  return { seconds: (clock.elapsed() - start) / 1000, checks, requests: service.requests.length - checks };
}

/** @returns {Promise<Row[]>} */
export async function run() {
  /** @type {typeof import("../provider/virtualTag/lifecycle.js")} */
  const { virtualTagLifecycle } = requireDist("./provider/virtualTag/lifecycle.js");
  const putsAlone = await measure(({ context, id, number }) =>
    context.client.virtualTags.update(id, { ...tagOf(number), defaultValue: "Other" }),
  );
  const updates = await measure(({ context, id, state, number }) =>
    virtualTagLifecycle.update(
      id,
      /** @type {import("../stack/state/virtualTag.js").VirtualTagState} */ (state),
      { ...tagOf(number), defaultValue: "Other" },
      context,
    ),
  );
  return [
    {
      name: `bulk update of ${tagCount} tags`,
      figure: updates.seconds,
      unit: "s",
      baseline: { name: `${tagCount} PUTs alone`, figure: putsAlone.seconds },
      target: ratioAtMost(1.1),
    },
    {
      name: `bulk update of ${tagCount} tags: checked for a takeover that only staged a version`,
      figure: updates.checks,
      unit: "tags",
      baseline: { name: "tags", figure: tagCount },
      target: ratioAtLeast(0.45),
    },
    {
      name: `bulk update of ${tagCount} tags: other requests`,
      figure: updates.requests,
      unit: "requests",
      baseline: { name: "tags", figure: tagCount },
      target: ratioAtMost(1.2),
    },
  ];
}
