/** The CPU time that the client adds to axios. */
import { once } from "node:events";
import http from "node:http";
import axios from "axios";
import { requireDist } from "./support/dist.mjs";
import { median, ratioAtMost } from "./support/rows.mjs";

/** @typedef {import("./support/rows.mjs").Row} Row */

/** @type {typeof import("../client/index.js")} */
const { CostAllocationClient } = requireDist("./client/index.js");

const body = { name: "Team", rules: [], defaultValue: "none" };

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
  return [await overhead()];
}
