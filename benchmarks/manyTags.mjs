/**
 * What many Virtual Tags cost by the real engine, over as many dynamic resources of the same inputs whose provider does
 * nothing. What those cost is the engine's; the ratio is what this package adds.
 */
import { createRequire } from "node:module";
import { Project } from "./support/project.mjs";
import { figureAtMost, median, ratioAtMost } from "./support/rows.mjs";

/** @typedef {import("./support/rows.mjs").Row} Row */
/** @typedef {import("./support/rows.mjs").Target} Target */
/** @typedef {import("./support/project.mjs").Taken} Taken */

const tagCount = 500;
const rounds = 4;

const rulesOf =
  'const rulesOf = (number: number) => ["web", "data", "ops"].map((to) => ({ to, filters: { AND: [{ costCenter: "AWS", key: "team", type: "tag", operator: "is" as const, value: [`${to}-${number}`] }] } }));';

const tags = `
import { VirtualTag } from "pulumi-cost-allocation";
${rulesOf}
for (let number = 0; number < ${tagCount}; number++)
  new VirtualTag(\`tag-\${number}\`, { name: \`Tag \${number}\`, rules: rulesOf(number), defaultValue: "Shared" });
`;

/** The properties of a VirtualTag, those included that only ever hold an output: each costs Pulumi's runtime its time. */
const empty = `
import * as pulumi from "@pulumi/pulumi";
import "pulumi-cost-allocation";
${rulesOf}
const stub = "exports.handler = () => ({ check: async (_, inputs) => ({ inputs }), diff: async () => ({ changes: false }), create: async (outs) => ({ id: 'made', outs }) });";
class Empty extends pulumi.CustomResource {
  constructor(name: string, args: pulumi.Inputs) {
    super("pulumi-nodejs:dynamic/bench:Empty", name, { ...args, __provider: stub });
  }
}
for (let number = 0; number < ${tagCount}; number++)
  new Empty(\`empty-\${number}\`, {
    name: \`Tag \${number}\`, rules: rulesOf(number), defaultValue: "Shared", resourceUrn: \`urn:pulumi:bench::tag-\${number}\`,
    setAsLive: undefined, changeDescription: undefined, adopt: undefined, stagedVersionId: undefined,
    createdBy: undefined, createdAt: undefined, updatedBy: undefined, updatedAt: undefined, acl: undefined,
  });
`;

/**
 * How long each of two projects took, in pairs that take turns in who is first. A machine may be a fifth slower a few
 * minutes later, so what counts is the ratio within a pair, and the median of those.
 */
class Pairs {
  /** @type {{ ours: Taken, theirs: Taken }[]} */
  #taken = [];

  /**
   * @param {Project} ours
   * @param {Project} theirs
   */
  async add(ours, theirs) {
    if (this.#taken.length % 2 === 0) {
      const first = await theirs.time("up");
      this.#taken.push({ theirs: first, ours: await ours.time("up") });
    } else {
      const first = await ours.time("up");
      this.#taken.push({ ours: first, theirs: await theirs.time("up") });
    }
  }

  /**
   * @param {string} name
   * @param {Target} target
   * @returns {Row[]}
   */
  rows(name, target) {
    /** @type {(what: keyof Taken, name: string) => Row} */
    const row = (what, name) => ({
      name,
      figure: median(this.#taken.map(({ ours }) => ours[what])),
      unit: "s",
      baseline: {
        name: `${tagCount} empty dynamic resources`,
        figure: median(this.#taken.map(({ theirs }) => theirs[what])),
      },
      ratio: median(this.#taken.map(({ ours, theirs }) => ours[what] / theirs[what])),
      target,
      times: this.#taken.length,
    });
    return [row("elapsed", name), row("busy", "  its processor time")];
  }
}

/**
 * How long the text of each tag's provider is in the state, in bytes; the longest, and the mean of the whole resources.
 *
 * @param {Project} project
 * @returns {Promise<Row>}
 */
async function stubSize(project) {
  const resources = (await project.resources()).filter(({ type }) => type.endsWith(":VirtualTag"));
  if (resources.length !== tagCount) throw new Error(`The state has ${resources.length} tags, not ${tagCount}.`);
  const bytes = (/** @type {unknown} */ value) =>
    Buffer.byteLength(typeof value === "string" ? value : JSON.stringify(value));
  return {
    name: "__provider of a tag in the state",
    figure: Math.max(...resources.map(({ outputs }) => bytes(outputs?.["__provider"]))),
    unit: "bytes",
    baseline: { name: "the whole resource", figure: Math.round(median(resources.map(bytes))) },
    target: figureAtMost(99),
  };
}

/** @returns {Promise<Row[]>} */
export async function run() {
  /** @type {typeof import("../emulator/index.js")} */
  const { startEmulator } = createRequire(import.meta.url)("../dist/emulator/index.js");
  // Without limits there would be no headers either, and the client would keep to the document's 50 a minute.
  const emulator = await startEmulator({ limits: { perRoute: { "*": 1_000_000 } } });
  const ours = await Project.create(tags, {
    COST_ALLOCATION_BASE_URL: emulator.url,
    COST_ALLOCATION_CLIENT_ID: emulator.clientId,
    COST_ALLOCATION_SECRET_KEY: emulator.secretKey,
  });
  const theirs = await Project.create(empty);
  /** @param {{ route: string | null }} request */
  const isList = ({ route }) => route === "GET /v2/virtual-tags";
  try {
    const created = new Pairs();
    const unchanged = new Pairs();
    let writes = 0;
    for (let round = 0; round < rounds; round++) {
      emulator.control.reset();
      for (const project of [ours, theirs]) await project.newStack();
      await created.add(ours, theirs);
      emulator.control.clearRequests();
      for (let time = 0; time < 2; time++) await unchanged.add(ours, theirs);
      writes += emulator.control.requests().filter(({ method }) => method !== "GET").length;
    }
    emulator.control.clearRequests();
    await ours.time("refresh");
    const onRefresh = emulator.control.requests();
    const each = { name: "tags", figure: tagCount };
    return [
      ...created.rows(`create of ${tagCount} tags`, ratioAtMost(1.2)),
      ...unchanged.rows("up without a change", ratioAtMost(1.1)),
      {
        name: "  its requests that are not reads",
        figure: writes,
        unit: "requests",
        baseline: each,
        target: figureAtMost(0),
      },
      {
        name: `lists on refresh of ${tagCount} tags`,
        figure: onRefresh.filter(isList).length,
        unit: "requests",
        baseline: each,
        target: figureAtMost(2),
      },
      {
        name: "  its other requests",
        figure: onRefresh.filter((request) => !isList(request)).length,
        unit: "requests",
        baseline: each,
        target: figureAtMost(0),
      },
      await stubSize(ours),
    ];
  } finally {
    for (const project of [ours, theirs]) project.dispose();
    await emulator.stop();
  }
}
