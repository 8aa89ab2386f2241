import { setMaxListeners } from "node:events";

import { CostAllocationClient, LimitReached, type Wait } from "../../../client";
import { Limiter } from "../../../client/limits/limiter";
import type { Route } from "../../../client/limits/routes";
import { FakeClock, settled } from "../fakeClock";
import { type HeaderForm, SimulatedService, type Simulation } from "./simulatedService";

const body = { name: "Team", rules: [], defaultValue: "none" };

/** A random sequence that a test can repeat. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

interface Scene {
  clock: FakeClock;
  service: SimulatedService;
  clientOf: (seed?: number, deadlineSeconds?: number) => CostAllocationClient;
}

function setUp(changes: Partial<Simulation> = {}, waits: Wait[] = []): Scene {
  const clock = new FakeClock();
  const service = new SimulatedService({
    clock,
    limit: 50,
    counting: "fixedWindows",
    headers: "draft7",
    retryAfter: true,
    latency: () => 50,
    ...changes,
  });
  const clientOf = (seed = 1, deadlineSeconds = 86_400): CostAllocationClient =>
    new CostAllocationClient({
      clientId: "client",
      secretKey: "secret",
      baseUrl: "http://localhost",
      clock,
      random: chance(seed),
      transport: service.transport(),
      deadlineSeconds,
      onWait: (wait) => waits.push(wait),
    });
  return { clock, service, clientOf };
}

/** `count` creates by each of so many processes, all asked for at once; the seconds until the last is done. */
async function creates(
  changes: Partial<Simulation>,
  processes: number,
  count: number,
): Promise<{ seconds: number; service: SimulatedService }> {
  const { clock, service, clientOf } = setUp(changes);
  const start = clock.elapsed();
  const all = Array.from({ length: processes }, (_, index) => clientOf(index + 1)).flatMap((client) =>
    Array.from({ length: count }, () => client.virtualTags.create(body)),
  );
  await clock.until(Promise.all(all));
  expect(clock.timers).toBe(0);
  return { seconds: (clock.elapsed() - start) / 1000, service };
}

/** The service allows 50 a minute, so 300 take six minutes. */
const floorSeconds = (300 / 50) * 60;

const services = (["fixedWindows", "slidingWindow"] as const).flatMap((counting) =>
  (["draft7", "draft8", "endpoint", "none"] satisfies HeaderForm[]).map((headers) => ({ counting, headers })),
);

