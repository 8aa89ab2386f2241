/**
 * More than 20,000 requests against a server that drops, delays, truncates and limits: no rejection that nobody handles, no
 * socket and no timer left (the process ends by itself), memory flat. Client and server are processes of their own: this
 * module, forked.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import { createRequire } from "node:module";
import { setTimeout as delay } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { figureAtLeast, figureAtMost, ratioAtMost } from "./support/rows.mjs";
import { told } from "./support/told.mjs";

/** @typedef {import("./support/rows.mjs").Row} Row */

const operations = 25_000;
const atOnce = 200;
const mostSockets = 50;
const body = { name: "Team", rules: [], defaultValue: "none" };

/** For how long the client's process may live once it has nothing left to do, in seconds. */
const longestEnd = 5;

/** In a child: answers well nine times out of ten. */
async function serve() {
  let served = 0;
  let seed = 7;
  const chance = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const headers = { ratelimit: "limit=100000000, remaining=100000000, reset=60" };
  const server = http.createServer((request, response) => {
    served++;
    request.resume();
    const id = request.url?.split("?")[0]?.split("/")[3] ?? "new";
    const tag = { id, ...body };
    const isList = request.method === "GET" && id === "new";
    const text = JSON.stringify({ requestId: "r", data: isList ? { virtualTags: [tag] } : tag });
    const luck = chance();
    if (luck < 0.02) request.socket.destroy();
    else if (luck < 0.03) setTimeout(() => response.writeHead(200, headers).end(text), 50);
    else if (luck < 0.04) {
      response.writeHead(200, { ...headers, "content-length": text.length });
      response.write(text.slice(0, 20), () => request.socket.destroy());
    } else if (luck < 0.06) response.writeHead(429, { ...headers, "retry-after": "0.01" }).end();
    else if (luck < 0.08) response.writeHead(500).end("<html>");
    else if (luck < 0.09) response.writeHead(200, headers).end("{}");
    else if (luck < 0.091) setTimeout(() => request.socket.destroy(), 2000);
    else response.writeHead(200, headers).end(text);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  process.send?.(server.address());
  process.on("message", () => {
    server.getConnections((_, connections) => process.send?.({ served, connections }));
  });
  process.on("disconnect", () => {
    process.exit();
  });
}

/** @type {() => void} */
const collectGarbage = (() => {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc");
})();

/** MiB in use. */
async function heap() {
  // Twice, with a turn in between: what a first collection finalises, the second one frees.
  for (let i = 0; i < 2; i++) {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  }
  return process.memoryUsage().heapUsed / 1024 / 1024;
}

/**
 * What the soak found.
 *
 * @typedef {object} Found
 * @property {number} started Operations.
 * @property {Record<string, number>} outcomes How many ended how: `done`, or the name of an error.
 * @property {unknown[]} unhandled Rejections that nobody handled.
 * @property {number} early MiB in use after the first quarter.
 * @property {number} late MiB in use at the end.
 * @property {number} served Requests that the server got.
 * @property {number} connections Sockets that were then open at the server.
 * @property {number} left Timers and sockets that were then left in this process.
 */

/**
 * All that the client can do, one after another, at different tags.
 *
 * @param {import("../client/index.js").CostAllocationClient} client
 * @param {number} number the number of the operation
 * @returns {Promise<unknown> | undefined}
 */
function operate({ virtualTags }, number) {
  const id = `t${number % 97}`;
  const signal = number % 50 === 0 ? AbortSignal.timeout(5) : undefined;
  const each = [
    () => virtualTags.get(id, { fresh: true, signal }),
    () => virtualTags.get(id, { signal }),
    () => virtualTags.create(body, { signal }),
    () => virtualTags.update(id, body, { signal }),
    () => virtualTags.list({ fresh: true, signal }),
    () => virtualTags.delete(id, { signal }),
  ];
  return each[number % each.length]?.();
}

/**
 * What the server has seen; it ends then.
 *
 * @param {import("node:child_process").ChildProcess} server
 */
async function serverEnd(server) {
  await new Promise((resolve) => setTimeout(resolve, 200));
  server.send("tell");
  const { served, connections } = /** @type {{ served: number, connections: number }} */ (await told(server));
  server.disconnect();
  await once(server, "exit");
  await new Promise((resolve) => setImmediate(resolve));
  return { served, connections };
}

/** In a child: uses the client, and tells the rows. */
async function soak() {
  /** @type {typeof import("../client/index.js")} */
  const { CostAllocationClient, CostAllocationError } = createRequire(import.meta.url)("../dist/client/index.js");
  /** @type {unknown[]} */
  const unhandled = [];
  process.on("unhandledRejection", (reason) => void unhandled.push(reason));

  const server = fork(import.meta.filename, ["serve"]);
  const { port } = /** @type {import("node:net").AddressInfo} */ (await told(server));
  const client = new CostAllocationClient({
    clientId: "client",
    secretKey: "secret",
    baseUrl: `http://127.0.0.1:${port}`,
    maxConcurrency: mostSockets,
    requestTimeoutSeconds: 1,
    listMaxAgeSeconds: 0.05,
  });

  /** @type {Record<string, number>} */
  const outcomes = {};
  let started = 0;
  const one = async () => {
    try {
      await operate(client, started++);
      outcomes["done"] = (outcomes["done"] ?? 0) + 1;
    } catch (error) {
      if (!(error instanceof CostAllocationError)) throw error;
      outcomes[error.name] = (outcomes[error.name] ?? 0) + 1;
    }
  };
  const work = async (/** @type {number} */ until) => {
    const worker = async () => {
      while (started < until) await one();
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  };

  const start = performance.now();
  await work(operations / 4);
  const early = await heap();
  await work(operations);
  const late = await heap();
  const seconds = (performance.now() - start) / 1000;
  client.close();
  const atServer = await serverEnd(server);
  const left = process.getActiveResourcesInfo().filter((name) => /^(?:Timeout|TCP|TLS)/.test(name)).length;
  process.send?.({ rows: rowsOf({ started, outcomes, unhandled, early, late, left, ...atServer }), seconds });
}

/**
 * @param {Found} found
 * @returns {Row[]}
 */
function rowsOf({ started, outcomes, unhandled, early, late, served, connections, left }) {
  const failed = started - (outcomes["done"] ?? 0);
  const ended = Object.entries(outcomes).map(([name, times]) => `${times} ${name}`);
  return [
    {
      name: `soak on a bad line (${ended.join(", ")})`,
      figure: served,
      unit: "requests",
      baseline: { name: "operations", figure: started },
      target: figureAtLeast(20_000),
    },
    {
      name: "  rejections that nobody handles",
      figure: unhandled.length,
      unit: "rejections",
      baseline: { name: "operations that failed", figure: failed },
      target: figureAtMost(0),
    },
    {
      name: "  sockets left at the server",
      figure: connections,
      unit: "sockets",
      baseline: { name: "as many as may be open", figure: mostSockets },
      target: figureAtMost(0),
    },
    {
      name: "  timers and sockets left in the client",
      figure: left,
      unit: "handles",
      baseline: { name: "sockets that may be open", figure: mostSockets },
      target: figureAtMost(0),
    },
    {
      name: "  heap at the end",
      figure: late,
      unit: "MiB",
      baseline: { name: "after the first quarter", figure: early },
      target: ratioAtMost(1.2),
    },
  ];
}

/** @returns {Promise<Row[]>} */
export async function run() {
  const client = fork(import.meta.filename, ["soak"]);
  const { rows, seconds } = /** @type {{ rows: Row[], seconds: number }} */ (await told(client));
  const start = performance.now();
  const ended = once(client, "exit").then(() => true);
  const isOver = await Promise.race([ended, delay(longestEnd * 1000, false, { ref: false })]);
  if (!isOver) client.kill("SIGKILL");
  const end = {
    name: "  until its process has ended by itself",
    figure: isOver ? (performance.now() - start) / 1000 : Infinity,
    unit: "s",
    baseline: { name: "the soak", figure: seconds },
    target: figureAtMost(longestEnd),
  };
  return [...rows, end];
}

const [, program, part] = process.argv;
if (program === import.meta.filename) await (part === "serve" ? serve() : soak());
