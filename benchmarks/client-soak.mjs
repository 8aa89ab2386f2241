/**
 * Sends more than 20,000 requests to a server that drops, delays, truncates and rate-limits them. The client must leave no
 * unhandled rejection, socket or timer behind (so its process exits on its own), and its memory use must not grow.
 * The client and the server run in separate processes, which both run this module.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { nextMessage } from "./support/childMessage.mjs";
import { requireDist } from "./support/dist.mjs";
import { startServer } from "./support/measure.mjs";
import { figureAtLeast, figureAtMost, ratioAtMost } from "./support/rows.mjs";

/** @typedef {import("./support/rows.mjs").Row} Row */

const operations = 25_000;
const concurrentOperations = 200;
const maxSockets = 50;
const maxExitSeconds = 5;
const body = { name: "Team", rules: [], defaultValue: "none" };

/** The server process. About nine of ten requests succeed. */
async function serve() {
  let served = 0;
  let seed = 7;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const headers = { ratelimit: "limit=100000000, remaining=100000000, reset=60" };
  const { server, url } = await startServer((request, response) => {
    served++;
    request.resume();
    const id = request.url?.split("?")[0]?.split("/")[3] ?? "new";
    const tag = { id, ...body };
    const isList = request.method === "GET" && id === "new";
    const text = JSON.stringify({ requestId: "r", data: isList ? { virtualTags: [tag] } : tag });
    const luck = random();
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
  process.send?.({ url });
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

/** The heap's size in MiB after garbage collection. */
async function heapSize() {
  // Twice, because objects with finalizers are only freed by the second collection.
  for (let i = 0; i < 2; i++) {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  }
  return process.memoryUsage().heapUsed / 1024 / 1024;
}

/**
 * @typedef {object} Measurements
 * @property {number} started The number of operations started.
 * @property {Record<string, number>} outcomes How many operations ended with each outcome: `done`, or the name of an error.
 * @property {unknown[]} unhandled Unhandled rejections.
 * @property {number} earlyHeap The heap's size after the first quarter, in MiB.
 * @property {number} lateHeap The heap's size at the end, in MiB.
 * @property {number} served Requests that reached the server.
 * @property {number} connections Open connections on the server at the end.
 * @property {number} handles Open timers and sockets in the client at the end.
 */

/**
 * Starts one of the client's operations.
 *
 * @param {import("../client/index.js").CostAllocationClient} client
 * @param {number} number The operation's number. It selects the method and the tag.
 * @returns {Promise<unknown> | undefined}
 */
function operate({ virtualTags }, number) {
  const id = `t${number % 97}`;
  const signal = number % 50 === 0 ? AbortSignal.timeout(5) : undefined;
  const methods = [
    () => virtualTags.get(id, { fresh: true, signal }),
    () => virtualTags.get(id, { signal }),
    () => virtualTags.create(body, { signal }),
    () => virtualTags.update(id, body, { signal }),
    () => virtualTags.list({ fresh: true, signal }),
    () => virtualTags.delete(id, { signal }),
  ];
  return methods[number % methods.length]?.();
}

/**
 * Asks the server for its counts, and stops it.
 *
 * @param {import("node:child_process").ChildProcess} server
 */
async function stopServer(server) {
  await delay(200);
  server.send("counts");
  const { served, connections } = /** @type {{ served: number, connections: number }} */ (await nextMessage(server));
  server.disconnect();
  await once(server, "exit");
  await new Promise((resolve) => setImmediate(resolve));
  return { served, connections };
}

/** The client process. Sends the rows to its parent. */
async function soak() {
  /** @type {typeof import("../client/index.js")} */
  const { CostAllocationClient, CostAllocationError } = requireDist("./client/index.js");
  /** @type {unknown[]} */
  const unhandled = [];
  process.on("unhandledRejection", (reason) => void unhandled.push(reason));

  const server = fork(import.meta.filename, ["serve"]);
  const { url } = /** @type {{ url: string }} */ (await nextMessage(server));
  const client = new CostAllocationClient({
    clientId: "client",
    secretKey: "secret",
    baseUrl: url,
    maxConcurrency: maxSockets,
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
  const runUntil = async (/** @type {number} */ count) => {
    const worker = async () => {
      while (started < count) await one();
    };
    await Promise.all(Array.from({ length: concurrentOperations }, worker));
  };

  const start = performance.now();
  await runUntil(operations / 4);
  const earlyHeap = await heapSize();
  await runUntil(operations);
  const lateHeap = await heapSize();
  const seconds = (performance.now() - start) / 1000;
  client.close();
  const counts = await stopServer(server);
  const handles = process.getActiveResourcesInfo().filter((name) => /^(?:Timeout|TCP|TLS)/.test(name)).length;
  process.send?.({
    rows: rowsOf({ started, outcomes, unhandled, earlyHeap, lateHeap, handles, ...counts }),
    seconds,
  });
}

/**
 * @param {Measurements} measurements
 * @returns {Row[]}
 */
function rowsOf({ started, outcomes, unhandled, earlyHeap, lateHeap, served, connections, handles }) {
  const failed = started - (outcomes["done"] ?? 0);
  const counts = Object.entries(outcomes).map(([name, times]) => `${times} ${name}`);
  return [
    {
      name: "soak test with network faults",
      figure: served,
      unit: "requests",
      baseline: { name: `operations (${counts.join(", ")})`, figure: started },
      target: figureAtLeast(20_000),
    },
    {
      name: "soak test: unhandled rejections",
      figure: unhandled.length,
      unit: "rejections",
      baseline: { name: "failed operations", figure: failed },
      target: figureAtMost(0),
    },
    {
      name: "soak test: open sockets on the server after close",
      figure: connections,
      unit: "sockets",
      baseline: { name: "maximum during the test", figure: maxSockets },
      target: figureAtMost(0),
    },
    {
      name: "soak test: open timers and sockets in the client after close",
      figure: handles,
      unit: "handles",
      baseline: { name: "maximum sockets during the test", figure: maxSockets },
      target: figureAtMost(0),
    },
    {
      name: "soak test: heap at the end",
      figure: lateHeap,
      unit: "MiB",
      baseline: { name: "heap after the first quarter", figure: earlyHeap },
      target: ratioAtMost(1.2),
    },
  ];
}

/** @returns {Promise<Row[]>} */
export async function run() {
  const client = fork(import.meta.filename, ["soak"]);
  const { rows, seconds } = /** @type {{ rows: Row[], seconds: number }} */ (await nextMessage(client));
  const start = performance.now();
  const exited = once(client, "exit").then(() => true);
  const hasExited = await Promise.race([exited, delay(maxExitSeconds * 1000, false, { ref: false })]);
  if (!hasExited) client.kill("SIGKILL");
  const exit = {
    name: "soak test: time until the client process exits on its own",
    figure: hasExited ? (performance.now() - start) / 1000 : Infinity,
    unit: "s",
    baseline: { name: "the soak test", figure: seconds },
    target: figureAtMost(maxExitSeconds),
  };
  return [...rows, exit];
}

const [, program, role] = process.argv;
if (program === import.meta.filename) await (role === "serve" ? serve() : soak());
