/** A place in a route's pace, for a write whose caller reads first. */
import { Cancelled, CostAllocationClient, LimitReached, RetryLater, type WireAnswer } from "../../../client";
import { FakeClock } from "../fakeClock";
import { SimulatedService } from "./simulatedService";

const body = { name: "Team", rules: [], defaultValue: "none" };
const route = "POST /v2/virtual-tags";

let clock: FakeClock;
let service: SimulatedService;
let mostInFlight: number;
beforeEach(() => {
  clock = new FakeClock();
  mostInFlight = 0;
  service = new SimulatedService({
    clock,
    limit: 50,
    counting: "fixedWindows",
    headers: "draft7",
    retryAfter: true,
    latency: () => 50,
  });
});

const read = (data: unknown): WireAnswer => ({
  kind: "answer",
  status: 200,
  headers: {},
  text: JSON.stringify({ data }),
});
const list = read({ virtualTags: [] });

/** The service counts writes. A read is answered beside it, after the same time. */
function clientOf(maxConcurrency = 5, answer: WireAnswer = list): CostAllocationClient {
  const { send, close } = service.transport();
  let inFlight = 0;
  return new CostAllocationClient({
    clientId: "client",
    secretKey: "secret",
    baseUrl: "http://localhost",
    clock,
    random: () => 0.5,
    listMaxAgeSeconds: 0,
    maxConcurrency,
    transport: {
      close,
      send: async (request) => {
        mostInFlight = Math.max(mostInFlight, ++inFlight);
        const answered = (): Promise<WireAnswer> =>
          new Promise((resolve) =>
            clock.after(100, () => {
              resolve(request.url.pathname.endsWith("/versions") ? read([]) : answer);
            }),
          );
        const outcome = await (request.method === "GET" ? answered() : send(request));
        inFlight--;
        return outcome;
      },
    },
  });
}

/** Reserves, reads, and writes. */
async function readAndCreate(client: CostAllocationClient): Promise<void> {
  const reservation = await client.reserve(route);
  try {
    await client.virtualTags.list({ fresh: true });
    await client.virtualTags.create(body, { reservation });
  } finally {
    reservation.release();
  }
}

/** How long it takes to run so many, eight at a time as an engine does. */
async function duration(count: number, work: () => Promise<unknown>): Promise<number> {
  const begun = clock.elapsed();
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next++ < count) await work();
  };
  await clock.until(Promise.all(Array.from({ length: 8 }, worker)));
  return clock.elapsed() - begun;
}

test("60 writes with a read each take as long as 60 writes, and stay within the limit", async () => {
  const client = clientOf();
  const alone = await duration(60, () => client.virtualTags.create(body));
  await clock.advance(120_000);
  const withReads = await duration(60, () => readAndCreate(client));
  expect(withReads).toBeLessThanOrEqual(alone * 1.02);
  expect(service.accepted).toHaveLength(120);
  expect(service.refused).toBe(0);
});

test.each([1, 5])("as many writers as may be in flight (%i) never block their own reads", async (maxConcurrency) => {
  const client = clientOf(maxConcurrency);
  const reservations = await clock.until(
    Promise.all(Array.from({ length: maxConcurrency }, () => client.reserve(route))),
  );
  const writes = reservations.map(async (reservation, index) => {
    // Each has a read of its own, so that none shares another's.
    await client.virtualTagVersions.newest(`t${index}`);
    await client.virtualTags.create(body, { reservation });
  });
  await clock.until(Promise.all(writes));
  expect(service.accepted).toHaveLength(maxConcurrency);
  expect(mostInFlight).toBeLessThanOrEqual(maxConcurrency);
});

test("a limit of the account holds reads back, but never for a reservation", async () => {
  const headers = {
    "x-account-ratelimit-limit": "2",
    "x-account-ratelimit-remaining": "2",
    "x-account-ratelimit-reset": "60",
  };
  const client = clientOf(5, { ...list, headers });
  await clock.until(client.virtualTags.list());
  const begun = clock.elapsed();
  await clock.until(Promise.all([1, 2, 3].map(() => readAndCreate(client))));
  expect(clock.elapsed() - begun).toBeLessThan(600_000);
});

