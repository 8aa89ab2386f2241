/**
 * What Virtual Tags cost: check and diff of a large one, and many by the real engine, over dynamic resources whose provider
 * does nothing. What those cost is the engine's; the ratio is what this package adds.
 */
import { fork } from "node:child_process";
import { createRequire } from "node:module";
import { Project } from "./support/project.mjs";
import { told } from "./support/told.mjs";

/** @typedef {import("../scripts/bench.mjs").Row} Row */
/** @typedef {import("./support/project.mjs").Taken} Taken */

const require = createRequire(import.meta.url);
const ruleCount = 10_000;
const tagCount = 500;
const mostSeconds = 0.5;

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

/** In a child, so that the first call is a provider's first: times check and diff, as the engine calls them. */
async function lifecycle() {
  /** @type {typeof import("../provider/dynamic.js")} */
  const { dynamicProvider } = require("../dist/provider/dynamic.js");
  /** @type {typeof import("../provider/virtualTag.js")} */
  const { virtualTagLifecycle } = require("../dist/provider/virtualTag.js");
  const nothing = () => undefined;
  const log = { info: nothing, warning: nothing, status: nothing };
  const provider = dynamicProvider(virtualTagLifecycle, {
    configure: nothing,
    settingsProblem: nothing,
    settings: () => ({}),
    claims: new Map(),
    log,
    context: () => {
      throw new Error("check and diff need no service");
    },
  });
  for (let time = 0; time < 5; time++) {
    const [state, inputs] = [largeTag(), largeTag()];
    const start = performance.now();
    const checked = await provider.check?.({}, inputs);
    const between = performance.now();
    const difference = await provider.diff?.("id", { ...state, mark: "(pulumi bench/dev#large)" }, inputs);
    const end = performance.now();
    if (checked?.failures?.length !== 0 || difference?.changes !== false)
      throw new Error("The tag is not as expected.");
    process.send?.({ check: (between - start) / 1000, diff: (end - between) / 1000 });
  }
}

/** @returns {Promise<Row[]>} */
async function large() {
  const child = fork(import.meta.filename, ["lifecycle"]);
  /** @type {{ check: number, diff: number }[]} */
  const times = [];
  while (times.length < 5) times.push(await told(child));
  return /** @type {const} */ (["check", "diff"]).map((what) => {
    const seconds = times.map((time) => time[what]);
    const [first = NaN] = seconds;
    const best = Math.min(...seconds);
    return {
      name: `${what} of a tag with ${ruleCount} rules`,
      figure: `${first.toFixed(2)} s the first time, then ${best.toFixed(2)} s`,
      target: `at most ${mostSeconds} s`,
      ok: first <= mostSeconds,
    };
  });
}

const rulesOf =
  'const rulesOf = (number: number, other: string) => ["web", "data", other].map((to) => ({ to, filters: { AND: [{ costCenter: "AWS", key: "team", type: "tag", operator: "is" as const, value: [`${to}-${number}`] }] } }));';

/** @param {string} other the value of the last rule of each tag */
const tags = (other) => `
import { VirtualTag } from "pulumi-cost-allocation";
${rulesOf}
for (let number = 0; number < ${tagCount}; number++)
  new VirtualTag(\`tag-\${number}\`, { name: \`Tag \${number}\`, rules: rulesOf(number, "${other}"), defaultValue: "Shared" });
`;

/**
 * As many resources whose provider does nothing.
 *
 * @param {string} args what each is made of
 */
const idle = (args) => `
import * as pulumi from "@pulumi/pulumi";
import "pulumi-cost-allocation";
${rulesOf}
const stub = "exports.handler = () => ({ check: async (_, inputs) => ({ inputs }), diff: async () => ({ changes: false }), create: async (outs) => ({ id: 'made', outs }) });";
class Idle extends pulumi.CustomResource {
  constructor(name: string, args: pulumi.Inputs) {
    super("pulumi-nodejs:dynamic/bench:Idle", name, { ...args, __provider: stub });
  }
}
for (let number = 0; number < ${tagCount}; number++) new Idle(\`idle-\${number}\`, ${args});
`;

/** The properties of a VirtualTag, those included that only ever hold an output: each costs Pulumi's runtime its time. */
const sameArguments = `{
  name: \`Tag \${number}\`, rules: rulesOf(number, "ops"), defaultValue: "Shared", resourceUrn: \`urn:pulumi:bench::tag-\${number}\`,
  setAsLive: undefined, changeDescription: undefined, adopt: undefined, stagedVersionId: undefined,
  createdBy: undefined, createdAt: undefined, updatedBy: undefined, updatedAt: undefined, acl: undefined,
}`;

