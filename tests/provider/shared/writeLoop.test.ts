import { Cancelled, LimitReached, OutcomeUnknown, Unavailable } from "../../../client";
import type { Context } from "../../../provider/shared/lifecycle";
import { observeAndWrite, type Slot, timed } from "../../../provider/shared/writeLoop";
import { settled } from "../../client/fakeClock";
import { lostAnswer, put, rateLimited, refusedConnection, setValue, TagWriters } from "./tagWriters";

let service: TagWriters;
let context: Context;
beforeEach(() => {
  service = new TagWriters();
  context = service.context();
});

/** Runs an operation to its end; its result and how long it took, in milliseconds. */
async function run<T>(operation: Promise<T>): Promise<{ result: T; took: number }> {
  const begun = service.clock.elapsed();
  const result = await service.clock.until(operation);
  return { result, took: service.clock.elapsed() - begun };
}
/** Takes all places that the route has at once. The next one is free 600 ms later. */
const takeBurst = (): Promise<{ release: () => void }[]> =>
  Promise.all(Array.from({ length: 10 }, () => context.client.reserve(put)));
/** The answers to the next writes; those after them are carried out. */
const fail = (...faults: ReturnType<typeof service.fault>[]): void => {
  service.fault = () => faults.shift();
};

describe("a write", () => {
  test("waits for its place first, and reads only then", async () => {
    await takeBurst();
    const begun = service.clock.elapsed();
    const { result } = await run(setValue(context, "a", "x"));
    expect(result).toBe("written");
    expect(service.sent.map(({ what, at }) => [what, at - begun])).toEqual([
      ["GET a", 600],
      ["PUT a", 700],
    ]);
  });

  test("follows its reads at once, however many wait for the route", async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `t${index}`);
    await run(Promise.all(ids.map((id) => setValue(context, id, "x"))));
    for (const { id, at } of service.writes) {
      const [read] = service.sent.filter((one) => one.id === id);
      // A few others may be in flight.
      expect(at - (read?.at ?? 0)).toBeLessThan(1_000);
    }
    expect(service.writes).toHaveLength(40);
  });

  test("waits for its place beside the resource", async () => {
    const waits: string[] = [];
    await takeBurst();
    void takeBurst();
    context.request = { onWait: ({ route }) => waits.push(route) };
    await run(setValue(context, "a", "x"));
    expect(waits).toEqual([put]);
  });

  test("that is cancelled while it waits for its place ends at once, and reads nothing", async () => {
    await takeBurst();
    const stop = new AbortController();
    context.request = { signal: stop.signal };
    const cancelled = setValue(context, "a", "x").catch((error: unknown) => error);
    stop.abort();
    expect(await Promise.race([cancelled, settled().then(() => "still waiting")])).toBeInstanceOf(Cancelled);
    expect(service.log).toEqual([]);
  });
});

describe("the place of a write", () => {
  /** How long the next place takes, in milliseconds. */
  const nextPlace = async (): Promise<number> => {
    const { result, took } = await run(context.client.reserve(put));
    result.release();
    return took;
  };

  test("is taken by a write", async () => {
    await run(Promise.all(Array.from({ length: 10 }, (_, index) => setValue(context, `t${index}`, "x"))));
    expect(await nextPlace()).toBeGreaterThan(0);
  });

  test("is given back if nothing has to be written", async () => {
    service.values.set("a", "x");
    const rounds = Array.from({ length: 10 }, () => setValue(context, "a", "x"));
    expect((await run(Promise.all(rounds))).result).toEqual(Array(10).fill("kept"));
    expect(service.writes).toEqual([]);
    expect(await nextPlace()).toBe(0);
  });

  test.each([
    ["the reads fail", { begin: () => Promise.reject(new Error("broken")) }],
    ["the decision is to refuse", { beforeWrite: () => Promise.reject(new Error("broken")) }],
  ])("is given back if %s", async (_, changes) => {
    const rounds = Array.from({ length: 10 }, () => setValue(context, "a", "x", changes));
    const failing = Promise.all(rounds.map((round) => expect(round).rejects.toThrow("broken")));
    await run(failing);
    expect(await nextPlace()).toBe(0);
  });

  test("is on the route that the decision needs: another one is reserved before everything is observed again", async () => {
    const remove = "DELETE /v2/virtual-tags/{id}";
    const places: Slot["reservation"][] = [];
    let observed = 0;
    const decide = (): Promise<number> =>
      observeAndWrite(put, context, () => {
        observed++;
        const act = (slot: Slot): Promise<number> => Promise.resolve(places.push(slot.reservation));
        return Promise.resolve({ route: remove, observedAt: service.clock.elapsed(), act });
      });
    await run(Promise.all(Array.from({ length: 10 }, decide)));
    expect(places.map(({ route }) => route)).toEqual(Array(10).fill(remove));
    expect(observed).toBe(20);
    expect(await nextPlace()).toBe(0);
  });
});

