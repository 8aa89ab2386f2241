/** A clock that jumps from timer to timer, and a service that counts requests per minute: six minutes take milliseconds. */

/** @typedef {import("../../client/clock.js").Clock} Clock */
/** @typedef {import("../../client/http/transport.ts").Transport} Transport */
/** @typedef {import("../../client/http/transport.ts").WireAnswer} WireAnswer */

/** @implements {Clock} */
export class JumpingClock {
  #now = Date.parse("2026-11-20T12:00:00Z");
  /** @type {Set<{ at: number, callback: () => void }>} */
  #timers = new Set();

  now = () => this.#now;
  elapsed = () => this.#now;

  /**
   * @param {number} milliseconds
   * @param {() => void} callback
   */
  after = (milliseconds, callback) => {
    const timer = { at: this.#now + Math.max(0, milliseconds), callback };
    this.#timers.add(timer);
    return () => {
      this.#timers.delete(timer);
    };
  };

  /**
   * Jumps from timer to timer until a promise is settled.
   *
   * @param {Promise<unknown>} promise
   */
  async until(promise) {
    const state = { isSettled: false };
    const settle = () => {
      state.isSettled = true;
    };
    promise.then(settle, settle);
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      if (state.isSettled) break;
      const [next] = [...this.#timers].sort((one, other) => one.at - other.at);
      if (next === undefined) throw new Error("nothing is left to happen");
      this.#timers.delete(next);
      this.#now = next.at;
      next.callback();
    }
    await promise;
  }
}

/**
 * A service that allows `limit` requests in fixed windows of a minute, or in any minute, and says so in its headers.
 */
export class CountingService {
  accepted = 0;
  refused = 0;
  #clock;
  #limit;
  #sliding;
  /** @type {number[]} */
  #counted = [];

  /**
   * @param {JumpingClock} clock
   * @param {{ limit: number, sliding: boolean }} options
   */
  constructor(clock, { limit, sliding }) {
    this.#clock = clock;
    this.#limit = limit;
    this.#sliding = sliding;
  }

  /** @returns {Transport} a process's way to it: 40 ms there, 40 ms back */
  transport() {
    const travel = () =>
      new Promise((resolve) => {
        this.#clock.after(40, () => {
          resolve(undefined);
        });
      });
    return {
      close: () => undefined,
      send: async ({ body }) => {
        await travel();
        const answer = this.#answer(body ?? "{}");
        await travel();
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
    const isOver = (/** @type {number | undefined} */ moment) => moment !== undefined && moment <= now - 60_000;
    if (this.#sliding) while (isOver(this.#counted[0])) this.#counted.shift();
    else if (isOver(this.#counted[0])) this.#counted = [];

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