describe("pacing against a service that counts", () => {
  test.each(services)("300 creates alone: $counting, headers $headers", async (changes) => {
    const { seconds, service } = await creates(changes, 1, 300);
    expect(service.refused).toBe(0);
    expect(service.accepted).toHaveLength(300);
    expect(seconds / floorSeconds).toBeLessThanOrEqual(1.05);
  });

  test.each(services)("300 creates by four processes: $counting, headers $headers", async (changes) => {
    const { seconds, service } = await creates(changes, 4, 75);
    expect(service.accepted).toHaveLength(300);
    expect(seconds / floorSeconds).toBeLessThanOrEqual(1.25);
  });

  test("a small burst, then an even pace", async () => {
    const { service } = await creates({}, 1, 30);
    const [start = 0] = service.accepted;
    const seconds = service.accepted.map((moment) => Math.round((moment - start) / 100) / 10);
    // Five at once are in flight, so the ten of the burst come in two goes.
    expect(seconds.slice(0, 10)).toEqual([0, 0, 0, 0, 0, 0.1, 0.1, 0.1, 0.1, 0.1]);
    expect(seconds.slice(10, 14)).toEqual([1.2, 2.4, 3.6, 4.8]);
  });

  test("headers raise and lower the pace", async () => {
    expect((await creates({ limit: 600 }, 1, 300)).seconds).toBeLessThan(35);
    expect((await creates({ limit: 10 }, 1, 20)).service.refused).toBeLessThanOrEqual(5);
  });

  test("a service that refuses and tells nothing is asked again later and later", async () => {
    const { clock, service, clientOf } = setUp({ limit: 1, headers: "none", retryAfter: false });
    const client = clientOf();
    await clock.until(client.virtualTags.create(body));
    await clock.until(client.virtualTags.create(body));
    expect(service.refused).toBeLessThanOrEqual(7);
  });

  test("when the service asks for more patience than there is, that is an error", async () => {
    const { clock, clientOf } = setUp({ limit: 1, headers: "none" });
    await clock.until(clientOf().virtualTags.create(body));
    const late = clientOf(2, 30).virtualTags.create(body);
    await expect(clock.until(late)).rejects.toMatchObject({ name: "LimitReached", status: 429 });
  });

  test("whoever has less time than that is told so at once, and not at the deadline", async () => {
    const waits: Wait[] = [];
    const { clock, service, clientOf } = setUp({ limit: 1, headers: "none" }, waits);
    await clock.until(clientOf().virtualTags.create(body));
    const client = clientOf(2, 30);
    const start = clock.elapsed();
    const message = /POST \/v2\/virtual-tags .* another \d\d s.* deadlineSeconds \(30\).* in \d\d s/;
    const all = await clock.until(
      Promise.allSettled(Array.from({ length: 20 }, () => client.virtualTags.create(body))),
    );
    for (const result of all) {
      expect(result).toMatchObject({ status: "rejected", reason: { name: "LimitReached", code: "RATE_LIMITED" } });
      expect(String((result as PromiseRejectedResult).reason)).toMatch(message);
    }
    // Five were on their way, and the others never went.
    expect(service.refused).toBe(5);
    await expect(clock.until(client.virtualTags.create(body))).rejects.toThrow(message);
    expect(clock.elapsed() - start).toBe(100);
    expect([service.refused, clock.timers]).toEqual([5, 0]);
    // Another route is not concerned.
    const reading = client.scans.list().catch(() => undefined);
    await clock.advance(50);
    expect(service.refused).toBe(6);
    await clock.until(reading);
  });

  test("waiting for its turn until the deadline is the same error", async () => {
    const { clock, service, clientOf } = setUp();
    const client = clientOf(1, 20);
    const all = Array.from({ length: 40 }, () => client.virtualTags.create(body));
    const results = await clock.until(Promise.allSettled(all));
    const failed = results.filter((result) => result.status === "rejected");
    expect(failed.length).toBeGreaterThan(10);
    for (const { reason } of failed) expect(reason).toBeInstanceOf(LimitReached);
    expect(service.accepted).toHaveLength(40 - failed.length);
  });

  test("tells the waits, in words", async () => {
    const waits: Wait[] = [];
    const { clock, clientOf } = setUp({}, waits);
    const client = clientOf();
    await clock.until(Promise.all(Array.from({ length: 21 }, () => client.virtualTags.create(body))));
    expect(waits.at(-1)).toEqual({
      route: "POST /v2/virtual-tags",
      seconds: expect.any(Number) as number,
      message: expect.stringMatching(/^waiting \d+ s: POST \/v2\/virtual-tags allows 50\/min$/) as string,
    });
    // An operation's own listener hears of its own waits only.
    const own: Wait[] = [];
    const others = Array.from({ length: 20 }, () => client.virtualTags.create(body));
    await clock.until(Promise.all([...others, client.virtualTags.create(body, { onWait: (wait) => own.push(wait) })]));
    expect(own).toHaveLength(1);
  });

  test("a listener that throws harms nobody", async () => {
    const { clock, clientOf } = setUp();
    const onWait = (): never => {
      throw new Error("a listener's mistake");
    };
    const client = clientOf();
    const all = Array.from({ length: 20 }, () => client.virtualTags.create(body, { onWait }));
    await expect(clock.until(Promise.all(all))).resolves.toHaveLength(20);
  });
});

