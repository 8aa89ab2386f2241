import { requireDist } from "./dist.mjs";

/** @typedef {import("../../client/http/transport.ts").Transport} Transport */
/** @typedef {import("./simulatedClock.mjs").SimulatedClock} SimulatedClock */

/** The emulator's service without sockets, on a simulated clock, with the documented rate limits. */
export class SimulatedService {
  /**
   * The requests so far.
   *
   * @type {{ method: string, path: string, status: number }[]}
   */
  requests = [];
  #clock;
  #service;

  /** @param {SimulatedClock} clock */
  constructor(clock) {
    /** @type {typeof import("../../emulator/service.js")} */
    const { Service } = requireDist("./emulator/service.js");
    /** @type {typeof import("../../emulator/options.js")} */
    const { resolveOptions } = requireDist("./emulator/options.js");
    this.#clock = clock;
    this.#service = new Service(resolveOptions({}));
    this.#service.clock.freeze();
  }

  /**
   * A transport with a latency of 40 ms in each direction.
   *
   * @returns {Transport}
   */
  transport() {
    const latency = () =>
      new Promise((resolve) => {
        this.#clock.after(40, () => {
          resolve(undefined);
        });
      });
    return {
      close: () => undefined,
      send: async ({ method, url, headers, body }) => {
        await latency();
        this.#service.clock.set(this.#clock.now());
        const response = this.#service.handle({
          method,
          path: url.pathname,
          search: url.searchParams,
          headers,
          body: Buffer.from(body ?? ""),
          inFlight: 1,
        });
        this.requests.push({ method, path: url.pathname, status: response.status });
        await latency();
        return { kind: "answer", ...response };
      },
    };
  }
}
