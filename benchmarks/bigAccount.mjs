/**
 * An account of 10,000 tags, whose list is 25 MB: what 16 creates at once take of the provider's process, and what a refresh and the
 * commands take that read the list. The service is a process of its own, and answers with a text that it has ready: its time is not
 * what is measured, and a list is valid for 3 seconds only. The parts run in separate processes, which all run this module.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { nextMessage } from "./support/childMessage.mjs";
import { measureCommand } from "./support/command.mjs";
import { requireDist } from "./support/dist.mjs";
import { startServer } from "./support/measure.mjs";
import { tagProvider } from "./support/provider.mjs";
import { figureAtMost, ratioAtMost } from "./support/rows.mjs";

/** @typedef {import("./support/rows.mjs").Row} Row */
/** @typedef {import("./support/command.mjs").Use} Use */
/** @typedef {{ tagCount: number, ruleCount: number, milliseconds: number }} Account `milliseconds`: before each list. */

/** @type {Account} */
const big = { tagCount: 10_000, ruleCount: 20, milliseconds: 0 };
/** @type {Account} */
const slow = { tagCount: 1_000, ruleCount: 50, milliseconds: 1_500 };
const atOnce = 16;
const plannedCount = 500;

const date = "2026-01-01T00:00:00.000Z";
const saved = { createdBy: "a@example.com", createdAt: date, updatedBy: "a@example.com", updatedAt: date };

const id = (/** @type {number} */ number) => `00000000-0000-4000-8000-${number.toString(16).padStart(12, "0")}`;

/** @type {(tag: number, ruleCount: number) => import("../client/wire.js").VirtualTagBody} */
const content = (tag, ruleCount) => ({
  name: `Tag ${tag}`,
  rules: Array.from({ length: ruleCount }, (_, number) => ({
    to: `Team ${number}`,
    filters: { costCenter: "AWS", key: "team", type: "tag", operator: "oneOf", value: [`team-${tag}-${number}`] },
  })),
  defaultValue: "Unallocated",
});

const type = "pulumi-nodejs:dynamic/costallocation:VirtualTag";

/**
 * A tag in the state of a stack.
 *
 * @param {number} tag
 * @param {object} [change] Of its arguments.
 */
function resource(tag, change = {}) {
  const urn = `urn:pulumi:bench::bench::${type}::tag-${tag}`;
  const inputs = { ...content(tag, big.ruleCount), ...change, __resourceUrn: urn };
  return { urn, type, custom: true, id: id(tag), inputs, outputs: { ...inputs, ...saved } };
}

/** The service. Sends its address, and the number of its lists and their size each time that the parent asks. */
async function serve() {
  /** @type {Account} */
  const { tagCount, ruleCount, milliseconds } = JSON.parse(process.env["BENCH_ACCOUNT"] ?? "");
  const virtualTags = Array.from({ length: tagCount }, (_, tag) => ({
    id: id(tag),
    ...content(tag, ruleCount),
    ...saved,
  }));
  const list = Buffer.from(JSON.stringify({ requestId: "r", data: { virtualTags } }));
  let [lists, creates] = [0, 0];
  /** @type {(request: import("node:http").IncomingMessage) => Promise<Record<string, unknown> | Buffer>} */
  const answerTo = async (request) => {
    const [, , kind, , part] = (request.url ?? "").split(/[/?]/u);
    if (request.method === "POST") {
      const body = /** @type {object} */ (JSON.parse(await text(request)));
      return { data: { id: id(tagCount + ++creates), ...body, ...saved } };
    }
    if (kind !== "virtual-tags") return { endpoints: [], keys: [], data: { keys: [] } };
    if (part === "metadata") return { data: { metadata: {} } };
    if (part === "versions") {
      const version = { id: id(2 * tagCount), createdAt: date, createdBy: saved.createdBy, isLive: true };
      return { pagination: { hasMore: false, nextCursor: null }, data: [version] };
    }
    lists++;
    await setTimeout(milliseconds);
    return list;
  };
  const { url, close } = await startServer((request, response) => {
    void answerTo(request).then((answer) => {
      // Without a high limit, the client would send 50 requests per minute.
      response.setHeader("ratelimit", "limit=1000000, remaining=1000000, reset=60");
      response.end(Buffer.isBuffer(answer) ? answer : JSON.stringify({ requestId: "r", ...answer }));
    });
  });
  process.on("message", () => process.send?.({ lists, bytes: list.length }));
  process.send?.({ url });
  await once(process, "disconnect");
  close();
}