describe("limiter", () => {
  const never = new AbortController().signal;
  setMaxListeners(0, never);
  const limiterOf = (clock: FakeClock): Limiter => {
    const limiter = new Limiter(clock, () => 0);
    limiter.join(5);
    return limiter;
  };

  test("no more at once than the least of its users allows", async () => {
    const limiter = limiterOf(new FakeClock());
    const leave = limiter.join(2);
    const granted: Awaited<ReturnType<Limiter["acquire"]>>[] = [];
    for (let i = 0; i < 8; i++)
      void limiter.acquire("GET /v2/virtual-tags/{id}", { signal: never }).then((permit) => granted.push(permit));
    await settled();
    expect(granted).toHaveLength(2);
    leave();
    leave();
    await settled();
    expect(granted).toHaveLength(5);
    granted[0]?.answered();
    await settled();
    expect(granted).toHaveLength(6);
  });

  test("a route that waits does not hold up another, and routes take turns", async () => {
    const clock = new FakeClock();
    const limiter = limiterOf(clock);
    const order: string[] = [];
    const ask = async (route: Route): Promise<void> => {
      const permit = await limiter.acquire(route, { signal: never });
      order.push(route);
      clock.after(10, () => permit?.answered());
    };
    for (let i = 0; i < 20; i++) void ask("POST /v2/virtual-tags");
    await clock.advance(100);
    for (let i = 0; i < 3; i++) void ask("GET /v1/endpoints");
    await clock.advance(100);
    // The burst of creates is spent, and yet the reads go at once.
    expect(order.slice(-3)).toEqual(["GET /v1/endpoints", "GET /v1/endpoints", "GET /v1/endpoints"]);
    for (let i = 0; i < 7; i++) void ask("GET /v2/virtual-tags");
    for (let i = 0; i < 4; i++) void ask("GET /v2/virtual-tags/{id}");
    await clock.advance(1000);
    // Five go at once; from then on one of each, although the seven came first.
    const served = order.slice(13).map((route) => (route.endsWith("{id}") ? "get" : "list"));
    expect(served.slice(5, 9).toSorted()).toEqual(["get", "get", "list", "list"]);
  });

  test("a wait that is given up leaves no gap and no timer", async () => {
    const clock = new FakeClock();
    const limiter = limiterOf(clock);
    for (let i = 0; i < 10; i++) (await limiter.acquire("POST /v2/virtual-tags", { signal: never }))?.answered();
    const controller = new AbortController();
    const given = limiter.acquire("POST /v2/virtual-tags", { signal: controller.signal });
    const after = limiter.acquire("POST /v2/virtual-tags", { signal: never });
    controller.abort();
    expect(await given).toBeUndefined();
    const start = clock.elapsed();
    await clock.until(after);
    expect(clock.elapsed() - start).toBe(1200);
    expect(clock.timers).toBe(0);
  });

  const headersOf = (scope: string, limit: number, remaining = 0, reset = 30): Record<string, string> =>
    scope === "plain"
      ? { ratelimit: `limit=${limit}, remaining=${remaining}, reset=${reset}` }
      : {
          [`x-${scope}-ratelimit-limit`]: String(limit),
          [`x-${scope}-ratelimit-remaining`]: String(remaining),
          [`x-${scope}-ratelimit-reset`]: String(reset),
        };
  const endpoint = headersOf("endpoint", 50);
  const account = headersOf("account", 200);

  test.each<[string, Record<string, string>, number]>([
    ["a limit of the account", { ...endpoint, ...account }, 30],
    ["the route's own numbers under the account's name", { ...endpoint, ...headersOf("account", 50) }, 0],
    [
      "a limit of the account that the plain header repeats",
      { ...endpoint, ...account, ...headersOf("plain", 200) },
      30,
    ],
    ["the same, where nothing is said of the route", { ...account, ...headersOf("plain", 200) }, 30],
    ["the route's limit alone", headersOf("plain", 50), 0],
  ])("what another route waits for: %s", async (_, headers, seconds) => {
    const clock = new FakeClock();
    const limiter = limiterOf(clock);
    const permit = await limiter.acquire("GET /v2/virtual-tags", { signal: never });
    permit?.answered({ status: 429, headers });
    const start = clock.elapsed();
    await clock.until(limiter.acquire("GET /v1/endpoints", { signal: never }));
    expect((clock.elapsed() - start) / 1000).toBe(seconds);
  });

  test("the account's limit in the plain header is no pace of the route", async () => {
    const clock = new FakeClock();
    const limiter = limiterOf(clock);
    const start = clock.elapsed();
    for (let i = 0; i < 30; i++) {
      const permit = await clock.until(limiter.acquire("POST /v2/virtual-tags", { signal: never }));
      const left = 999 - i;
      permit?.answered({
        status: 200,
        headers: { ...headersOf("account", 1000, left), ...headersOf("plain", 1000, left) },
      });
    }
    // A burst of ten, and then 50 a minute.
    expect((clock.elapsed() - start) / 1000).toBeCloseTo(20 * 1.2);
  });
});
