/** The look that a caller is asked for, right before a write that has waited. */
import { CostAllocationClient, NotFound, OutcomeUnknown, type WireAnswer } from "../../../client";
import { FakeClock } from "../fakeClock";
import { SimulatedService } from "../limits/simulatedService";

const body = { name: "Team", rules: [], defaultValue: "none" };

let clock: FakeClock;
let service: SimulatedService;
beforeEach(() => {
  clock = new FakeClock();
  service = new SimulatedService({
    clock,
    limit: 50,
    counting: "fixedWindows",
    headers: "draft7",
    retryAfter: true,
    latency: () => 50,
  });
});

const list = { kind: "answer" as const, status: 200, headers: {}, text: '{"data":{"virtualTags":[]}}' };

/** The service counts what writes; a read is answered beside it, after the same time. */
function client(maxConcurrency = 5, answer: WireAnswer = list): CostAllocationClient {
  const { send, close } = service.transport();
  return new CostAllocationClient({
    clientId: "client",
    secretKey: "secret",
    baseUrl: "http://localhost",
    clock,
    random: () => 0.5,
    transport: {
      close,
      send: (request) =>
        request.method === "GET"
          ? new Promise((resolve) =>
              clock.after(100, () => {
                resolve(answer);
              }),
            )
          : send(request),
    },
    maxConcurrency,
  });
}

/** Saves so many tags, eight at a time as an engine does; answers how long that took and when each looked again. */
async function saves(count: number, looks: "look" | "none", { virtualTags }: CostAllocationClient): Promise<number[]> {
  const lookedAt: number[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next++ < count) {
      const asked = clock.elapsed();
      const lookAgain = async (): Promise<void> => {
        lookedAt.push(clock.elapsed() - asked);
        await virtualTags.list({ fresh: true });
      };
      await virtualTags.create(body, looks === "look" ? { lookAgain } : {});
    }
  };
  await clock.until(Promise.all(Array.from({ length: 8 }, work)));
  return lookedAt;
}

test("is asked for once, only after a wait, and costs the writes no time", async () => {
  const begun = clock.elapsed();
  await saves(60, "none", client());
  const alone = clock.elapsed() - begun;

  await clock.advance(120_000);
  const again = clock.elapsed();
  const lookedAt = await saves(60, "look", client());
  expect(clock.elapsed() - again).toBeLessThanOrEqual(alone * 1.02);
  expect(lookedAt.length).toBeGreaterThan(30);
  expect(lookedAt.length).toBeLessThanOrEqual(60);
  expect(Math.min(...lookedAt)).toBeGreaterThan(5_000);
});

test("is no way to a standstill where only one request may be in flight", async () => {
  expect((await saves(30, "look", client(1))).length).toBeGreaterThan(0);
});

test("that throws ends the write unsent, and the next one has its place", async () => {
  const { virtualTags } = client(1);
  const refusal = new Error("someone was there");
  const lookAgain = (): Promise<void> => Promise.reject(refusal);
  const all = Array.from({ length: 20 }, () => virtualTags.create(body, { lookAgain }));
  const results = await clock.until(Promise.allSettled(all));
  const refused = results.filter(({ status }) => status === "rejected");
  expect(refused.length).toBeGreaterThan(0);
  for (const result of refused) expect(result).toMatchObject({ reason: refusal });
  expect(service.accepted).toHaveLength(20 - refused.length);
  await clock.until(virtualTags.create(body));
});

test("whose read finds nothing is no news of the tag that was to be deleted", async () => {
  const { virtualTags } = client(5, { kind: "answer", status: 404, headers: {}, text: "{}" });
  const lookAgain = async (): Promise<void> => {
    await virtualTags.get("another", { fresh: true });
  };
  const all = Array.from({ length: 20 }, () => virtualTags.delete("t1", { lookAgain }));
  const results = await clock.until(Promise.allSettled(all));
  const isSent = (reason: unknown): boolean => reason instanceof OutcomeUnknown; // what this service answers to a delete
  const reasons = results
    .flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []))
    .filter((reason) => !isSent(reason));
  expect(reasons.length).toBeGreaterThan(0);
  for (const reason of reasons) {
    expect(reason).not.toBeInstanceOf(NotFound);
    expect(reason).toMatchObject({
      message: expect.stringMatching(/^Nothing was sent\. virtualTags\.get: /) as string,
    });
  }
});

test("has the place of its write in the account's limit, however small that is", async () => {
  const headers = {
    "x-account-ratelimit-limit": "2",
    "x-account-ratelimit-remaining": "2",
    "x-account-ratelimit-reset": "60",
  };
  const { virtualTags } = client(5, { ...list, headers });
  await clock.until(virtualTags.list({ fresh: true }));
  const begun = clock.elapsed();
  const looks: number[] = [];
  const lookAgain = async (): Promise<void> => {
    for (let read = 0; read < 2; read++) await virtualTags.list({ fresh: true });
    looks.push(clock.elapsed());
  };
  await clock.until(Promise.all([1, 2, 3].map(() => virtualTags.create(body, { lookAgain }))));
  expect(looks.length).toBeGreaterThan(0);
  expect(clock.elapsed() - begun).toBeLessThan(600_000);
});
