/** Which requests go wrong, and how: placed by a test, decided here, carried out in faultEffects.ts. */

/** A fault to place. Without `times`, `every`, `skip` and `probability` it strikes every request that it is for. */
export interface Fault {
  /** HTTP method it is for. Default: all. */
  method?: "GET" | "POST" | "PUT" | "DELETE";
  /** Path template (`/v2/virtual-tags/{id}`) or path it is for. Default: all paths of the service. */
  path?: string;
  /**
   * When it strikes: before the request's body is read, after it was read but before anything is done, or after the
   * request was carried out (the client cannot know that it was). Default `afterReading`.
   */
  when?: "beforeReading" | "afterReading" | "afterCommit";
  /**
   * What happens.
   * - `refused`: the connection is cut, and new ones are refused for `milliseconds` (default 200)
   * - `reset`: the connection is reset (ECONNRESET)
   * - `timeout`: no answer ever, until the client gives up
   * - `slow`: `milliseconds` (default 200) of real time go by first, then all is well
   * - `truncated`: the connection ends in the middle of the answer's body
   * - `wrongContentType`: a web page with status 200, as a proxy in between would answer
   * - `status`: an error with `status` (default 503)
   */
  kind: "refused" | "reset" | "timeout" | "slow" | "truncated" | "wrongContentType" | "status";
  /** Status of kind `status`, 400 to 599. Default 503. */
  status?: number;
  /** `Retry-After` of kind `status`, seconds. Default: no such header. */
  retryAfter?: number;
  /** Duration of `refused` and `slow`, milliseconds of real time. Default 200. */
  milliseconds?: number;
  /** How often it strikes at most. Default: no limit. */
  times?: number;
  /** How many of the requests it is for pass before it starts. Default 0. */
  skip?: number;
  /** Strikes only each n-th of the requests it is for (after `skip`). Default 1. */
  every?: number;
  /** Strikes with this probability, 0 to 1. Default 1. */
  probability?: number;
  /** Seed of the probability: the same seed and the same requests give the same run. Default 1. */
  seed?: number;
}

/** A placed fault. */
export interface PlacedFault extends Fault {
  /** For {@link Control.clearFaults}. */
  id: number;
  /** How many requests it was for so far. */
  seen: number;
  /** How often it struck so far. */
  struck: number;
}

/** A number from 0 to 1 at each call, the same ones for the same seed (mulberry32). */
function seeded(seed: number): () => number {
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

function isFor(
  { method, path }: Fault,
  request: { method: string; path: string; template: string | undefined },
): boolean {
  return (
    (method === undefined || method === request.method) &&
    (path === undefined || path === request.path || path === request.template)
  );
}

/** Counts the request, and tells whether the fault strikes it. The die is cast for each, so that counts cannot shift it. */
function strikes({ placed, random }: Entry): boolean {
  placed.seen += 1;
  const { skip = 0, every = 1, times = Infinity, probability = 1 } = placed;
  const turn = placed.seen - skip;
  const hit = random() < probability && turn > 0 && turn % every === 0 && placed.struck < times;
  placed.struck += hit ? 1 : 0;
  return hit;
}

/** The faults that are placed. */
export class Faults {
  #entries: Entry[] = [];
  #lastId = 0;

  place(fault: Fault): number {
    this.#lastId += 1;
    this.#entries.push({ placed: { ...fault, id: this.#lastId, seen: 0, struck: 0 }, random: seeded(fault.seed ?? 1) });
    return this.#lastId;
  }

  /** Takes one away, or all of them. */
  clear(id?: number): void {
    this.#entries = id === undefined ? [] : this.#entries.filter(({ placed }) => placed.id !== id);
  }

  list(): PlacedFault[] {
    return this.#entries.map(({ placed }) => ({ ...placed }));
  }

  /** The faults that strike a request, in the order they were placed. To be asked once a request, as it comes in. */
  striking(method: string, path: string, template: string | undefined): Fault[] {
    return this.#entries
      .filter((entry) => isFor(entry.placed, { method, path, template }) && strikes(entry))
      .map(({ placed }) => placed);
  }
}
