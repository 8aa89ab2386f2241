/** Faults: which ones are placed, and which requests they hit. */

/** A fault to place. Without `times`, `skip`, `every` and `probability`, it hits every matching request. */
export interface Fault {
  /** HTTP method of the requests to match. Default: all. */
  method?: "GET" | "POST" | "PUT" | "DELETE";
  /** Path or path template (`/v2/virtual-tags/{id}`) of the requests to match. Default: all. */
  path?: string;
  /**
   * When the fault happens. Default `afterReading`.
   * - `beforeReading`: before the emulator reads the body
   * - `afterReading`: after it has read the body, but before it does anything
   * - `afterCommit`: after it has handled the request. The client can't tell
   */
  when?: "beforeReading" | "afterReading" | "afterCommit";
  /**
   * What happens.
   * - `refused`: the connection closes, and new connections are refused for `milliseconds`
   * - `reset`: the connection is reset (ECONNRESET)
   * - `timeout`: there is no response
   * - `slow`: the emulator waits for `milliseconds`, then continues
   * - `truncated`: the connection closes in the middle of the response body
   * - `wrongContentType`: the response is a web page with status 200, like that of a proxy
   * - `status`: the response is an error with `status`
   */
  kind: "refused" | "reset" | "timeout" | "slow" | "truncated" | "wrongContentType" | "status";
  /** Status for `status` faults, 400 to 599. Default 503. */
  status?: number;
  /** `Retry-After` for `status` faults, in seconds. Default: no such header. */
  retryAfter?: number;
  /** Duration for `refused` and `slow` faults, in milliseconds of real time. Default 200. */
  milliseconds?: number;
  /** Maximum number of requests to hit. Default: no limit. */
  times?: number;
  /** Number of matching requests to let through first. Default 0. */
  skip?: number;
  /** Hits every n-th matching request, counted after `skip`. Default 1. */
  every?: number;
  /** Probability to hit a matching request, 0 to 1. Default 1. */
  probability?: number;
  /** Seed for `probability`. The same seed and requests give the same result. Default 1. */
  seed?: number;
}

/** A placed fault. */
export interface PlacedFault extends Fault {
  /** ID for {@link Control.clearFaults}. */
  id: number;
  /** Number of matching requests so far. */
  seen: number;
  /** Number of requests that the fault has hit so far. */
  struck: number;
}

/** Returns a generator of numbers from 0 to 1. The same seed gives the same numbers (mulberry32). */
function seededRandom(seed: number): () => number {
  let a = seed | 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

interface Entry {
  placed: PlacedFault;
  random: () => number;
}

function matches(
  { method, path }: Fault,
  request: { method: string; path: string; template: string | undefined },
): boolean {
  return (
    (method === undefined || method === request.method) &&
    (path === undefined || path === request.path || path === request.template)
  );
}

/** Counts a matching request. Returns whether the fault hits it. */
function countAndDecide({ placed, random }: Entry): boolean {
  placed.seen += 1;
  const { skip = 0, every = 1, times = Infinity, probability = 1 } = placed;
  const position = placed.seen - skip;
  // Every request takes one random number, so that `skip`, `every` and `times` don't change the sequence.
  const hit = random() < probability && position > 0 && position % every === 0 && placed.struck < times;
  placed.struck += hit ? 1 : 0;
  return hit;
}

/** The faults that are placed in an emulator. */
export class Faults {
  #entries: Entry[] = [];
  #lastId = 0;

  /** Places a fault. Returns its ID. */
  place(fault: Fault): number {
    this.#lastId += 1;
    const placed = { ...fault, id: this.#lastId, seen: 0, struck: 0 };
    this.#entries.push({ placed, random: seededRandom(fault.seed ?? 1) });
    return this.#lastId;
  }

  /** Removes one fault, or all. */
  clear(id?: number): void {
    this.#entries = id === undefined ? [] : this.#entries.filter(({ placed }) => placed.id !== id);
  }

  list(): PlacedFault[] {
    return this.#entries.map(({ placed }) => ({ ...placed }));
  }

  /** Counts a request. Returns the faults that hit it, in the order they were placed. */
  take(method: string, path: string, template: string | undefined): Fault[] {
    return this.#entries
      .filter((entry) => matches(entry.placed, { method, path, template }) && countAndDecide(entry))
      .map(({ placed }) => placed);
  }
}
