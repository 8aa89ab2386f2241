import { CostAllocationClient, type Transport, type VirtualTag, type WireAnswer } from "../../../client";
import { FakeClock } from "../fakeClock";

/** A tag without its name. */
export const content = { rules: [], defaultValue: "none" };

/** A service that keeps tags, and takes its time. */
export class TagService {
  readonly tags = new Map<string, VirtualTag>();
  readonly requests: string[] = [];
  readonly clock = new FakeClock();
  /** Whether a list shows whole tags. */
  whole = true;
  /** Milliseconds to the service, and back again. */
  latency = (): [number, number] => [10, 10];
  /** Statuses that answer writes which were carried out, in place of 200. */
  trouble: number[] = [];
  /** Whether a tag carries the number of the save that made it what it is. */
  counts = false;
  /** Whether ids are the same in whatever letters. */
  sameLetters = false;
  #saves = 0;
  #created = 0;

  constructor(...ids: string[]) {
    for (const id of ids) this.tags.set(id, { id, name: `name of ${id}`, ...content });
  }

  client(options: { listMaxAgeSeconds?: number } = {}): CostAllocationClient {
    return new CostAllocationClient({
      clientId: "client",
      secretKey: "secret",
      baseUrl: "http://localhost",
      clock: this.clock,
      random: () => 0,
      maxConcurrency: 100,
      transport: this.#transport,
      ...options,
    });
  }

  readonly #transport: Transport = {
    close: () => undefined,
    send: async ({ method, url, body, signal }) => {
      this.requests.push(`${method} ${url.pathname}`);
      const [there, back] = this.latency();
      await new Promise<void>((resolve) => {
        this.clock.after(there, resolve);
        signal.addEventListener("abort", () => {
          resolve();
        });
      });
      if (signal.aborted) return { kind: "failure", reached: true, code: "ABORTED" };
      const answer = this.#answer(method, url.pathname, body);
      await new Promise<void>((resolve) => this.clock.after(back, resolve));
      return answer;
    },
  };

  #id(path: string): string | undefined {
    const id = path.split("/")[3];
    return this.sameLetters ? id?.toLowerCase() : id;
  }

  #answer(method: string, path: string, body: string | undefined): WireAnswer {
    const trouble = method === "GET" ? undefined : this.trouble.shift();
    const data = this.#carryOut(method, this.#id(path), body);
    const status = trouble ?? (data === undefined ? 404 : 200);
    const error = data === undefined ? "VTAG_NOT_FOUND" : undefined;
    // Limits are not what is tested here.
    const headers = { ratelimit: "limit=1000000, remaining=1000000, reset=60" };
    // V1 wraps nothing.
    const shown = path.startsWith("/v1/") ? data : { data };
    return { kind: "answer", status, headers, text: JSON.stringify({ requestId: "r1", error, ...shown }) };
  }

  #carryOut(method: string, id: string | undefined, body = "{}"): object | undefined {
    if (id === undefined && method === "GET") {
      const { defaultValue } = content;
      const tags = [...this.tags.values()];
      return { virtualTags: this.whole ? tags : tags.map(({ id, name }) => ({ id, name, defaultValue })) };
    }
    const key = id ?? `new${++this.#created}`;
    if (id !== undefined && !this.tags.has(id)) return undefined;
    if (method === "DELETE") this.tags.delete(key);
    if (method === "POST" || method === "PUT") {
      const saved = JSON.parse(body) as VirtualTag;
      this.tags.set(key, { ...saved, id: key, ...(this.counts ? { revision: ++this.#saves } : {}) });
    }
    return this.tags.get(key) ?? { id: key, name: key };
  }
}
