/** The CPU time for check and diff of a very large Virtual Tag. The engine calls them one at a time, so other resources wait. */
import { fork } from "node:child_process";
import { nextMessage } from "./support/childMessage.mjs";
import { requireDist } from "./support/dist.mjs";
import { figureAtMost, median } from "./support/rows.mjs";

/** @typedef {import("./support/rows.mjs").Row} Row */

const ruleCount = 10_000;
const rounds = 7;

/** A tag's arguments as the engine passes them: three conditions per rule, and no object shared between rules. */
function largeTag() {
  /** @type {(costCenter: string, key: string, value: string[]) => object} */
  const condition = (costCenter, key, value) => ({ costCenter, key, type: "tag", operator: "oneOf", value });
  const rules = Array.from({ length: ruleCount }, (_, number) => ({
    to: `team-${number}`,
    filters: {
      AND: [
        condition("AWS", "team", [`team-${number}`, `squad-${number}`]),
        { OR: [condition("AWS", "environment", ["production"]), condition("GCP", "environment", ["production"])] },
      ],
    },
  }));
  const __resourceUrn = "urn:pulumi:dev::bench::pulumi-nodejs:dynamic/costallocation:VirtualTag::large";
  const tag = { name: "Large", rules, defaultValue: "Shared", __resourceUrn };
  return /** @type {typeof tag} */ (JSON.parse(JSON.stringify(tag)));
}

/**
 * Measures check, diff, and converting the same tag to JSON and back. Runs in a new process each time, because in
 * `pulumi up` each call is the provider's first for that tag.
 */
async function lifecycle() {
  /** @type {typeof import("../provider/engine/dynamic.js")} */
  const { dynamicProvider } = requireDist("./provider/engine/dynamic.js");
  /** @type {typeof import("../provider/virtualTag/lifecycle.js")} */
  const { virtualTagLifecycle } = requireDist("./provider/virtualTag/lifecycle.js");
  /** @type {typeof import("../provider/shared/runMemory.js")} */
  const { RunMemory } = requireDist("./provider/shared/runMemory.js");
  const nothing = () => undefined;
  const provider = dynamicProvider(virtualTagLifecycle, {
    configure: nothing,
    settingsProblem: nothing,
    settings: () => ({}),
    memory: new RunMemory(),
    log: { info: nothing, warning: nothing, status: nothing },
    context: () => {
      throw new Error("check and diff must not call the service");
    },
  });
  const [state, inputs] = [largeTag(), largeTag()];
  let start = process.cpuUsage();
  const sinceLast = () => {
    const { user, system } = process.cpuUsage(start);
    start = process.cpuUsage();
    return (user + system) / 1000;
  };
  JSON.parse(JSON.stringify(inputs));
  const json = sinceLast();
  const checked = await provider.check?.({}, inputs);
  const check = sinceLast();
  const difference = await provider.diff?.("id", { ...state, __memory: { mark: "(pulumi bench/dev#large)" } }, inputs);
  const diff = sinceLast();
  if (checked?.failures?.length !== 0 || difference?.changes !== false)
    throw new Error("check or diff returned an unexpected result.");
  process.send?.({ json, check, diff });
}

/** @returns {Promise<Row[]>} */
export async function run() {
  /** @type {{ json: number, check: number, diff: number }[]} */
  const all = [];
  while (all.length < rounds) all.push(await nextMessage(fork(import.meta.filename, ["lifecycle"])));
  const baseline = { name: "converting the tag to JSON and back", figure: median(all.map(({ json }) => json)) };
  return /** @type {const} */ (["check", "diff"]).map((method) => ({
    name: `first ${method} of a tag with ${ruleCount} rules, CPU time`,
    figure: median(all.map((times) => times[method])),
    unit: "ms",
    baseline,
    target: figureAtMost(500),
    times: rounds,
  }));
}

if (process.argv[1] === import.meta.filename) await lifecycle();
