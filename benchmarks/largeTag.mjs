/** What check and diff of a very large Virtual Tag cost: the engine calls them one at a time, so nothing runs meanwhile. */
import { fork } from "node:child_process";
import { createRequire } from "node:module";
import { figureAtMost, median } from "./support/rows.mjs";
import { told } from "./support/told.mjs";

/** @typedef {import("./support/rows.mjs").Row} Row */

const require = createRequire(import.meta.url);
const ruleCount = 10_000;
const rounds = 7;

/** A tag's arguments as the engine gives them: three conditions a rule, and nothing that two of them share. */
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
  const resourceUrn = "urn:pulumi:dev::bench::pulumi-nodejs:dynamic/costallocation:VirtualTag::large";
  const tag = { name: "Large", rules, defaultValue: "Shared", resourceUrn };
  return /** @type {typeof tag} */ (JSON.parse(JSON.stringify(tag)));
}

/**
 * In a child of its own, so that each call is a provider's first, as it is in a `pulumi up`: times check and diff as the
 * engine calls them, and a trip of the same tag through JSON.
 */
async function lifecycle() {
  /** @type {typeof import("../provider/dynamic.js")} */
  const { dynamicProvider } = require("../dist/provider/dynamic.js");
  /** @type {typeof import("../provider/virtualTag.js")} */
  const { virtualTagLifecycle } = require("../dist/provider/virtualTag.js");
  const nothing = () => undefined;
  const provider = dynamicProvider(virtualTagLifecycle, {
    configure: nothing,
    settingsProblem: nothing,
    settings: () => ({}),
    claims: new Map(),
    log: { info: nothing, warning: nothing, status: nothing },
    context: () => {
      throw new Error("check and diff need no service");
    },
  });
  const [state, inputs] = [largeTag(), largeTag()];
  const start = performance.now();
  JSON.parse(JSON.stringify(inputs));
  const json = performance.now() - start;
  const checkStart = performance.now();
  const checked = await provider.check?.({}, inputs);
  const check = performance.now() - checkStart;
  const diffStart = performance.now();
  const difference = await provider.diff?.("id", { ...state, mark: "(pulumi bench/dev#large)" }, inputs);
  const diff = performance.now() - diffStart;
  if (checked?.failures?.length !== 0 || difference?.changes !== false) throw new Error("The tag is not as expected.");
  process.send?.({ json, check, diff });
}

/** @returns {Promise<Row[]>} */
export async function run() {
  /** @type {{ json: number, check: number, diff: number }[]} */
  const all = [];
  while (all.length < rounds) all.push(await told(fork(import.meta.filename, ["lifecycle"])));
  const baseline = { name: "the tag to JSON and back", figure: median(all.map(({ json }) => json)) };
  return /** @type {const} */ (["check", "diff"]).map((what) => ({
    name: `first ${what} of a tag with ${ruleCount} rules`,
    figure: median(all.map((times) => times[what])),
    unit: "ms",
    baseline,
    target: figureAtMost(500),
    times: rounds,
  }));
}

if (process.argv[1] === import.meta.filename) await lifecycle();
