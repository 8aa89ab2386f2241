import * as fc from "fast-check";

import { toIsoDate } from "../../../client/dates";
import { encodeSegment } from "../../../client/http/path";
import { readRateHeaders } from "../../../client/limits/rateLimitHeaders";
import { anyText } from "../../support/contents";
import { type Attempt, decide, type NextStep, maxAttempts, type Stop } from "../../../client/http/retry";

describe("toIsoDate", () => {
  test.each([
    ["Sun Sep 29 2024 08:20:37 GMT+0000 (Greenwich Mean Time)", "2024-09-29T08:20:37.000Z"],
    ["Sun Sep 29 2024 10:20:37 GMT+0200 (Central European Summer Time)", "2024-09-29T08:20:37.000Z"],
    ["Sun Sep 29 2024 03:50:37 GMT-0430", "2024-09-29T08:20:37.000Z"],
    ["2024-09-29T08:20:37Z", "2024-09-29T08:20:37.000Z"],
    ["2024-09-29T08:20:37.123456+00:00", "2024-09-29T08:20:37.123Z"],
    ["2024-09-29T10:20+0200", "2024-09-29T08:20:00.000Z"],
  ])("%s", (text, iso) => {
    expect(toIsoDate(text)).toBe(iso);
  });

  test.each([
    "",
    "yesterday",
    "2024-09-29",
    "2024-09-29T08:20:37",
    "2024-13-45T08:20:37Z",
    "Sun Foo 29 2024 08:20:37 GMT+0000",
    "1",
  ])("%j is passed on as it came", (text) => {
    expect(toIsoDate(text)).toBe(text);
  });

  test("both forms of any moment give the same", () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true }), (date) => {
        date.setMilliseconds(0);
        expect(toIsoDate(date.toString())).toBe(date.toISOString());
        expect(toIsoDate(date.toISOString())).toBe(date.toISOString());
      }),
    );
  });
});

describe("readRateHeaders", () => {
  const now = Date.parse("2026-11-20T12:00:00Z");
  const route = { scope: "plain" };
  const endpoint = { scope: "endpoint" };
  const account = { scope: "account" };

  test.each<[Record<string, string>, object[]]>([
    [{ ratelimit: "limit=100, remaining=0, reset=12" }, [{ ...route, limit: 100, remaining: 0, resetSeconds: 12 }]],
    [{ ratelimit: "LIMIT=100,remaining = 7 , reset=12" }, [{ ...route, limit: 100, remaining: 7, resetSeconds: 12 }]],
    [
      { ratelimit: "limit=100, remaining=1, reset=12", "ratelimit-policy": "100;w=60" },
      [{ ...route, limit: 100, remaining: 1, resetSeconds: 12, windowSeconds: 60 }],
    ],
    [{ ratelimit: '"default";r=0;t=12' }, [{ ...route, remaining: 0, resetSeconds: 12 }]],
    [
      { ratelimit: '"a, b";r=50;t=30, "day";r=9;t=900', "ratelimit-policy": '"a, b";q=100;w=60,"day";q=10;w=86400' },
      [
        { ...route, policy: '"a, b"', limit: 100, windowSeconds: 60, remaining: 50, resetSeconds: 30 },
        { ...route, policy: '"day"', limit: 10, windowSeconds: 86_400, remaining: 9, resetSeconds: 900 },
      ],
    ],
    [
      { "ratelimit-limit": "100, 100;w=60", "ratelimit-remaining": "5", "ratelimit-reset": "1.5" },
      [{ ...route, limit: 100, remaining: 5, resetSeconds: 1.5 }],
    ],
    // Neither the API documentation nor the IETF has these.
    [{ "x-ratelimit-remaining": "0", "x-ratelimit-reset": "30" }, []],
    [
      { "x-endpoint-ratelimit-limit": "50", "x-endpoint-ratelimit-reset": String(now / 1000 + 30) },
      [{ ...endpoint, limit: 50, resetSeconds: 30 }],
    ],
    [{ "x-endpoint-ratelimit-reset": String(now + 30_000) }, [{ ...endpoint, resetSeconds: 30 }]],
    [{ "x-endpoint-ratelimit-reset": String(now - 30_000) }, [{ ...endpoint, resetSeconds: 0 }]],
    [
      { "x-account-ratelimit-limit": "500", "x-account-ratelimit-remaining": "3", "x-account-ratelimit-reset": "9" },
      [{ ...account, limit: 500, remaining: 3, resetSeconds: 9 }],
    ],
    // The answer's own clock is the one that its moments are of.
    [
      { date: "Fri, 20 Nov 2026 13:00:00 GMT", "x-endpoint-ratelimit-reset": String(now / 1000 + 3630) },
      [{ ...endpoint, resetSeconds: 30 }],
    ],
    [{ ratelimit: "", "x-account-ratelimit-limit": "many", "ratelimit-reset": "-5", "x-ratelimit-limit": "1e9" }, []],
    [{ ratelimit: ';;=,,"', "ratelimit-policy": '"' }, []],
    [{}, []],
  ])("%j", (headers, reports) => {
    expect(readRateHeaders(headers, now).stated).toEqual(
      reports.map((report) => expect.objectContaining(report) as object),
    );
  });

  test.each([
    ["12", 12],
    ["0", 0],
    ["Fri, 20 Nov 2026 12:00:30 GMT", 30],
    ["Fri, 20 Nov 2026 11:00:00 GMT", 0],
    ["soon", undefined],
    ["-1", undefined],
    ["2026", 2026],
    ["", undefined],
  ])("retry-after: %s", (header, seconds) => {
    expect(readRateHeaders({ "retry-after": header }, now).retryAfterSeconds).toBe(seconds);
  });

  test("nothing makes it throw, and no number is negative or not finite", () => {
    const names = [
      "ratelimit",
      "ratelimit-policy",
      "x-account-ratelimit-reset",
      "x-endpoint-ratelimit-limit",
      "retry-after",
      "date",
    ];
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...names), fc.oneof(fc.string(), fc.stringMatching(/^[";=,rtqw0-9 ]*$/))),
        (headers) => {
          const { stated, retryAfterSeconds = 0 } = readRateHeaders(headers, now);
          const numbers = stated
            .flatMap((report) => Object.values<unknown>({ ...report }))
            .filter((value) => typeof value === "number");
          for (const number of [...numbers, retryAfterSeconds])
            expect(number >= 0 && Number.isFinite(number)).toBe(true);
        },
      ),
    );
  });
});

