/**
 * The time that the engine takes for many Virtual Tags, compared with the same number of empty dynamic resources: they have
 * the same inputs and outputs, but their provider does nothing. The ratio shows what this package adds.
 *
 * The outputs matter, because the engine writes the whole state again after each step of a resource, and encrypts what is
 * secret in it. For 500 tags, that is half of the CPU time.
 */
import { requireDist } from "./support/dist.mjs";
import { Pairs } from "./support/pairs.mjs";
import { Project } from "./support/project.mjs";
import { figureAtMost, median, ratioAtMost } from "./support/rows.mjs";

/** @typedef {import("./support/rows.mjs").Row} Row */

/** How many tags the program declares. */
export const tagCount = 500;
const rounds = 2;
const unchangedInRound = 2;

const rulesOf =
  'const rulesOf = (number: number) => ["web", "data", "ops"].map((to) => ({ to, filters: { AND: [{ costCenter: "AWS", key: "team", type: "tag", operator: "is" as const, value: [`${to}-${number}`] }] } }));';

/** A program of many tags. */
export const tagProgram = `
import { VirtualTag } from "pulumi-cost-allocation";
${rulesOf}
for (let number = 0; number < ${tagCount}; number++)
  new VirtualTag(\`tag-\${number}\`, { name: \`Tag \${number}\`, rules: rulesOf(number), defaultValue: "Shared" });
`;

/** The provider of the empty resources. What it returns takes as much space in the state as what a tag's provider returns. */
const emptyProvider = `
const { randomUUID } = require("node:crypto");
const now = new Date().toISOString();
const user = "emulator@example.com";
const outputs = {
  createdBy: user, createdAt: now, updatedBy: user, updatedAt: now, __report: { account: "0123456789abcdef01234567" },
  __memory: { account: "0123456789abcdef01234567", mark: "(pulumi bench/bench-1#tag-100)", seenAt: now, versionCount: 1 },
};
module.exports = {
  check: async (_, inputs) => ({ inputs }),
  diff: async () => ({ changes: false }),
  create: async (inputs) => ({ id: randomUUID(), outs: { ...inputs, ...outputs } }),
};
`;

/** Declares all properties of a VirtualTag, including output-only ones, because Pulumi's runtime takes time for each. */
const emptyProgram = `
import * as pulumi from "@pulumi/pulumi";
import "pulumi-cost-allocation";
${rulesOf}
const stub = \`exports.handler = () => require("\${__dirname}/empty.cjs");\`;
class Empty extends pulumi.CustomResource {
  constructor(name: string, args: pulumi.Inputs) {
    super("pulumi-nodejs:dynamic/costallocation:EmptyTag", name, args, { additionalSecretOutputs: ["__memory"] });
  }
}
for (let number = 0; number < ${tagCount}; number++)
  new Empty(\`empty-\${number}\`, {
    name: \`Tag \${number}\`, rules: rulesOf(number), defaultValue: "Shared", __provider: stub,
    __resourceUrn: \`urn:pulumi:bench-1::bench::pulumi-nodejs:dynamic/costallocation:EmptyTag::empty-\${number}\`,
    setAsLive: undefined, changeDescription: undefined, adopt: undefined, stagedVersionId: undefined, createdBy: undefined,
    createdAt: undefined, updatedBy: undefined, updatedAt: undefined, acl: undefined, __memory: undefined, __report: undefined,
  });
`;

/** @param {unknown} value */
function bytes(value) {
  return Buffer.byteLength(typeof value === "string" ? value : JSON.stringify(value));
}

/**
 * The size of the longest `__provider` in the state of the tags, compared with the median size of a tag's state.
 *
 * @param {Project} tagProject
 * @param {Project} emptyProject
 * @returns {Promise<Row>}
 * @throws Error if the states of the two projects have different sizes, so that they can't be compared.
 */
async function stubSize(tagProject, emptyProject) {
  const [tags = [], empty = []] = await Promise.all(
    [tagProject, emptyProject].map(async (project) =>
      (await project.resources()).filter(({ type }) => type.startsWith("pulumi-nodejs:dynamic/")),
    ),
  );
  const [size, emptySize] = [median(tags.map(bytes)), median(empty.map(bytes))];
  if (tags.length !== tagCount || empty.length !== tagCount || Math.abs(emptySize / size - 1) > 0.05)
    throw new Error(`${tags.length} tags of ${size} bytes, and ${empty.length} empty resources of ${emptySize} bytes.`);
  return {
    name: "size of __provider in a tag's state",
    figure: Math.max(...tags.map(({ outputs }) => bytes(outputs?.["__provider"]))),
    unit: "bytes",
    baseline: { name: "the tag's whole state", figure: Math.round(size) },
    target: figureAtMost(99),
  };
}

/** @returns {Promise<Row[]>} */
export async function run() {
  /** @type {typeof import("../emulator/index.js")} */
  const { startEmulator } = requireDist("./emulator/index.js");
  // A high limit and not no limit: without rate limit headers, the client would send 50 requests per minute.
  const emulator = await startEmulator({ limits: { perRoute: { "*": 1_000_000 } } });
  const tagProject = await Project.create(tagProgram, {
    COST_ALLOCATION_BASE_URL: emulator.url,
    COST_ALLOCATION_CLIENT_ID: emulator.clientId,
    COST_ALLOCATION_SECRET_KEY: emulator.secretKey,
  });
  const emptyProject = await Project.create(emptyProgram);
  emptyProject.write("empty.cjs", emptyProvider);
  /** @param {{ route: string | null }} request */
  const isList = ({ route }) => route === "GET /v2/virtual-tags";
  try {
    const others = `${tagCount} empty dynamic resources with as large a state`;
    const [created, unchanged] = [new Pairs(others), new Pairs(others)];
    let writes = 0;
    for (let round = 0; round < rounds; round++) {
      emulator.control.reset();
      for (const project of [tagProject, emptyProject]) await project.newStack();
      await created.add(tagProject, emptyProject);
      emulator.control.clearRequests();
      for (let time = 0; time < unchangedInRound; time++) await unchanged.add(tagProject, emptyProject);
      writes += emulator.control.requests().filter(({ method }) => method !== "GET").length;
    }
    emulator.control.clearRequests();
    await tagProject.time("refresh");
    const onRefresh = emulator.control.requests();
    const baseline = { name: "tags", figure: tagCount };
    return [
      ...created.rows(`create ${tagCount} tags`, ratioAtMost(1.2)),
      ...unchanged.rows("up with no changes", ratioAtMost(1.1)),
      {
        name: "up with no changes: write requests",
        figure: writes,
        unit: "requests",
        baseline,
        target: figureAtMost(0),
      },
      {
        name: `refresh ${tagCount} tags: list requests`,
        figure: onRefresh.filter(isList).length,
        unit: "requests",
        baseline,
        target: figureAtMost(2),
      },
      {
        name: `refresh ${tagCount} tags: other requests`,
        figure: onRefresh.filter((request) => !isList(request)).length,
        unit: "requests",
        baseline,
        target: figureAtMost(0),
      },
      await stubSize(tagProject, emptyProject),
    ];
  } finally {
    for (const project of [tagProject, emptyProject]) project.dispose();
    await emulator.stop();
  }
}