test("a released place is free for the next one at once", async () => {
  const client = clientOf();
  const burst = await clock.until(Promise.all(Array.from({ length: 10 }, () => client.reserve(route))));
  const begun = clock.elapsed();
  const next = client.reserve(route);
  burst[0]?.release();
  burst[0]?.release();
  (await clock.until(next)).release();
  expect(clock.elapsed()).toBe(begun);
});

test("a place holds one write; released afterwards, it gives nothing back", async () => {
  const client = clientOf();
  const reservation = await client.reserve(route);
  await clock.until(client.virtualTags.create(body, { reservation }));
  reservation.release();
  expect(await duration(60, () => client.virtualTags.create(body))).toBeGreaterThan(50_000);
  expect(service.refused).toBe(0);
});

test("a write with a reservation is sent once: a rate limit fails it with RetryLater", async () => {
  const refusing = new CostAllocationClient({
    clientId: "client",
    secretKey: "secret",
    baseUrl: "http://localhost",
    clock,
    transport: {
      close: () => undefined,
      send: () => Promise.resolve({ kind: "answer", status: 429, headers: { "retry-after": "30" }, text: "" }),
    },
  });
  const reservation = await refusing.reserve(route);
  await expect(clock.until(refusing.virtualTags.create(body, { reservation }))).rejects.toThrow(RetryLater);
  reservation.release();
  // The limiter knows of the pause: the next place comes after it.
  const begun = clock.elapsed();
  (await clock.until(refusing.reserve(route))).release();
  expect(clock.elapsed() - begun).toBeGreaterThanOrEqual(30_000);
});

test("a write whose moment has passed is not sent", async () => {
  const client = clientOf();
  const reservation = await client.reserve(route);
  const sendBefore = client.elapsed() + 5_000;
  await clock.advance(5_001);
  await expect(client.virtualTags.create(body, { reservation, sendBefore })).rejects.toThrow(RetryLater);
  expect(service.accepted).toEqual([]);
});

test("a place that does not come before the deadline, or before the signal, is an error", async () => {
  const client = clientOf();
  await clock.until(Promise.all(Array.from({ length: 10 }, () => client.reserve(route))));
  const until = client.elapsed() + 500;
  await expect(clock.until(client.reserve(route, { until }))).rejects.toThrow(LimitReached);
  const controller = new AbortController();
  const reserving = client.reserve(route, { signal: controller.signal });
  controller.abort();
  await expect(reserving).rejects.toThrow(Cancelled);
});

test("a wait for a place is announced", async () => {
  const waits: string[] = [];
  const client = clientOf();
  await clock.until(Promise.all(Array.from({ length: 10 }, () => client.reserve(route))));
  await clock.until(client.reserve(route, { onWait: ({ message }) => waits.push(message) }));
  expect(waits).toEqual(["waiting 2 s: POST /v2/virtual-tags allows 50/min"]);
});

describe("a route", () => {
  const versions = "GET /v2/virtual-tags/{id}/versions";
  const readOnce = (client: CostAllocationClient): Promise<unknown> => client.virtualTagVersions.newest("tag");

  test("is free until its pace holds it back, and again when the next request is due", async () => {
    const client = clientOf();
    let sent = 0;
    for (; client.isFree(versions); sent++) await clock.until(readOnce(client));
    expect(sent).toBeGreaterThanOrEqual(10);
    const waited = clock.elapsed();
    await clock.until(readOnce(client));
    expect(clock.elapsed() - waited).toBeGreaterThan(150);
    await clock.advance(1_200);
    expect(client.isFree(versions)).toBe(true);
  });

  test("is not free while as many requests as allowed are in flight, nor while others wait for it", async () => {
    const client = clientOf(2);
    const reads = ["a", "b", "c"].map((id) => client.virtualTagVersions.newest(id));
    expect(client.isFree(versions)).toBe(false);
    expect(client.isFree("GET /v2/virtual-tags")).toBe(false);
    await clock.until(Promise.all(reads));
    expect(client.isFree(versions)).toBe(true);
  });
});
