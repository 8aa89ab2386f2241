import { once } from "node:events";
import http from "node:http";
import { median } from "./rows.mjs";

/**
 * The CPU time of work in this process, in milliseconds. It doesn't depend on what else the machine does.
 *
 * @param {() => unknown} work
 */
export async function cpuTime(work) {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/**
 * Measures something and its baseline in turns, so that a machine that is slow for a while affects both. The first round warms up and
 * doesn't count.
 *
 * @param {number} rounds
 * @param {() => Promise<number>} measure
 * @param {{ name: string, measure: () => Promise<number> }} baseline
 * @returns The medians, as a row has them.
 */
export async function inTurns(rounds, measure, { name, measure: measureBaseline }) {
  const [figures, others] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  for (let round = 0; round <= rounds; round += 1) {
    others.push(await measureBaseline());
    figures.push(await measure());
  }
  return {
    figure: median(figures.slice(1)),
    baseline: { name, figure: median(others.slice(1)) },
    times: rounds,
  };
}

/**
 * Starts an HTTP server on the loopback address.
 *
 * @param {http.RequestListener} answer
 */
export async function startServer(answer) {
  const server = http.createServer(answer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { server, url: `http://127.0.0.1:${port}`, close };
}
