import type { Clock } from "../../client";

/** A clock that stands still until it is told to move. */
export class FakeClock implements Clock {
  #now: number;
  #timers: { at: number; callback: () => void }[] = [];

  constructor(start = Date.parse("2026-11-20T12:00:00Z")) {
    this.#now = start;
  }

  readonly now = (): number => this.#now;
  readonly elapsed = (): number => this.#now;
  readonly after = (milliseconds: number, callback: () => void): (() => void) => {
    const timer = { at: this.#now + Math.max(0, milliseconds), callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  };

  /** How many timers are set. */
  get timers(): number {
    return this.#timers.length;
  }

  /** Moves on to the next timer; false when none is set, or none before `end`. */
  step(end = Infinity): boolean {
    const [next] = this.#timers.toSorted((one, other) => one.at - other.at);
    if (next === undefined || next.at > end) return false;
    this.#timers = this.#timers.filter((timer) => timer !== next);
    this.#now = Math.max(this.#now, next.at);
    next.callback();
    return true;
  }

  /** Moves on, timer by timer; whatever a timer sets off in promises happens before the next one. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    await settled();
    while (this.step(end)) await settled();
    this.#now = end;
  }

  /** Moves on until a promise is settled. */
  async until<T>(promise: Promise<T>): Promise<T> {
    const state = { done: false };
    const finish = (): void => {
      state.done = true;
    };
    promise.then(finish, finish);
    await settled();
    while (!state.done) {
      if (!this.step()) throw new Error("Nothing is left to happen, and the promise is not settled.");
      await settled();
    }
    return promise;
  }
}

/** Lets every promise that can go on go on, and what such a promise puts off to the end of the turn too. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
}
