import * as fc from "fast-check";

import { type Counted, Pace } from "../../../client/limits/pace";
import { routeLimits } from "../../../client/limits/routes";
import { defaultSwitches } from "../../../emulator/options";
import { allRoutes } from "../../../emulator/routes/allRoutes";

test("each route begins with the limit of the API documentation, as the emulator has it", () => {
  const limits = allRoutes(defaultSwitches).map(({ method, path, rate = 50 }) => [`${method} ${path}`, rate]);
  const { "GET {scansPath}": scans, "POST {scanRecommendationsPath}": recommendations, ...others } = routeLimits;
  expect(Object.fromEntries(limits)).toMatchObject(others);
  expect([scans, recommendations]).toEqual([50, 50]);
});

describe("pace", () => {
  const minute = { scope: "plain", policy: "minute", limit: 100, windowSeconds: 60 } as const;
  const day = { scope: "plain", policy: "day", limit: 5000, windowSeconds: 86_400 } as const;

  test.each([
    [
      "a minute that is used up",
      { ...minute, remaining: 0, resetSeconds: 30 },
      { ...day, remaining: 9, resetSeconds: 900 },
      30,
    ],
    [
      "a day that is used up",
      { ...minute, remaining: 9, resetSeconds: 30 },
      { ...day, remaining: 0, resetSeconds: 900 },
      900,
    ],
    ["both", { ...minute, remaining: 0, resetSeconds: 30 }, { ...day, remaining: 0, resetSeconds: 900 }, 900],
  ])("%s holds, whatever else is told before or after it", (_, one, other, seconds) => {
    const everyWay = [[[one, other]], [[other, one]], [[one], [other]], [[other], [one]]];
    for (const answers of everyWay) {
      const pace = new Pace(100, () => 0);
      for (const reports of answers) pace.answered(pace.sent(0), 0, reports);
      expect(pace.nextAt(0)).toBe(seconds * 1000);
      expect(pace.closedUntil).toBe(seconds * 1000);
      expect(pace.nextAt(seconds * 1000)).toBeLessThanOrEqual(seconds * 1000);
    }
  });

  test("a minute whose reset is rounded up, and told against a date that is rounded down, is a minute", () => {
    const pace = new Pace(50, () => 0);
    pace.answered(pace.sent(0), 0, [{ scope: "plain", limit: 300, remaining: 299, resetSeconds: 61 }]);
    expect(pace.perMinute).toBe(300);
  });

  test.each([
    [120, 5],
    [121, 50],
  ])("a limit of %i s: requests are spread over two minutes at most", (windowSeconds, perMinute) => {
    const pace = new Pace(50, () => 0);
    pace.answered(pace.sent(0), 0, [{ scope: "plain", limit: 10, remaining: 9, resetSeconds: 60, windowSeconds }]);
    expect(pace.perMinute).toBe(perMinute);
  });

  test("a pause is not taken for requests sent ahead, when the limit changes meanwhile", () => {
    const pace = new Pace(50, () => 0);
    const [refused, other] = [pace.sent(0), pace.sent(0)];
    pace.refused(refused, 0, 60_000);
    pace.answered(other, 10, [{ scope: "plain", limit: 10, remaining: 9, resetSeconds: 60 }]);
    expect(pace.nextAt(10)).toBeLessThan(60_000 + 120_000);
  });

  test("what was accepted while a refusal was on its way does not make it history", () => {
    const pace = new Pace(50, () => 1);
    const refused = (at: number): number => {
      const [straggler, counted] = [pace.sent(at - 10), pace.sent(at - 10)];
      pace.refused(counted, at, undefined);
      pace.accepted(straggler);
      return pace.closedUntil - at;
    };
    const pauses = [1, 2, 3].map((minutes) => refused(minutes * 60_000));
    expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
    expect(new Set(pauses).size).toBe(3);
  });

  test("a long limit that does not say how long it is stays one until its end", () => {
    const pace = new Pace(50, () => 0);
    const report = { scope: "plain", limit: 6000, remaining: 5000 } as const;
    pace.answered(pace.sent(0), 0, [{ ...report, resetSeconds: 3000 }]);
    pace.answered(pace.sent(2_999_000), 2_999_000, [{ ...report, resetSeconds: 1 }]);
    expect(pace.perMinute).toBe(50);
  });

  test("no window holds more than the limit, for any arrivals, answer times and moments of counting", () => {
    const request = fc.record({
      gap: fc.integer({ min: 0, max: 20_000 }),
      latency: fc.integer({ min: 0, max: 30_000 }),
      countedAfter: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.array(request, { minLength: 1, maxLength: 80 }),
        (limit, requests) => {
          const pace = new Pace(limit, () => 0.5);
          const counted: number[] = [];
          let underWay: { counted: Counted; at: number }[] = [];
          const answerUntil = (end: number): void => {
            for (const answer of underWay.filter(({ at }) => at <= end)) pace.answered(answer.counted, answer.at, []);
            underWay = underWay.filter(({ at }) => at > end);
          };
          let now = 0;
          for (const { gap, latency, countedAfter } of requests) {
            now += gap;
            answerUntil(now);
            for (let next = pace.nextAt(now); next > now; next = pace.nextAt(now)) {
              now = Math.min(next, ...underWay.map(({ at }) => at));
              answerUntil(now);
            }
            underWay.push({ counted: pace.sent(now), at: now + latency });
            // The service counts it at some moment between its sending and its answer.
            counted.push(now + countedAfter * latency);
          }
          const moments = counted.toSorted((one, other) => one - other);
          moments.forEach((moment, index) => {
            const first = moments[index - limit];
            if (first !== undefined) expect(moment - first).toBeGreaterThanOrEqual(60_000);
          });
        },
      ),
      { numRuns: 500 },
    );
  });
});
