/** How fast the emulator answers and how much it holds, each in a process of its own: this module, forked. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { told } from "./support/told.mjs";

/** @typedef {import("../scripts/bench.mjs").Row} Row */

const rateTarget = 2000;
const memoryTarget = 2048;
const tagCount = 10_000;
const versionCount = 100;
const measuredSeconds = 4;
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

/** In a child: asks for one tag over and over; the emulator has its own process, so its core is its own. */
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

/** In a child: an emulator that is asked by another child; tells its processor time. */
async function serve() {
  const emulator = await emulatorModule().startEmulator({ limits: { enabled: false } });
  process.send?.({ url: emulator.url });
  const before = process.cpuUsage();
  await once(process, "message");
  const { user, system } = process.cpuUsage(before);
  process.send?.({ seconds: (user + system) / 1_000_000 });
  await emulator.stop();
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

/** In a child: an emulator that reads a full data folder; tells what the process weighs and how long that took. */
async function fill() {
  const dataFolder = mkdtempSync(path.join(tmpdir(), "emulator-benchmark-"));
  try {
    const journal = openSync(path.join(dataFolder, "journal.ndjson"), "w");
    for (let tag = 0; tag < tagCount; tag += 1) {
      writeSync(journal, journalOf(tag));
    }
    closeSync(journal);
    const start = performance.now();
    const emulator = await emulatorModule().startEmulator({ limits: { enabled: false }, dataFolder });
    const seconds = (performance.now() - start) / 1000;
    emulator.control.freezeClock();
    emulator.control.setClock(start2026 + versionCount);
    const agent = new http.Agent();
    const last = `${emulator.url}/v2/virtual-tags/${id(tagCount - 1)}/versions?pageSize=100`;
    const { data } = await send(agent, last, "GET");
    if (data.length !== versionCount) {
      throw new Error(`There are ${data.length ?? 0} versions, not ${versionCount}.`);
    }
    const resident = process.memoryUsage().rss / 1024 / 1024;
    process.send?.({ resident, peak: process.resourceUsage().maxRSS / 1024, seconds });
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
 * @returns {Promise<Row[]>}
 */
async function speed() {
  const server = child("serve");
  const { url } = /** @type {{ url: string }} */ (await told(server));
  const { requests } = /** @type {{ requests: number }} */ (await told(child("load", { BENCH_URL: url })));
  server.send("end");
  const { seconds } = /** @type {{ seconds: number }} */ (await told(server));
  const rate = requests / seconds;
  return [
    {
      name: "emulator, GET by id, limits off",
      figure: `${Math.round(rate)}/s on one core`,
      target: `at least ${rateTarget}/s`,
      ok: rate >= rateTarget,
    },
    { name: "  really answered in that time", figure: `${Math.round(requests / measuredSeconds)}/s` },
  ];
}

/** @returns {Promise<Row[]>} */
async function weight() {
  const full = child("fill", {}, ["--max-old-space-size=4096"]);
  const { resident, peak, seconds } = /** @type {{ resident: number, peak: number, seconds: number }} */ (
    await told(full)
  );
  const target = `under ${memoryTarget} MiB`;
  const ok = peak < memoryTarget;
  return [
    {
      name: `emulator, ${tagCount} tags x ${versionCount} versions, resident`,
      figure: `${Math.round(resident)} MiB`,
      target,
      ok,
    },
    { name: "  at its peak", figure: `${Math.round(peak)} MiB`, target, ok },
    { name: "  read from its data folder in", figure: `${seconds.toFixed(1)} s` },
  ];
}

/** @returns {Promise<Row[]>} */
export async function run() {
  return [...(await speed()), ...(await weight())];
}

const [, program, part] = process.argv;
const parts = { load, serve, fill };
if (program === import.meta.filename) await parts[/** @type {keyof typeof parts} */ (part)]();
