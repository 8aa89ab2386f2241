/** Rate limits, and status 429. */
import { CostAllocationClient } from "../../../client";
import type { Limits } from "../../../emulator";
import { createTag, start, tagBody, tags, type Reply, type TestEmulator } from "../testEmulator";

/** Starts an emulator with a frozen clock and one tag. */
async function startFrozen(
  limits: Partial<Limits> = {},
): Promise<{ emulator: TestEmulator; id: string; version: string }> {
  const emulator = await start({ limits: { enabled: false } });
  const id = await createTag(emulator);
  const version = String((await emulator.send("GET", `${tags}/${id}/versions`)).at("data.0.id"));
  emulator.control.freezeClock();
  emulator.control.setClock("2026-06-01T00:00:00.000Z");
  emulator.control.setLimits({ enabled: true, ...limits });
  return { emulator, id, version };
}

/** Returns the number of requests before the first 429. */
async function countUntilLimit(request: () => Promise<Reply>): Promise<number> {
  for (let count = 0; count < 60; count += 1) {
    const { status } = await request();
    if (status === 429) {
      return count;
    }
  }
  return Infinity;
}

describe("rates per account and route", () => {
  const rows: [string, string, number, object | null][] = [
    ["GET", tags, 50, null],
    ["GET", `${tags}/{id}`, 100, null],
    ["POST", tags, 50, tagBody()],
    ["PUT", `${tags}/{id}`, 100, tagBody()],
    ["DELETE", `${tags}/{id}`, 100, null],
    ["GET", `${tags}/{id}/versions`, 50, null],
    ["GET", `${tags}/{id}/versions/{version}`, 100, null],
    ["GET", `${tags}/{id}/metadata`, 100, null],
    ["PUT", `${tags}/{id}/metadata`, 100, {}],
    ["GET", "/v1/endpoints", 50, null],
  ];

  test.each(rows)("%s %s: %d per minute", async (method, template, rate, body) => {
    const { emulator, id, version } = await startFrozen();
    const path = template.replace("{id}", id).replace("{version}", version);
    const { headers } = await emulator.send(method, path, body === null ? {} : { body });
    expect(headers.get("ratelimit")).toBe(`limit=${rate}, remaining=${rate - 1}, reset=60`);
  });

  test("the request after the last one that a rate allows is refused", async () => {
    const { emulator } = await startFrozen();
    expect(await countUntilLimit(() => emulator.send("GET", tags))).toBe(50);
  });

  test("rate scope: per account and route", async () => {
    const { emulator, id } = await startFrozen({ perRoute: { "*": 1 } });
    const colleague = emulator.control.addCredential({ user: "colleague@example.com" });
    const stranger = emulator.control.addCredential({ user: "stranger@example.com", account: "account-2" });
    expect((await emulator.send("GET", tags)).status).toBe(200);
    expect((await emulator.send("GET", tags, { as: colleague })).status).toBe(429);
    expect((await emulator.send("GET", tags, { as: stranger })).status).toBe(200);
    expect((await emulator.send("GET", `${tags}/${id}`)).status).toBe(200);
    expect((await emulator.send("GET", `${tags}/${id}/versions`)).status).toBe(200);
  });

  test("the limit resets after a minute", async () => {
    const { emulator } = await startFrozen({ perRoute: { [`GET ${tags}`]: 1 } });
    expect((await emulator.send("GET", tags)).status).toBe(200);
    emulator.control.advanceClock(59_999);
    expect((await emulator.send("GET", tags)).status).toBe(429);
    emulator.control.advanceClock(1);
    expect((await emulator.send("GET", tags)).status).toBe(200);
  });

  test("a rate-limited request changes nothing", async () => {
    const { emulator, id } = await startFrozen({ perRoute: { [`DELETE ${tags}/{id}`]: 0 } });
    expect((await emulator.send("DELETE", `${tags}/${id}`)).status).toBe(429);
    expect((await emulator.send("GET", `${tags}/${id}`)).status).toBe(200);
  });

  test("perAccount limits requests over all routes", async () => {
    const { emulator, id } = await startFrozen({ perAccount: 2 });
    const paths = [tags, `${tags}/${id}`, `${tags}/${id}/versions`];
    const statuses = [];
    for (const path of paths) {
      statuses.push((await emulator.send("GET", path)).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });

  test("concurrent limits the concurrent requests of a client ID", async () => {
    const { emulator } = await startFrozen({ concurrent: 2 });
    emulator.control.placeFault({ kind: "slow", milliseconds: 500, times: 3 });
    const replies = await Promise.all([1, 2, 3].map(() => emulator.send("GET", tags)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 429]);
    expect((await emulator.send("GET", tags)).status).toBe(200);
  });
});

describe("rate-limit headers", () => {
  const limit = { perRoute: { "*": 2 } };
  const splitAt = (remaining: string, reset: string): object =>
    Object.fromEntries(
      ["account", "endpoint"].flatMap((scope) => [
        [`x-${scope}-ratelimit-limit`, "2"],
        [`x-${scope}-ratelimit-remaining`, remaining],
        [`x-${scope}-ratelimit-reset`, reset],
      ]),
    );
  const limitHeaders = ({ headers }: Reply): object =>
    Object.fromEntries([...headers].filter(([name]) => name.includes("ratelimit")));

  async function exceed(limits: Partial<Limits>): Promise<{ first: Reply; limited: Reply }> {
    const { emulator } = await startFrozen({ ...limit, ...limits });
    const first = await emulator.send("GET", tags);
    emulator.control.advanceClock(20_000);
    await emulator.send("GET", tags);
    const limited = await emulator.send("GET", tags);
    expect(limited).toMatchObject({ status: 429, body: { error: "TOO_MANY_REQUESTS" } });
    return { first, limited };
  }

  test("draft7: ratelimit with limit, remaining and reset", async () => {
    const { first, limited } = await exceed({ headers: "draft7" });
    expect(limitHeaders(first)).toEqual({ ratelimit: "limit=2, remaining=1, reset=60" });
    expect(limitHeaders(limited)).toEqual({ ratelimit: "limit=2, remaining=0, reset=40" });
  });

  test("draft8: ratelimit, and ratelimit-policy", async () => {
    const { first, limited } = await exceed({ headers: "draft8" });
    expect(limitHeaders(first)).toEqual({ ratelimit: '"default";r=1;t=60', "ratelimit-policy": '"default";q=2;w=60' });
    expect(limitHeaders(limited)).toMatchObject({ ratelimit: '"default";r=0;t=40' });
  });

  test.each([
    ["seconds", "40"],
    ["epochSeconds", "1780272060"],
    ["epochMilliseconds", "1780272060000"],
  ] as const)("split: reset as %s", async (reset, expected) => {
    const { limited } = await exceed({ headers: "split", reset });
    expect(limitHeaders(limited)).toEqual(splitAt("0", expected));
  });

  test("all, the default: the headers of draft7 and split", async () => {
    const { first } = await exceed({});
    expect(limitHeaders(first)).toEqual({ ratelimit: "limit=2, remaining=1, reset=60", ...splitAt("1", "60") });
  });

  test("none: no rate-limit headers", async () => {
    const { first, limited } = await exceed({ headers: "none" });
    expect([limitHeaders(first), limitHeaders(limited)]).toEqual([{}, {}]);
  });

  test.each([
    ["seconds", "40"],
    ["date", "Mon, 01 Jun 2026 00:01:00 GMT"],
    ["none", null],
  ] as const)("Retry-After as %s", async (retryAfter, expected) => {
    const { limited } = await exceed({ retryAfter });
    expect(limited.headers.get("retry-after")).toBe(expected);
  });
});

describe("with limits disabled", () => {
  const unlimited = "limit=1000000, remaining=1000000, reset=60";

  test("every request succeeds, and the headers show a high limit", async () => {
    const { emulator } = await startFrozen({ enabled: false, perAccount: 1, perRoute: { "*": 1 } });
    expect(await countUntilLimit(() => emulator.send("GET", tags))).toBe(Infinity);
    const { headers } = await emulator.send("GET", tags);
    expect(headers.get("ratelimit")).toBe(unlimited);
    expect(headers.get("x-account-ratelimit-remaining")).toBe("1000000");
    expect(headers.get("x-endpoint-ratelimit-reset")).toBe("60");
  });

  test.each([
    ["draft7", unlimited],
    ["draft8", '"default";r=1000000;t=60'],
    ["split", null],
    ["none", null],
  ] as const)("headers: %s", async (headers, expected) => {
    const { emulator } = await startFrozen({ enabled: false, headers });
    const reply = await emulator.send("GET", tags);
    expect(reply.headers.get("ratelimit")).toBe(expected);
    expect(reply.headers.has("x-endpoint-ratelimit-limit")).toBe(headers === "split");
  });

  test("the client, which follows the headers, never waits", async () => {
    const emulator = await start();
    const client = new CostAllocationClient({
      baseUrl: emulator.url,
      clientId: emulator.clientId,
      secretKey: emulator.secretKey,
    });
    for (let count = 0; count < 60; count += 1) {
      await client.virtualTags.create({ name: `Team ${count}`, rules: [], defaultValue: "other" });
    }
    expect(emulator.control.requests().filter(({ method }) => method === "POST")).toHaveLength(60);
  });
});