/**
 * Sends what work takes of this process, beyond what the process has taken before.
 *
 * @param {() => Promise<number>} work Returns how many of its operations failed.
 */
async function report(work) {
  const before = process.resourceUsage();
  const start = performance.now();
  const failed = await work();
  const elapsed = (performance.now() - start) / 1000;
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const cpu = (userCPUTime + systemCPUTime - before.userCPUTime - before.systemCPUTime) / 1e6;
  process.send?.({ failed, elapsed, cpu, memory: (maxRSS - before.maxRSS) / 1024 });
  process.disconnect();
}

/** The baseline process: fetches lists and parses them. */
async function parse() {
  /** @type {import("axios").AxiosStatic} */
  const axios = requireDist("axios");
  const url = `${process.env["COST_ALLOCATION_BASE_URL"]}/v2/virtual-tags`;
  await report(async () => {
    for (let left = Number(process.env["BENCH_LISTS"]); left > 0; left--) {
      /** @type {import("axios").AxiosResponse<string>} */
      const { data } = await axios.get(url, {
        responseType: "text",
        transformResponse: (/** @type {string} */ body) => body,
      });
      JSON.parse(data);
    }
    return 0;
  });
}

/** @param {(tag: number) => Promise<unknown>} operation */
async function failuresOf(operation) {
  const results = await Promise.allSettled(Array.from({ length: atOnce }, (_, tag) => operation(tag)));
  return results.filter(({ status }) => status === "rejected").length;
}

async function create() {
  const { create } = tagProvider();
  const newTag = (/** @type {number} */ tag) => resource(big.tagCount + tag).inputs;
  await report(() => failuresOf((tag) => create(newTag(tag))));
}

async function refresh() {
  const { read } = tagProvider();
  await report(() =>
    failuresOf(async (tag) => {
      const { outputs } = resource(tag);
      const memory = { mark: `(pulumi bench/bench#tag-${tag})`, seenAt: date, versionCount: 1 };
      /** @type {{ props?: { name?: unknown } }} */
      const { props } = await read(id(tag), { ...outputs, __memory: memory });
      if (props?.name !== outputs.name) throw new Error(`${outputs.name} was not found.`);
    }),
  );
}

/**
 * Runs work in an account.
 *
 * @template Result
 * @param {Account} account
 * @param {(measure: (role: "create" | "refresh" | "parse", lists?: number) => Promise<Use & { failed: number }>,
 *   service: { env: NodeJS.ProcessEnv, lists: () => Promise<{ lists: number, bytes: number }> }) => Promise<Result>} work
 * @returns {Promise<Result>}
 */
async function inAccount(account, work) {
  const options = { env: { ...process.env, BENCH_ACCOUNT: JSON.stringify(account) } };
  const server = fork(import.meta.filename, ["serve"], options);
  const { url } = /** @type {{ url: string }} */ (await nextMessage(server));
  const env = {
    COST_ALLOCATION_BASE_URL: url,
    COST_ALLOCATION_CLIENT_ID: "client",
    COST_ALLOCATION_SECRET_KEY: "secret-of-the-benchmark",
  };
  try {
    return await work(
      (role, count = 1) =>
        nextMessage(
          fork(import.meta.filename, [role], { env: { ...process.env, ...env, BENCH_LISTS: String(count) } }),
        ),
      {
        env,
        lists: () => {
          server.send("lists");
          return nextMessage(server);
        },
      },
    );
  } finally {
    server.disconnect();
  }
}

/**
 * @param {string} name
 * @param {number} failed
 * @returns {Row}
 */
function failureRow(name, failed) {
  return {
    name: `${name}: creates that fail`,
    figure: failed,
    unit: "creates",
    baseline: { name: "creates", figure: atOnce },
    target: figureAtMost(0),
    // A list is valid for 3 seconds.
    needsQuiet: true,
  };
}

/**
 * The rows of what something takes in the big account.
 *
 * @param {string} name
 * @param {Use} use
 * @param {Use} parsing Of one list.
 * @param {Use} limits
 * @returns {Row[]}
 */