/**
 * @param {string} name
 * @param {Taken} ours
 * @param {Record<string, Taken>} others
 * @param {number} most
 * @returns {Row[]}
 */
function compared(name, ours, others, most) {
  return Object.entries(others).map(([other, taken], index) => {
    const ratio = ours.busy / taken.busy;
    return {
      name: index === 0 ? name : "",
      figure: index === 0 ? `${ours.busy.toFixed(1)} s busy, ${ours.elapsed.toFixed(1)} s` : "",
      ratio: `${ratio.toFixed(2)} x ${other} (${taken.busy.toFixed(1)} s busy, ${taken.elapsed.toFixed(1)} s)`,
      ...(index === 0 ? { target: `at most ${most} x`, ok: ratio <= most } : {}),
    };
  });
}

/** @returns {Promise<Row[]>} */
async function many() {
  /** @type {typeof import("../emulator/index.js")} */
  const { startEmulator } = require("../dist/emulator/index.js");
  // Without limits there would be no headers either, and the client would keep to the document's 50 a minute.
  const emulator = await startEmulator({ limits: { perRoute: { "*": 1_000_000 } } });
  const ours = await Project.create(tags("ops"), {
    COST_ALLOCATION_BASE_URL: emulator.url,
    COST_ALLOCATION_CLIENT_ID: emulator.clientId,
    COST_ALLOCATION_SECRET_KEY: emulator.secretKey,
  });
  const same = await Project.create(idle(sameArguments));
  const empty = await Project.create(idle("{}"));
  /** Requests since the last call, by route. */
  const requests = () => {
    /** @type {Record<string, number>} */
    const counts = {};
    for (const { route } of emulator.control.requests()) counts[String(route)] = (counts[String(route)] ?? 0) + 1;
    emulator.control.clearRequests();
    return counts;
  };
  /** An up of each in turn, that many times; the best of each. */
  const ups = async (/** @type {number} */ times) => {
    /** @type {Taken[][]} */
    const all = [];
    for (let time = 0; time < times; time++)
      all.push([await same.time("up"), await empty.time("up"), await ours.time("up")]);
    const best = (/** @type {number} */ index) =>
      all
        .map((taken) => /** @type {Taken} */ (taken[index]))
        .reduce((one, other) => (other.busy < one.busy ? other : one));
    return { others: { "the same inputs, idle": best(0), "no inputs, idle": best(1) }, taken: best(2) };
  };
  /** @type {(name: string, taken: Taken, counts: Record<string, number>) => Row} */
  const counted = (name, taken, counts) => {
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const each = Object.entries(counts).map(([route, count]) => `${count} ${route}`);
    const ratio = each.join(", ").replaceAll("/v2/virtual-tags", "tags");
    return { name: `  ${name}`, figure: `${total} requests, ${taken.elapsed.toFixed(1)} s`, ratio };
  };
  try {
    const created = await ups(1);
    const onCreate = requests();
    const unchanged = await ups(3);
    const onNothing = requests();
    const refreshed = await ours.time("refresh");
    const onRefresh = requests();
    ours.write(tags("operations"));
    const updated = await ours.time("up");
    const onUpdate = requests();
    const destroyed = await ours.time("destroy");
    const { "GET /v2/virtual-tags": lists = 0, ...others } = onRefresh;
    return [
      ...compared(`create of ${tagCount} tags`, created.taken, created.others, 1.2),
      ...compared("up without a change", unchanged.taken, unchanged.others, 1.1),
      counted("create", created.taken, onCreate),
      counted("up without a change", unchanged.taken, onNothing),
      {
        ...counted("refresh", refreshed, onRefresh),
        target: "at most 2 lists",
        ok: lists <= 2 && Object.keys(others).length === 0,
      },
      counted("update of one rule in each", updated, onUpdate),
      counted("destroy", destroyed, requests()),
    ];
  } finally {
    for (const project of [ours, same, empty]) project.dispose();
    await emulator.stop();
  }
}

/** @returns {Promise<Row[]>} */
export async function run() {
  return [...(await large()), ...(await many())];
}

if (process.argv[1] === import.meta.filename) await lifecycle();
