/** Random services, and writers beside each other: no write relies on an old observation, and none waits forever. */
import fc from "fast-check";
import { LimitReached, Unavailable } from "../../../client";
import { atSize } from "../../support/size";
import { type Fault, rateLimited, refusedConnection, setValue, TagWriters } from "./tagWriters";

/** What the tests of the loop's doc comment say: in so many rounds, a write is not sent if its observation is too old. */
const strictRounds = 3;
const observationLasts = 5_000;

/** Milliseconds, mostly as usual, sometimes longer than an observation lasts. */
const latency = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 800 }) },
  fc.integer({ min: 1, max: 9_000 }),
);
/** Seconds to wait after a rate limit; 0 for a service that can't be reached; undefined for a write that is carried out. */
const fault = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  fc.constant(0),
  fc.integer({ min: 1, max: 40 }),
);
const scenario = fc.record({
  maxConcurrency: fc.integer({ min: 1, max: 5 }),
  writers: fc.integer({ min: 1, max: 25 }),
  // Each in turn, from the first again after the last.
  latencies: fc.array(latency, { minLength: 1, maxLength: 40 }),
  faults: fc.array(fault, { maxLength: 40 }),
  waits: fc.array(fc.integer({ min: 0, max: 6_000 }), { maxLength: 20 }),
  /** When somebody else sets what a writer is to set. */
  others: fc.array(fc.record({ at: fc.integer({ min: 0, max: 60_000 }), writer: fc.nat(24) }), { maxLength: 5 }),
});

/** The elements in turn, over and over. */
function inTurn<T>(elements: readonly T[]): () => T | undefined {
  let next = 0;
  return () => elements[next++ % elements.length];
}

function faultOf(seconds: number | undefined): Fault | undefined {
  if (seconds === undefined) return undefined;
  return seconds === 0 ? refusedConnection : rateLimited(seconds);
}

test("each write follows its own observation in time, whatever happens", async () => {
  const seen = { late: 0, again: 0, kept: 0, failed: 0 };
  await fc.assert(
    fc.asyncProperty(scenario, async ({ maxConcurrency, writers, latencies, faults, waits, others }) => {
      const service = new TagWriters();
      const [nextLatency, nextFault, nextWait] = [inTurn(latencies), inTurn(faults), inTurn(waits)];
      service.latency = () => nextLatency() ?? 1;
      service.fault = () => faultOf(nextFault());
      for (const { at, writer } of others) service.clock.after(at, () => service.values.set(`t${writer}`, "x"));
      const context = service.context({ maxConcurrency });
      const ids = Array.from({ length: writers }, (_, index) => `t${index}`);
      const beforeWrite = (): Promise<void> => context.pause(nextWait() ?? 0);
      // A writer that is blocked forever fails this: nothing would be left to happen.
      const results = await service.clock.until(
        Promise.allSettled(ids.map((id) => setValue(context, id, "x", { beforeWrite }))),
      );

      expect(service.mostInFlight).toBeLessThanOrEqual(maxConcurrency);
      for (const [index, result] of results.entries()) {
        const id = ids[index] ?? "";
        const sent = service.sent.filter((one) => one.id === id);
        let reads = 0;
        for (const [place, { at, isWrite }] of sent.entries()) {
          reads += isWrite ? 0 : 1;
          if (!isWrite) continue;
          const before = sent[place - 1];
          // Two writes in a row would mean that the second relies on nothing.
          expect(before?.isWrite).toBe(false);
          const reliedOn = (reads <= strictRounds ? before?.at : before?.answeredAt) ?? 0;
          expect(at - reliedOn).toBeLessThanOrEqual(observationLasts);
          seen.late += reads > strictRounds ? 1 : 0;
          seen.again += reads > 1 ? 1 : 0;
        }
        if (result.status === "fulfilled") {
          expect(service.values.get(id)).toBe("x");
          seen.kept += result.value === "kept" ? 1 : 0;
        } else {
          seen.failed++;
          expect([LimitReached, Unavailable]).toContain((result.reason as Error).constructor);
        }
      }
    }),
    { numRuns: atSize(60, 200) },
  );
  // The scenarios reach every path.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
});
