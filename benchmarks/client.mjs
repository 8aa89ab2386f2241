/** How close the client comes to what the service's limits allow, and what it adds to its HTTP library. */
import { once } from "node:events";
import http from "node:http";
import { createRequire } from "node:module";
import axios from "axios";
import { CountingService, JumpingClock } from "./support/countingService.mjs";
import { figureAtMost, median, ratioAtMost } from "./support/rows.mjs";

/** @typedef {import("./support/rows.mjs").Row} Row */

/** @type {typeof import("../client/index.js")} */
const { CostAllocationClient } = createRequire(import.meta.url)("../dist/client/index.js");

const limit = 50;
const creates = 300;
const body = { name: "Team", rules: [], defaultValue: "none" };

/**
 * 300 creates at 50 a minute, evenly: 360 s. A burst of the first minute's 50 at once would end sooner, at the price of a
 * first minute in which nobody else who uses the account gets through.
 */
const floorSeconds = (creates / limit) * 60;

/**
 * Creates by one process or several that share an account, on a jumping clock.
 *
 * @param {{ processes: number, sliding: boolean, most: number }} options
 * @returns {Promise<Row[]>}
 */
async function paced({ processes, sliding, most }) {
  const clock = new JumpingClock();
  const service = new CountingService(clock, { limit, sliding });
  let seed = 1;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const clients = Array.from(
    { length: processes },
    () =>
      new CostAllocationClient({
        clientId: "client",
        secretKey: "secret",
        baseUrl: "http://localhost",
        clock,
        random,
        transport: service.transport(),
      }),
  );
  const start = clock.elapsed();
  const share = creates / processes;
  const all = clients.flatMap((client) => Array.from({ length: share }, () => client.virtualTags.create(body)));
  await clock.until(Promise.all(all));
  const seconds = (clock.elapsed() - start) / 1000;
  if (service.accepted !== creates) throw new Error(`${service.accepted} of ${creates} tags were created.`);
  const who = processes === 1 ? "one process" : `${processes} processes`;
  const name = `${creates} creates by ${who}, ${sliding ? "sliding minute" : "fixed minutes"}`;
  const floor = { name: `${limit} a minute, evenly`, figure: floorSeconds };
  /** @type {Row} */
  const pace = { name, figure: seconds, unit: "s", baseline: floor, target: ratioAtMost(most) };
  const sent = { name: "all that were sent", figure: service.accepted + service.refused };
  const refused = { name: "  answered 429", figure: service.refused, unit: "requests", baseline: sent };
  return processes === 1 ? [pace, { ...refused, target: figureAtMost(0) }] : [pace];
}

/**
 * Reads of one tag over real HTTP, one after the other: by the client, and by the HTTP library that it
 * sends with.
 *
 * @returns {Promise<Row>}
 */
async function overhead() {
  const answer = JSON.stringify({ requestId: "r", data: { id: "t", ...body } });
  const headers = { ratelimit: "limit=100000000, remaining=100000000, reset=60" };
  const server = http.createServer((_, response) => response.writeHead(200, headers).end(answer));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const baseUrl = `http://127.0.0.1:${port}`;
  const client = new CostAllocationClient({ clientId: "client", secretKey: "secret", baseUrl });
  const agent = new http.Agent({ keepAlive: true });
  const bare = () => axios.get(`${baseUrl}/v2/virtual-tags/t`, { httpAgent: agent });
  const byClient = () => client.virtualTags.get("t", { fresh: true });
  // Processor time, since the machine may have other things to do; the server's share is in both.
  /** @param {() => Promise<unknown>} once */
  const time = async (once) => {
    const start = process.cpuUsage();
    for (let i = 0; i < 500; i++) await once();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000 / 500;
  };
  // In turn; the first round warms both up and does not count.
  /** @type {number[]} */
  const clientTimes = [];
  /** @type {number[]} */
  const bareTimes = [];
  const rounds = 7;
  for (let round = 0; round <= rounds; round++) {
    const [ofBare, ofClient] = [await time(bare), await time(byClient)];
    if (round === 0) continue;
    bareTimes.push(ofBare);
    clientTimes.push(ofClient);
  }
  client.close();
  agent.destroy();
  server.closeAllConnections();
  server.close();
  return {
    name: "one read by the client, processor time",
    figure: median(clientTimes),
    unit: "ms",
    baseline: { name: "by axios alone", figure: median(bareTimes) },
    target: ratioAtMost(2),
    times: rounds,
  };
}

/** @returns {Promise<Row[]>} */
export async function run() {
  /** @type {Row[]} */
  const rows = [];
  for (const sliding of [false, true]) {
    rows.push(...(await paced({ processes: 1, sliding, most: 1.05 })));
    rows.push(...(await paced({ processes: 4, sliding, most: 1.25 })));
  }
  rows.push(await overhead());
  return rows;
}
