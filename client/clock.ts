/** The client's time. It is always a parameter, so that tests don't wait. */
export interface Clock {
  /** The date, in Unix milliseconds. May jump when the machine's clock is set. */
  now: () => number;
  /** Milliseconds since a fixed moment. Never jumps, so use it for durations. */
  elapsed: () => number;
  /** Calls back once after that many milliseconds. The result cancels it. */
  after: (milliseconds: number, callback: () => void) => () => void;
}

/** The longest delay that a timer accepts. A longer one would fire at once. */
const longestTimer = 2 ** 31 - 1;

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, Math.min(Math.max(milliseconds, 0), longestTimer));
    return () => {
      clearTimeout(timer);
    };
  },
};

/**
 * Waits.
 *
 * @param signal ends the wait early. The promise resolves nevertheless: the caller checks the signal
 */
export function wait(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const end = (): void => {
      cancel();
      signal.removeEventListener("abort", end);
      resolve();
    };
    const cancel = clock.after(milliseconds, end);
    signal.addEventListener("abort", end);
  });
}
