/** @typedef {import("../../client/clock.js").Clock} Clock */

/**
 * A clock that jumps from timer to timer, so that minutes of waiting take milliseconds.
 *
 * @implements {Clock}
 */
export class SimulatedClock {
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
   * Runs timers in order until a promise settles.
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
      if (next === undefined) throw new Error("The promise is pending, but no timer is left.");
      this.#timers.delete(next);
      this.#now = next.at;
      next.callback();
    }
    await promise;
  }
}
