/** How fast the emulator answers and how much it holds, each in a process of its own: this module, forked. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { figureAtLeast, figureAtMost, median } from "./support/rows.mjs";
import { told } from "./support/told.mjs";

/** @typedef {import("./support/rows.mjs").Row} Row */

const tagCount = 10_000;
const versionCount = 100;
const measuredSeconds = 3;
const rounds = 3;
const connections = 16;

/** @returns {typeof import("../emulator/index.js")} */
function emulatorModule() {
  return createRequire(import.meta.url)("../dist/emulator/index.js");
}

const credentials = { "x-service-client-id": "emulator", "x-service-secret-key": "emulator-secret" };

/**
 * One request over a keep-alive connection.
 *
 * @param {http.Agent} agent
 * @param {string} url
 * @param {string} method
 * @param {unknown} [body]
 * @returns {Promise<{ data: { id: string, length?: number } }>}
 */
function send(agent, url, method, body) {
  return new Promise((resolve, reject) => {
    const headers = { ...credentials, ...(body === undefined ? {} : { "content-type": "application/json" }) };
    const request = http.request(url, { method, agent, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (/** @type {string} */ chunk) => (text += chunk));
      response.on("end", () => {
        if (response.statusCode === 200) {
          /** @type {{ data: { id: string, length?: number } }} */
          const answer = JSON.parse(text);
          resolve(answer);
        } else {
          reject(new Error(`${method} answered ${response.statusCode}: ${text}`));
        }
      });
    });
    request.on("error", reject);
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/**
 * A tag of five rules, of which each version changes one.
 *
 * @param {number} tag
 * @param {number} version
 */
function content(tag, version) {
  const rules = Array.from({ length: 5 }, (_, index) => ({
    to: `team-${tag}-${index}${index === 0 ? `-${version}` : ""}`,
    filters: { costCenter: "AWS", key: "team", type: "tag", operator: "oneOf", value: [`a-${index}`, `b-${index}`] },
  }));
  return { name: `Tag ${tag}`, rules, defaultValue: "Unallocated" };
}

/** In a child: asks for one tag over and over; who answers has its own process, so its core is its own. */
async function load() {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const url = process.env["BENCH_URL"] ?? "";
  const { data } = await send(agent, `${url}/v2/virtual-tags`, "POST", content(1, 1));
  let requests = 0;
  const start = performance.now();
  const lane = async () => {
    while (performance.now() < start + measuredSeconds * 1000) {
      await send(agent, `${url}/v2/virtual-tags/${data.id}`, "GET");
      requests += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  process.send?.({ requests });
  agent.destroy();
}

/**
 * Tells where it is asked, and at the end its processor time.
 *
 * @param {string} url
 */
async function tellTime(url) {
  process.send?.({ url });
  const before = process.cpuUsage();
  await once(process, "message");
  const { user, system } = process.cpuUsage(before);
  process.send?.({ seconds: (user + system) / 1_000_000 });
}

/** In a child: an emulator that is asked by another child. */
async function serve() {
  const emulator = await emulatorModule().startEmulator({ limits: { enabled: false } });
  await tellTime(emulator.url);
  await emulator.stop();
  process.disconnect();
}

/** In a child: node:http alone, which answers every request with the same tag. */
async function serveBare() {
  const text = JSON.stringify({ requestId: "r", data: { id: id(1), ...content(1, 1) } });
  const headers = { "content-type": "application/json" };
  const server = http.createServer((request, response) => {
    request.resume();
    response.writeHead(200, headers).end(text);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  await tellTime(`http://127.0.0.1:${port}`);
  server.close();
  server.closeAllConnections();
  process.disconnect();
}

const start2026 = Date.UTC(2026, 0, 1);

/** @param {number} number */
function id(number) {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, "0")}`;
}

/**
 * The lines that the emulator itself would have written for a tag and its versions.
 *
 * @param {number} tag
 */
function journalOf(tag) {
  const createdBy = "emulator@example.com";
  const everybody = { type: "public", users: [], groups: [] };
  const head = { id: id(tag), createdBy, createdAt: start2026, acl: { read: everybody, write: everybody } };
  return Array.from({ length: versionCount }, (_, index) => {
    const version = {
      id: id(tagCount + tag * versionCount + index),
      createdAt: start2026 + index,
      createdBy,
      changeDescription: `Change ${index} (pulumi finops/production#tag-${tag})`,
      isLive: true,
      content: JSON.stringify(content(tag, index)),
    };
    const change = index === 0 ? { op: "createTag", head } : { op: "saveTag", id: head.id };
    return `${JSON.stringify({ ...change, account: "account-1", version })}\n`;
  }).join("");
}

/** In a child: an emulator that reads a full data folder; tells what its process weighed at its heaviest, in MiB. */
async function fill() {
  const dataFolder = mkdtempSync(path.join(tmpdir(), "emulator-benchmark-"));
  try {
    const file = path.join(dataFolder, "journal.ndjson");
    const journal = openSync(file, "w");
    for (let tag = 0; tag < tagCount; tag += 1) {
      writeSync(journal, journalOf(tag));
    }
    closeSync(journal);
    const text = statSync(file).size / 1024 / 1024;
    const emulator = await emulatorModule().startEmulator({ limits: { enabled: false }, dataFolder });
    emulator.control.freezeClock();
    emulator.control.setClock(start2026 + versionCount);
    const agent = new http.Agent();
    const last = `${emulator.url}/v2/virtual-tags/${id(tagCount - 1)}/versions?pageSize=100`;
    const { data } = await send(agent, last, "GET");
    if (data.length !== versionCount) {
      throw new Error(`There are ${data.length ?? 0} versions, not ${versionCount}.`);
    }
    process.send?.({ text, peak: process.resourceUsage().maxRSS / 1024 });
    await emulator.stop();
  } finally {
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

/**
 * @param {string} name
 * @param {Record<string, string>} [env]
 * @param {string[]} [execArgv]
 */
function child(name, env = {}, execArgv = []) {
  return fork(import.meta.filename, [name], { env: { ...process.env, ...env }, execArgv });
}

/**
 * Requests for each second of processor time: what one core can do, whatever else the machine does.
 *
 * @param {"serve" | "serveBare"} kind
 */
async function rate(kind) {
  const server = child(kind);
  const { url } = /** @type {{ url: string }} */ (await told(server));
  const { requests } = /** @type {{ requests: number }} */ (await told(child("load", { BENCH_URL: url })));
  server.send("end");
  const { seconds } = /** @type {{ seconds: number }} */ (await told(server));
  return requests / seconds;
}

/** @returns {Promise<Row>} */
async function speed() {
  /** @type {number[]} */
  const ours = [];
  /** @type {number[]} */
  const bare = [];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await rate("serveBare"));
    ours.push(await rate("serve"));
  }
  return {
    name: "emulator, GET by id on one core, limits off",
    figure: median(ours),
    unit: "requests/s",
    baseline: { name: "node:http alone, the same answer", figure: median(bare) },
    target: figureAtLeast(2000),
    times: rounds,
  };
}

/** @returns {Promise<Row>} */
async function weight() {
  const full = child("fill", {}, ["--max-old-space-size=4096"]);
  const { text, peak } = /** @type {{ text: number, peak: number }} */ (await told(full));
  return {
    name: `emulator, memory for ${tagCount} tags x ${versionCount} versions`,
    figure: peak,
    unit: "MiB",
    baseline: { name: "the same as text on disk", figure: text },
    target: figureAtMost(2048),
  };
}

/** @returns {Promise<Row[]>} */
export async function run() {
  return [await speed(), await weight()];
}

const [, program, part] = process.argv;
const parts = { load, serve, serveBare, fill };
if (program === import.meta.filename) await parts[/** @type {keyof typeof parts} */ (part)]();