describe("everything is observed and decided again", () => {
  test("after a rate limit, in a new place after the wait", async () => {
    fail(rateLimited(30));
    await run(setValue(context, "a", "x"));
    expect(service.log).toEqual(["GET a", "PUT a", "GET a", "PUT a"]);
    const [, first, second] = service.sent;
    expect((second?.at ?? 0) - (first?.answeredAt ?? 0)).toBeGreaterThanOrEqual(30_000);
  });

  test("so what others wrote during the wait counts", async () => {
    fail(rateLimited(30));
    service.clock.after(10_000, () => service.values.set("a", "x"));
    expect((await run(setValue(context, "a", "x"))).result).toBe("kept");
    expect(service.log).toEqual(["GET a", "PUT a", "GET a"]);
  });

  test.each([
    ["4.9 s after a read that took 0.1 s", 4_900, {}, 1],
    ["a moment later", 4_901, {}, 2],
    ["2.9 s after a read that shows a name to be free", 2_900, { reliesOnName: true }, 1],
    ["a moment later than that", 2_901, { reliesOnName: true }, 2],
  ])("instead of a write that would be sent too late: %s", async (_, milliseconds, changes, reads) => {
    const waits = [milliseconds];
    const beforeWrite = (): Promise<void> => context.pause(waits.shift() ?? 0);
    await run(setValue(context, "a", "x", { beforeWrite, ...changes }));
    expect(service.log).toEqual([...Array<string>(reads).fill("GET a"), "PUT a"]);
  });

  test("at most three times for reads that take too long: then the write follows right after them", async () => {
    service.latency = (isWrite) => (isWrite ? 100 : 6_000);
    await run(setValue(context, "a", "x"));
    expect(service.log).toEqual(["GET a", "GET a", "GET a", "GET a", "PUT a"]);
    const [read, write] = service.sent.slice(-2);
    expect(write?.at).toBe(read?.answeredAt);
  });

  test("and never follows if it relies on a name that is free: the names are three seconds old by then", async () => {
    service.latency = (isWrite) => (isWrite ? 100 : 3_001);
    const writing = run(setValue(context, "a", "x", { reliesOnName: true }));
    await expect(writing).rejects.toMatchObject({ code: "CA2025" });
    expect(service.log).toEqual(Array(5).fill("GET a"));
    service.latency = (isWrite) => (isWrite ? 100 : 3_000);
    expect((await run(setValue(context, "a", "x", { reliesOnName: true }))).result).toBe("written");
  });

  test("but even then, a write that waits after its reads is not sent", async () => {
    const waits = [5_001, 5_001, 5_001, 5_001, 5_000];
    await run(setValue(context, "a", "x", { beforeWrite: () => context.pause(waits.shift() ?? 0) }));
    expect(service.log.filter((what) => what === "GET a")).toHaveLength(5);
    expect(service.writes).toHaveLength(1);
  });
});

describe("a write that fails", () => {
  test("is tried five times if it does not reach the service, after a new look each time", async () => {
    service.fault = () => refusedConnection;
    const writing = run(setValue(context, "a", "x"));
    await expect(writing).rejects.toThrow(Unavailable);
    expect(service.log).toEqual(Array(5).fill(["GET a", "PUT a"]).flat());
    const gaps = service.writes.slice(1).map(({ at }, index) => at - (service.writes[index]?.answeredAt ?? 0));
    // Each attempt waits a little, and the read takes 100 ms.
    for (const gap of gaps) expect(gap).toBeGreaterThan(300);
  });

  test("is carried out if the fifth attempt reaches the service", async () => {
    fail(...Array<typeof refusedConnection>(4).fill(refusedConnection));
    expect((await run(setValue(context, "a", "x"))).result).toBe("written");
    expect(service.writes).toHaveLength(5);
  });

  test("is tried as often as the rate limit refuses it, until the deadline", async () => {
    fail(...Array.from({ length: 8 }, () => rateLimited(1)));
    expect((await run(setValue(context, "a", "x"))).result).toBe("written");
    expect(service.writes).toHaveLength(9);
  });

  test("is an error at the deadline, which counts from the first reservation", async () => {
    context = service.context({ deadlineSeconds: 100 });
    service.fault = () => rateLimited(30);
    const failed = setValue(context, "a", "x").catch((error: unknown) => error);
    await service.clock.advance(100_000);
    // Without a deadline it would be tried forever.
    expect(await Promise.race([failed, settled().then(() => "still under way")])).toBeInstanceOf(LimitReached);
    expect(service.writes.length).toBeGreaterThan(1);
  });

  test("is not sent again if its outcome is unknown", async () => {
    service.fault = () => lostAnswer;
    const writing = run(setValue(context, "a", "x"));
    await expect(writing).rejects.toThrow(OutcomeUnknown);
    expect(service.log).toEqual(["GET a", "PUT a"]);
  });
});

describe("timed reads", () => {
  test("tell when the oldest of them was requested, not when it was answered", async () => {
    const begun = service.clock.elapsed();
    const { request, oldest } = timed(context);
    await run(context.client.virtualTags.get("a", { ...request, fresh: true }));
    await service.clock.advance(2_000);
    await run(context.client.virtualTags.get("b", { ...request, fresh: true }));
    expect(oldest()).toBe(begun);
  });

  test("tell the moment of another caller's request if they share it", async () => {
    const begun = service.clock.elapsed();
    const maxAgeSeconds = 4;
    const others = context.client.virtualTags.snapshot({ maxAgeSeconds });
    await service.clock.advance(50);
    const { request, oldest } = timed(context);
    const ours = context.client.virtualTags.snapshot({ ...request, maxAgeSeconds });
    await run(Promise.all([others, ours]));
    expect(service.log).toEqual(["GET all"]);
    expect(oldest()).toBe(begun);
  });

  test("are as of now if there are none", async () => {
    const { oldest } = timed(context);
    await service.clock.advance(2_000);
    expect(oldest()).toBe(context.client.elapsed());
  });

  test("keep the options of every request", () => {
    const request = { signal: new AbortController().signal, onWait: () => undefined };
    expect(timed({ ...context, request }).request).toMatchObject(request);
  });
});
