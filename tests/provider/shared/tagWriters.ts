/** A service on a fake clock, and writers that set the default value of a tag with `observeAndWrite`. */
import { type ClientOptions, CostAllocationClient, type WireAnswer, type WireFailure } from "../../../client";
import type { Context } from "../../../provider/shared/lifecycle";
import { RunMemory } from "../../../provider/shared/runMemory";
import { observeAndWrite, type Round, timed } from "../../../provider/shared/writeLoop";
import { FakeClock } from "../../client/fakeClock";

/** A request that the service was sent. */
export interface Sent {
  /** Such as `PUT a`. */
  what: string;
  id: string;
  isWrite: boolean;
  at: number;
  answeredAt: number;
}

/** What becomes of a write that is not carried out. */
export type Fault = WireAnswer | WireFailure;

export const rateLimited = (seconds: number): Fault => ({
  kind: "answer",
  status: 429,
  headers: { "retry-after": String(seconds) },
  text: "",
});
export const refusedConnection: Fault = { kind: "failure", reached: false, code: "ECONNREFUSED" };
export const lostAnswer: Fault = { kind: "failure", reached: true, code: "ECONNRESET" };

/** The route of a save. */
export const put = "PUT /v2/virtual-tags/{id}";

/** The service. Every tag exists, and its default value is empty. */
export class TagWriters {
  readonly clock = new FakeClock();
  readonly sent: Sent[] = [];
  mostInFlight = 0;
  /** The default values by tag. */
  readonly values = new Map<string, string>();
  /** How long the next answer takes, in milliseconds. */
  latency: (isWrite: boolean) => number = () => 100;
  /** What becomes of the next write that comes; undefined if it is carried out. */
  fault: () => Fault | undefined = () => undefined;
  #inFlight = 0;

  /** The requests so far. */
  get log(): string[] {
    return this.sent.map(({ what }) => what);
  }

  /** The requests so far that write. */
  get writes(): Sent[] {
    return this.sent.filter(({ isWrite }) => isWrite);
  }

  /** What one process uses. */
  context(options: Partial<ClientOptions> = {}, request: Context["request"] = {}): Context {
    const client = new CostAllocationClient({
      clientId: "client",
      secretKey: "secret",
      baseUrl: "http://localhost",
      clock: this.clock,
      random: () => 0.5,
      transport: { send: ({ method, url, body }) => this.#send(method, url, body), close: () => undefined },
      ...options,
    });
    return {
      client,
      request,
      pause: (milliseconds) => new Promise((resolve) => this.clock.after(milliseconds, resolve)),
      policy: { driftPolicy: "overwrite", referencePolicy: "refuse" },
      log: { info: () => undefined, warning: () => undefined, status: () => undefined },
      memory: new RunMemory(),
    };
  }

  async #send(method: string, url: URL, body: string | undefined): Promise<WireAnswer | WireFailure> {
    const isWrite = method !== "GET";
    const id = url.pathname.split("/")[3] ?? "all";
    const latency = this.latency(isWrite);
    const at = this.clock.elapsed();
    this.sent.push({ what: `${method} ${id}`, id, isWrite, at, answeredAt: at + latency });
    this.mostInFlight = Math.max(this.mostInFlight, ++this.#inFlight);
    // What a read shows is as old as its request.
    const shown = this.values.get(id) ?? "";
    await new Promise<void>((resolve) => this.clock.after(latency, resolve));
    this.#inFlight--;
    const fault = isWrite ? this.fault() : undefined;
    if (fault !== undefined) return fault;
    const saved = body === undefined ? undefined : (JSON.parse(body) as { defaultValue: string }).defaultValue;
    if (saved !== undefined) this.values.set(id, saved);
    const tag = { id, name: id, rules: [], defaultValue: saved ?? shown };
    const data = id === "all" ? { virtualTags: [tag] } : tag;
    return { kind: "answer", status: 200, headers: {}, text: JSON.stringify({ requestId: "r1", data }) };
  }
}

/** What differs from an ordinary write. */
export interface Changes {
  /** Called when a round begins. */
  begin?: () => Promise<void> | void;
  /** Called between the decision and the write. */
  beforeWrite?: () => Promise<void> | void;
  round?: Partial<Pick<Round<string>, "route">>;
  /** Whether the decision relies on a name that the read shows to be free. */
  reliesOnName?: boolean;
}

/** Sets the default value of a tag: observes, decides and writes. Says whether it was set already. */
export function setValue(
  context: Context,
  id: string,
  value: string,
  { begin, beforeWrite, round, reliesOnName = false }: Changes = {},
): Promise<string> {
  return observeAndWrite(put, context, async () => {
    await begin?.();
    const { request, oldest } = timed(context);
    const { defaultValue } = await context.client.virtualTags.get(id, { ...request, fresh: true });
    const isSet = defaultValue === value;
    return {
      route: isSet ? undefined : put,
      observedAt: oldest(),
      ...(reliesOnName ? { names: { requestedAt: oldest(), tooSlow: { code: "CA2025", text: "too slow" } } } : {}),
      ...round,
      act: async (slot) => {
        if (isSet) return "kept";
        await beforeWrite?.();
        await context.client.virtualTags.update(id, { name: id, rules: [], defaultValue: value }, slot);
        return "written";
      },
    };
  });
}