function useRows(name, use, parsing, limits) {
  const baseline = "fetching and parsing its list";
  /** @type {(kind: keyof Use, what: string, unit: string) => Row} */
  const row = (kind, what, unit) => ({
    name: `${name}, ${big.tagCount} tags: ${what}`,
    figure: use[kind],
    unit,
    baseline: { name: baseline, figure: parsing[kind] },
    target: figureAtMost(limits[kind]),
  });
  return [
    { ...row("elapsed", "time", "s"), needsQuiet: true },
    row("cpu", "CPU time", "s"),
    row("memory", "memory", "MiB"),
  ];
}

/**
 * Writes the state of a stack of all tags, and the plan of one of which some are renamed.
 *
 * @param {string} folder
 */
function writeStacks(folder) {
  const [state, plan] = [join(folder, "state.json"), join(folder, "plan.json")];
  const tags = Array.from({ length: big.tagCount }, (_, tag) => tag);
  const steps = tags.slice(0, plannedCount).map((tag) => {
    const [op, change] = tag < atOnce ? ["update", { name: `Renamed ${tag}` }] : ["same", {}];
    const [oldState, newState] = [resource(tag), resource(tag, change)];
    return { op, urn: oldState.urn, oldState, newState };
  });
  const resources = tags.map((tag) => resource(tag));
  writeFileSync(state, JSON.stringify({ version: 3, deployment: { resources } }));
  writeFileSync(plan, JSON.stringify({ steps, changeSummary: { update: atOnce, same: plannedCount - atOnce } }));
  return { state, plan };
}

/**
 * The rows of the big account.
 *
 * @param {string} folder A temporary folder.
 * @returns {Promise<Row[]>}
 */
function bigRows(folder) {
  return inAccount(big, async (measure, { env, lists }) => {
    const name = `${atOnce} creates at once beside ${big.tagCount} tags`;
    const created = await measure("create");
    const requested = await lists();
    const parsing = `fetching and parsing the lists that they requested (${requested.lists})`;
    const parsed = { name: parsing, figure: (await measure("parse", requested.lists)).cpu };
    const list = { name: "their list", figure: requested.bytes / 1024 ** 2 };
    const one = await measure("parse");
    const refreshed = await measure("refresh");
    if (refreshed.failed > 0) throw new Error(`${refreshed.failed} tags could not be refreshed.`);
    /** @type {(of: string, args: readonly string[], limits: Use) => Promise<Row[]>} */
    const command = async (of, args, limits) => useRows(of, await measureCommand(args, env), one, limits);
    const { state, plan } = writeStacks(folder);
    const [review, project] = [["review", "--live", "--plan", plan], join(folder, "project")];
    return [
      failureRow(name, created.failed),
      { name: `${name}: CPU time`, figure: created.cpu, unit: "s", baseline: parsed, target: ratioAtMost(3) },
      // A list that is too old is requested again while the last one is still in memory.
      {
        name: `${name}: memory`,
        figure: created.memory,
        unit: "MiB",
        baseline: list,
        target: ratioAtMost(10),
        needsQuiet: true,
      },
      ...useRows(`refresh of ${atOnce} tags`, refreshed, one, { elapsed: 5, cpu: 4, memory: 250 }),
      ...(await command(`review --live of ${plannedCount} tags`, review, { elapsed: 15, cpu: 10, memory: 500 })),
      ...(await command("drift of a stack", ["drift", "--state", state], { elapsed: 15, cpu: 10, memory: 800 })),
      ...(await command("tags", ["tags"], { elapsed: 40, cpu: 25, memory: 800 })),
      ...(await command("export", ["export", "--out", project], { elapsed: 300, cpu: 200, memory: 2048 })),
    ];
  });
}

/** @returns {Promise<Row[]>} */
export async function run() {
  const folder = mkdtempSync(join(tmpdir(), "big-account-benchmark-"));
  try {
    const rows = await bigRows(folder);
    /** @type {number} */
    const failed = await inAccount(slow, async (measure) => (await measure("create")).failed);
    const name = `${atOnce} creates at once beside ${slow.tagCount} tags, whose list takes ${slow.milliseconds / 1000} s`;
    return [...rows, failureRow(name, failed)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const [, program, role] = process.argv;
const roles = { serve, parse, create, refresh };
if (program === import.meta.filename) await roles[/** @type {keyof typeof roles} */ (role)]();
