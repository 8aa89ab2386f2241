/** The emulator's speed and its memory use. The parts run in separate processes, which all run this module. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { nextMessage } from "./support/childMessage.mjs";
import { requireDist } from "./support/dist.mjs";
import { inTurns, startServer } from "./support/measure.mjs";
import { figureAtLeast, figureAtMost } from "./support/rows.mjs";

/** @typedef {import("./support/rows.mjs").Row} Row */

const tagCount = 10_000;
const versionCount = 100;
const requestCount = 15_000;
const rounds = 3;
const connections = 16;

/** @returns {typeof import("../emulator/index.js")} */
function emulatorModule() {
  return requireDist("./emulator/index.js");
}

const credentials = { "x-service-client-id": "emulator", "x-service-secret-key": "emulator-secret" };

/**
 * Sends a request and parses the response.
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
 * A tag with five rules. Each version changes one rule.
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

/** The load process: creates a tag and reads it in a loop. The server is another process, so it has a core to itself. */
async function load() {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const url = process.env["BENCH_URL"] ?? "";
  const { data } = await send(agent, `${url}/v2/virtual-tags`, "POST", content(1, 1));
  let requests = 0;
  const worker = async () => {
    while (requests < requestCount) {
      requests += 1;
      await send(agent, `${url}/v2/virtual-tags/${data.id}`, "GET");
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  process.send?.({ requests });
  agent.destroy();
}

/**
 * Sends the server's URL to the parent, and the CPU time so far each time that the parent asks. Ends with the parent's channel.
 *
 * @param {string} url
 */
async function reportCpuTime(url) {
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ seconds: (user + system) / 1_000_000 });
  });
  process.send?.({ url });
  await once(process, "disconnect");
}

/** The emulator process. */
async function serve() {
  const emulator = await emulatorModule().startEmulator({ limits: { enabled: false } });
  await reportCpuTime(emulator.url);
  await emulator.stop();
}

/** The baseline process: node:http alone, which sends the same tag for every request. */
async function serveBaseline() {
  const text = JSON.stringify({ requestId: "r", data: { id: id(1), ...content(1, 1) } });
  const headers = { "content-type": "application/json" };
  const { url, close } = await startServer((request, response) => {
    request.resume();
    response.writeHead(200, headers).end(text);
  });
  await reportCpuTime(url);
  close();
}

const start2026 = Date.UTC(2026, 0, 1);

/** @param {number} number */
function id(number) {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, "0")}`;
}

/**
 * The lines of the emulator's journal for a tag and its versions.
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

/** An emulator process that loads a full data folder. Sends the size of the data and the peak memory use, both in MiB. */
async function loadData() {
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
      throw new Error(`The tag has ${data.length ?? 0} versions; expected ${versionCount}.`);
    }
    process.send?.({ text, peak: process.resourceUsage().maxRSS / 1024 });
    await emulator.stop();
  } finally {
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

/**
 * @param {keyof typeof roles} role
 * @param {Record<string, string>} [env]
 * @param {string[]} [execArgv]
 */
function child(role, env = {}, execArgv = []) {
  return fork(import.meta.filename, [role], { env: { ...process.env, ...env }, execArgv });
}

/**
 * Starts a server.
 *
 * @param {"serve" | "serveBaseline"} kind
 */
async function startProcess(kind) {
  const server = child(kind);
  const { url } = /** @type {{ url: string }} */ (await nextMessage(server));
  const cpuTime = async () => {
    server.send("CPU time");
    const { seconds } = /** @type {{ seconds: number }} */ (await nextMessage(server));
    return seconds;
  };
  return {
    /** Requests per second of CPU time, which doesn't depend on what else the machine does. */
    rate: async () => {
      const before = await cpuTime();
      await nextMessage(child("load", { BENCH_URL: url }));
      return requestCount / ((await cpuTime()) - before);
    },
    stop: () => {
      server.disconnect();
    },
  };
}

/** @returns {Promise<Row>} */
async function speed() {
  const [emulator, baseline] = [await startProcess("serve"), await startProcess("serveBaseline")];
  const measured = await inTurns(rounds, emulator.rate, {
    name: "node:http alone, same response",
    measure: baseline.rate,
  });
  emulator.stop();
  baseline.stop();
  return {
    name: "emulator: GET a tag by ID, one core, rate limits off",
    unit: "requests/s",
    ...measured,
    target: figureAtLeast(2000),
  };
}

/** @returns {Promise<Row>} */
async function memoryUse() {
  const full = child("loadData", {}, ["--max-old-space-size=4096"]);
  const { text, peak } = /** @type {{ text: number, peak: number }} */ (await nextMessage(full));
  return {
    name: `emulator: memory for ${tagCount} tags with ${versionCount} versions each`,
    figure: peak,
    unit: "MiB",
    baseline: { name: "the same data on disk", figure: text },
    target: figureAtMost(2048),
  };
}

/** @returns {Promise<Row[]>} */
export async function run() {
  return [await speed(), await memoryUse()];
}

const [, program, role] = process.argv;
const roles = { load, serve, serveBaseline, loadData };
if (program === import.meta.filename) await roles[/** @type {keyof typeof roles} */ (role)]();
