/** The CPU time that the client adds to axios. */
import http from "node:http";
import axios from "axios";
import { requireDist } from "./support/dist.mjs";
import { cpuTime, inTurns, startServer } from "./support/measure.mjs";
import { ratioAtMost } from "./support/rows.mjs";

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
  const { url: baseUrl, close } = await startServer((_, response) => response.writeHead(200, headers).end(answer));
  const client = new CostAllocationClient({ clientId: "client", secretKey: "secret", baseUrl });
  const agent = new http.Agent({ keepAlive: true });
  const withAxios = () => axios.get(`${baseUrl}/v2/virtual-tags/t`, { httpAgent: agent });
  const withClient = () => client.virtualTags.get("t", { fresh: true });
  // Both include the server's share.
  const cpuTimeOf = async (/** @type {() => Promise<unknown>} */ read) =>
    (await cpuTime(async () => {
      for (let i = 0; i < 500; i++) await read();
    })) / 500;
  const measured = await inTurns(7, () => cpuTimeOf(withClient), {
    name: "axios alone",
    measure: () => cpuTimeOf(withAxios),
  });
  client.close();
  agent.destroy();
  close();
  return { name: "one read with the client, CPU time", unit: "ms", ...measured, target: ratioAtMost(2) };
}

/** @returns {Promise<Row[]>} */
export async function run() {
  return [await overhead()];
}
