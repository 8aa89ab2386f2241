import type { Clock, Transport, WireAnswer, WireFailure, WireRequest } from "../../../client";

/** How a service counts. */
export type Counting = "fixedWindows" | "slidingWindow";

/** Which headers its answers carry. */
export type HeaderForm = "draft7" | "draft8" | "endpoint" | "none";

/** What a simulated service does. */
export interface Simulation {
  clock: Clock;
  limit: number;
  counting: Counting;
  headers: HeaderForm;
  retryAfter: boolean;
  /** Time from sending to the service, and back again, in milliseconds. */
  latency: () => number;
}

/** Requests per minute over all routes, counted by the service, on a fake clock: the judge of the client's pacing. */
export class SimulatedService {
  /** When the accepted requests came. */
  readonly accepted: number[] = [];
  refused = 0;
  readonly #simulation: Simulation;
  #windowStart = -Infinity;
  #used = 0;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  /** A process's way to the service. */
  transport(): Transport {
    return { send: (request) => this.#send(request), close: () => undefined };
  }

  async #send(request: WireRequest): Promise<WireAnswer | WireFailure> {
    await this.#travel();
    const answer = this.#answer(request);
    await this.#travel();
    return answer;
  }

  #travel(): Promise<void> {
    const { clock, latency } = this.#simulation;
    return new Promise((resolve) => clock.after(latency(), resolve));
  }

  #answer(request: WireRequest): WireAnswer {
    const now = this.#simulation.clock.elapsed();
    const { used, reset } = this.#count(now);
    if (used >= this.#simulation.limit) {
      this.refused++;
      const retryAfter = this.#simulation.retryAfter ? { "retry-after": String(Math.ceil(reset / 1000)) } : {};
      return { kind: "answer", status: 429, headers: { ...this.#headers(used, reset), ...retryAfter }, text: "" };
    }
    this.#used++;
    this.accepted.push(now);
    const data = { id: `t${this.accepted.length}`, ...(JSON.parse(request.body ?? "{}") as object) };
    const text = JSON.stringify({ requestId: "r1", data });
    return { kind: "answer", status: 200, headers: this.#headers(used + 1, reset), text };
  }

  #count(now: number): { used: number; reset: number } {
    if (this.#simulation.counting === "fixedWindows") {
      if (now >= this.#windowStart + 60_000) {
        this.#windowStart = now;
        this.#used = 0;
      }
      return { used: this.#used, reset: this.#windowStart + 60_000 - now };
    }
    const counted = this.accepted.filter((moment) => moment > now - 60_000);
    return { used: counted.length, reset: (counted[0] ?? now) + 60_000 - now };
  }

  #headers(used: number, reset: number): Record<string, string> {
    const { limit, headers } = this.#simulation;
    const remaining = limit - used;
    const seconds = Math.ceil(reset / 1000);
    switch (headers) {
      case "draft7":
        return { ratelimit: `limit=${limit}, remaining=${remaining}, reset=${seconds}` };
      case "draft8":
        return { ratelimit: `"default";r=${remaining};t=${seconds}`, "ratelimit-policy": `"default";q=${limit};w=60` };
      case "endpoint":
        return {
          "x-endpoint-ratelimit-limit": String(limit),
          "x-endpoint-ratelimit-remaining": String(remaining),
          "x-endpoint-ratelimit-reset": String(Math.ceil((this.#simulation.clock.now() + reset) / 1000)),
        };
      case "none":
        return {};
    }
  }
}
