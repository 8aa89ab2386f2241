/** @typedef {import("../../client/http/transport.ts").Transport} Transport */
/** @typedef {import("../../client/http/transport.ts").WireAnswer} WireAnswer */
/** @typedef {import("./simulatedClock.mjs").SimulatedClock} SimulatedClock */

/** A fake service that accepts `limit` requests per minute and sends rate limit headers. */
export class RateLimitedService {
  accepted = 0;
  refused = 0;
  #clock;
  #limit;
  #sliding;
  /**
   * The times of the accepted requests in the current window.
   *
   * @type {number[]}
   */
  #counted = [];

  /**
   * @param {SimulatedClock} clock
   * @param {{ limit: number, sliding: boolean }} options `sliding`: the limit holds for any 60 seconds. Otherwise for fixed
   *   windows of one minute.
   */
  constructor(clock, { limit, sliding }) {
    this.#clock = clock;
    this.#limit = limit;
    this.#sliding = sliding;
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
      send: async ({ body }) => {
        await latency();
        const answer = this.#answer(body ?? "{}");
        await latency();
        return answer;
      },
    };
  }

  /**
   * @param {string} body
   * @returns {WireAnswer}
   */
  #answer(body) {
    const now = this.#clock.elapsed();
    const isExpired = (/** @type {number | undefined} */ time) => time !== undefined && time <= now - 60_000;
    if (this.#sliding) while (isExpired(this.#counted[0])) this.#counted.shift();
    else if (isExpired(this.#counted[0])) this.#counted = [];

    const isRefused = this.#counted.length >= this.#limit;
    if (!isRefused) this.#counted.push(now);
    const reset = Math.ceil(((this.#counted[0] ?? now) + 60_000 - now) / 1000);
    const headers = {
      ratelimit: `limit=${this.#limit}, remaining=${this.#limit - this.#counted.length}, reset=${reset}`,
    };
    if (isRefused) {
      this.refused++;
      return { kind: "answer", status: 429, headers: { ...headers, "retry-after": String(reset) }, text: "" };
    }
    this.accepted++;
    const data = { ...JSON.parse(body), id: `tag-${this.accepted}` };
    return { kind: "answer", status: 200, headers, text: JSON.stringify({ requestId: "r", data }) };
  }
}
