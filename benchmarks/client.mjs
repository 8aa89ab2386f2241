/** How fast the client creates tags under a rate limit, and the CPU time it adds to axios. */
import { once } from "node:events";
import http from "node:http";
import axios from "axios";
import { requireDist } from "./support/dist.mjs";
import { RateLimitedService } from "./support/rateLimitedService.mjs";
import { figureAtMost, median, ratioAtMost } from "./support/rows.mjs";
import { SimulatedClock } from "./support/simulatedClock.mjs";

/** @typedef {import("./support/rows.mjs").Row} Row */

/** @type {typeof import("../client/index.js")} */
const { CostAllocationClient } = requireDist("./client/index.js");

const limit = 50;
const creates = 300;
const body = { name: "Team", rules: [], defaultValue: "none" };

/**
 * 300 creates, evenly spaced at 50 per minute, take 360 s. Sending the first 50 in a burst would be faster, but would leave
 * no requests for other users of the account in the first minute.
 */
const evenlySpacedSeconds = (creates / limit) * 60;

/**
 * Creates tags from one or more processes that share an account, on a simulated clock.
 *
 * @param {{ processes: number, sliding: boolean, maxRatio: number }} options
 * @returns {Promise<Row[]>}
 */
async function rateLimited({ processes, sliding, maxRatio }) {
  const clock = new SimulatedClock();
  const service = new RateLimitedService(clock, { limit, sliding });
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
  const perClient = creates / processes;
  const all = clients.flatMap((client) => Array.from({ length: perClient }, () => client.virtualTags.create(body)));
  await clock.until(Promise.all(all));
  const seconds = (clock.elapsed() - start) / 1000;
  if (service.accepted !== creates) throw new Error(`${service.accepted} of ${creates} tags were created.`);
  const who = processes === 1 ? "1 process" : `${processes} processes`;
  const name = `${creates} creates, ${who}, ${sliding ? "sliding" : "fixed"} one-minute window`;
  /** @type {Row} */
  const time = {
    name,
    figure: seconds,
    unit: "s",
    baseline: { name: `evenly spaced, ${limit} per minute`, figure: evenlySpacedSeconds },
    target: ratioAtMost(maxRatio),
  };
  /** @type {Row} */
  const refused = {
    name: `${name}: responses with status 429`,
    figure: service.refused,
    unit: "requests",
    baseline: { name: "all requests", figure: service.accepted + service.refused },
    target: figureAtMost(0),
  };
  return processes === 1 ? [time, refused] : [time];
}

/**
 * Reads of one tag over HTTP: with the client, and with axios alone.
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
  const withAxios = () => axios.get(`${baseUrl}/v2/virtual-tags/t`, { httpAgent: agent });
  const withClient = () => client.virtualTags.get("t", { fresh: true });
  // CPU time, because it doesn't depend on what else the machine does. Both include the server's share.
  /** @param {() => Promise<unknown>} read */
  const cpuTime = async (read) => {
    const start = process.cpuUsage();
    for (let i = 0; i < 500; i++) await read();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000 / 500;
  };
  /** @type {number[]} */
  const clientTimes = [];
  /** @type {number[]} */
  const axiosTimes = [];
  const rounds = 7;
  // Round 0 is a warm-up and doesn't count.
  for (let round = 0; round <= rounds; round++) {
    const [axiosTime, clientTime] = [await cpuTime(withAxios), await cpuTime(withClient)];
    if (round === 0) continue;
    axiosTimes.push(axiosTime);
    clientTimes.push(clientTime);
  }
  client.close();
  agent.destroy();
  server.closeAllConnections();
  server.close();
  return {
    name: "one read with the client, CPU time",
    figure: median(clientTimes),
    unit: "ms",
    baseline: { name: "axios alone", figure: median(axiosTimes) },
    target: ratioAtMost(2),
    times: rounds,
  };
}

/** @returns {Promise<Row[]>} */
export async function run() {
  /** @type {Row[]} */
  const rows = [];
  for (const sliding of [false, true]) {
    rows.push(...(await rateLimited({ processes: 1, sliding, maxRatio: 1.05 })));
    rows.push(...(await rateLimited({ processes: 4, sliding, maxRatio: 1.25 })));
  }
  rows.push(await overhead());
  return rows;
}
