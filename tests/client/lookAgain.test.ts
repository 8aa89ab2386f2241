/** The look that a caller is asked for, right before a write that has waited. */
import { CostAllocationClient } from "../../client";
import { FakeClock } from "./fakeClock";
import { SimulatedService } from "./simulatedService";

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

/** The service counts what writes; a read is answered beside it, after the same time. */
function client(maxConcurrency = 5): CostAllocationClient {
  const { send, close } = service.transport();
  const list = { kind: "answer" as const, status: 200, headers: {}, text: '{"data":{"virtualTags":[]}}' };
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
                resolve(list);
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