describe("the ladder", () => {
  const answered = (status: number, more: object = {}): Attempt => ({
    kind: "answered",
    status,
    readable: false,
    odd: false,
    named: false,
    pauseMilliseconds: 0,
    ...more,
  });
  const notSent = (stoppedBy: Stop): Attempt => ({ kind: "notSent", stoppedBy, pauseMilliseconds: 0 });
  const failed = (reached: boolean, code = "ECONNRESET", more: object = {}): Attempt => ({
    kind: "failed",
    reached,
    code,
    ...more,
  });
  const decided = (attempt: Attempt, write: boolean, failures = 1, remainingMilliseconds = 60_000): string => {
    const decision: NextStep = decide(attempt, { write, failures, remainingMilliseconds, random: () => 0.5 });
    return decision.kind === "fail" ? decision.fail : decision.kind;
  };

  test.each<[string, Attempt, string, string]>([
    // what happened, attempt, then for a read, then for a write
    ["a readable success", answered(200, { readable: true }), "done", "done"],
    ["an unreadable success", answered(200), "retry", "unknown"],
    ["a success that shows less than the whole", answered(200, { odd: true }), "odd", "unknown"],
    ["429", answered(429), "retry", "retry"],
    ["429 for longer than there is time", answered(429, { pauseMilliseconds: 60_000 }), "limit", "limit"],
    ["400", answered(400), "refused", "refused"],
    ["a named code with 500", answered(500, { named: true }), "refused", "refused"],
    ["408", answered(408), "retry", "unknown"],
    ["500", answered(500), "retry", "unknown"],
    ["503 for longer than there is time", answered(503, { pauseMilliseconds: 60_000 }), "broken", "unknown"],
    ["301", answered(301), "redirect", "redirect"],
    ["303", answered(303), "redirect", "unknown"],
    ["stopped before sending", notSent("caller"), "cancelled", "cancelled"],
    ["late before sending", notSent("deadline"), "limit", "limit"],
    ["not connected", failed(false, "ECONNREFUSED"), "retry", "retry"],
    ["not connected in time", failed(false, "CONNECT_TIMEOUT"), "retry", "retry"],
    ["a certificate that is not trusted", failed(false, "CERT_HAS_EXPIRED"), "unreachable", "unreachable"],
    ["stopped while connecting", failed(false, "ABORTED", { stoppedBy: "caller" }), "cancelled", "cancelled"],
    ["reset", failed(true), "retry", "unknown"],
    ["no answer in time", failed(true, "ANSWER_TIMEOUT"), "retry", "unknown"],
    ["too large", failed(true, "ANSWER_TOO_LARGE"), "unreadable", "unknown"],
    ["stopped after sending", failed(true, "ABORTED", { stoppedBy: "caller" }), "cancelled", "unknown"],
    ["late after sending", failed(true, "ABORTED", { stoppedBy: "deadline" }), "late", "unknown"],
  ])("%s", (_, attempt, ofRead, ofWrite) => {
    expect([decided(attempt, false), decided(attempt, true)]).toEqual([ofRead, ofWrite]);
  });

  test("patience ends after five attempts, or with the time", () => {
    expect(decided(answered(500), false, maxAttempts - 1)).toBe("retry");
    expect(decided(answered(500), false, maxAttempts)).toBe("broken");
    expect(decided(failed(false, "ENOTFOUND"), true, maxAttempts)).toBe("unreachable");
    expect(decided(answered(500), false, 1, 100)).toBe("broken");
  });

  test("a write that reached the service is never repeated, whatever happened, but for the rate limit", () => {
    const anyAnswer = fc.record({
      status: fc.integer({ min: 100, max: 599 }),
      named: fc.boolean(),
      odd: fc.boolean(),
      pauseMilliseconds: fc.nat(1000),
    });
    fc.assert(
      fc.property(anyAnswer, fc.string(), (answer, code) => {
        if (answer.status !== 429) expect(decided(answered(answer.status, answer), true)).not.toBe("retry");
        expect(decided(failed(true, code), true)).toBe("unknown");
      }),
    );
  });
});

describe("encodeSegment", () => {
  test("whatever it lets through arrives as one segment, and as it was", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const segment = encodeSegment(text);
        if (segment === undefined) return;
        const path = new URL(`https://example.com/v2/x/${segment}/y`).pathname.split("/");
        expect(path).toHaveLength(5);
        expect(decodeURIComponent(path[3] ?? "")).toBe(text);
      }),
    );
    expect(
      ["", ".", "..", "a\n", "\ud800", "x".repeat(600)].filter((text) => encodeSegment(text) !== undefined),
    ).toEqual([]);
    expect(encodeSegment("%2e%2e")).toBe("%252e%252e");
  });
});
