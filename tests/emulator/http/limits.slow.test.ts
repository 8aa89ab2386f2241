/** Section 8 of the API document, and the row 429 of section 7.2. */
import { CostAllocationClient } from "../../../client";
import type { Limits } from "../../../emulator";
import { createTag, start, tagBody, tags, type Reply, type Running } from "../support";

/** An emulator whose clock stands still, with a tag and its version. */
async function frozen(limits: Partial<Limits> = {}): Promise<{ emulator: Running; id: string; version: string }> {
  const emulator = await start({ limits: { enabled: false } });
  const id = await createTag(emulator);
  const version = String((await emulator.send("GET", `${tags}/${id}/versions`)).at("data.0.id"));
  emulator.control.freezeClock();
  emulator.control.setClock("2026-06-01T00:00:00.000Z");
  emulator.control.setLimits({ enabled: true, ...limits });
  return { emulator, id, version };
}

/** How many requests pass before the first 429. */
async function passing(request: () => Promise<Reply>): Promise<number> {
  for (let count = 0; count < 400; count += 1) {
    const { status } = await request();
    if (status === 429) {
      return count;
    }
  }
  return Infinity;
}

describe("section 8, rates per account and route", () => {
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
    const { emulator, id, version } = await frozen();
    const path = template.replace("{id}", id).replace("{version}", version);
    expect(await passing(() => emulator.send(method, path, body === null ? {} : { body }))).toBe(rate);
  });

  test.each([
    ["table", 50, 100],
    ["faq", 100, 300],
  ] as const)("Versions rates by the %s: %d and %d", async (versionsLimits, list, one) => {
    const { emulator, id, version } = await frozen();
    emulator.control.setSwitches({ versionsLimits });
    expect(await passing(() => emulator.send("GET", `${tags}/${id}/versions`))).toBe(list);
    expect(await passing(() => emulator.send("GET", `${tags}/${id}/versions/${version}`))).toBe(one);
  });

  test("rate scope: another account and another route have counts of their own", async () => {
    const { emulator, id } = await frozen({ perRoute: { "*": 1 } });
    const colleague = emulator.control.addCredential({ user: "colleague@example.com" });
    const stranger = emulator.control.addCredential({ user: "stranger@example.com", account: "account-2" });
    expect((await emulator.send("GET", tags)).status).toBe(200);
    expect((await emulator.send("GET", tags, { as: colleague })).status).toBe(429);
    expect((await emulator.send("GET", tags, { as: stranger })).status).toBe(200);
    expect((await emulator.send("GET", `${tags}/${id}`)).status).toBe(200);
    expect((await emulator.send("GET", `${tags}/${id}/versions`)).status).toBe(200);
  });

  test("the minute over, requests pass again", async () => {
    const { emulator } = await frozen({ perRoute: { [`GET ${tags}`]: 1 } });
    expect((await emulator.send("GET", tags)).status).toBe(200);
    emulator.control.advanceClock(59_999);
    expect((await emulator.send("GET", tags)).status).toBe(429);
    emulator.control.advanceClock(1);
    expect((await emulator.send("GET", tags)).status).toBe(200);
  });

  test("a request that is refused for its limit does nothing", async () => {
    const { emulator, id } = await frozen({ perRoute: { [`DELETE ${tags}/{id}`]: 0 } });
    expect((await emulator.send("DELETE", `${tags}/${id}`)).status).toBe(429);
    expect((await emulator.send("GET", `${tags}/${id}`)).status).toBe(200);
  });

  test("perAccount counts over all routes", async () => {
    const { emulator, id } = await frozen({ perAccount: 2 });
    const paths = [tags, `${tags}/${id}`, `${tags}/${id}/versions`];
    const statuses = [];
    for (const path of paths) {
      statuses.push((await emulator.send("GET", path)).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });

  test("concurrent limits the requests of one credential at once", async () => {
    const { emulator } = await frozen({ concurrent: 2 });
    emulator.control.placeFault({ kind: "slow", milliseconds: 500, times: 3 });
    const replies = await Promise.all([1, 2, 3].map(() => emulator.send("GET", tags)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 429]);
    expect((await emulator.send("GET", tags)).status).toBe(200);
  });
});

describe("section 7.2, the headers of 429 and of every counted answer", () => {
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

  async function third(limits: Partial<Limits>): Promise<{ first: Reply; refused: Reply }> {
    const { emulator } = await frozen({ ...limit, ...limits });
    const first = await emulator.send("GET", tags);
    emulator.control.advanceClock(20_000);
    await emulator.send("GET", tags);
    const refused = await emulator.send("GET", tags);
    expect(refused).toMatchObject({ status: 429, body: { error: "TOO_MANY_REQUESTS" } });
    return { first, refused };
  }

  test("draft7: one header with limit, remaining and reset", async () => {
    const { first, refused } = await third({ headers: "draft7" });
    expect(limitHeaders(first)).toEqual({ ratelimit: "limit=2, remaining=1, reset=60" });
    expect(limitHeaders(refused)).toEqual({ ratelimit: "limit=2, remaining=0, reset=40" });
  });

  test("draft8: the policy stands in a header of its own", async () => {
    const { first, refused } = await third({ headers: "draft8" });
    expect(limitHeaders(first)).toEqual({ ratelimit: '"default";r=1;t=60', "ratelimit-policy": '"default";q=2;w=60' });
    expect(limitHeaders(refused)).toMatchObject({ ratelimit: '"default";r=0;t=40' });
  });

  test.each([
    ["seconds", "40"],
    ["epochSeconds", "1780272060"],
    ["epochMilliseconds", "1780272060000"],
  ] as const)("split, reset in %s", async (reset, expected) => {
    const { refused } = await third({ headers: "split", reset });
    expect(limitHeaders(refused)).toEqual(splitAt("0", expected));
  });

  test("all, the default: those of draft7 and the split ones", async () => {
    const { first } = await third({});
    expect(limitHeaders(first)).toEqual({ ratelimit: "limit=2, remaining=1, reset=60", ...splitAt("1", "60") });
  });

  test("none: no answer has a header of limits", async () => {
    const { first, refused } = await third({ headers: "none" });
    expect([limitHeaders(first), limitHeaders(refused)]).toEqual([{}, {}]);
  });

  test.each([
    ["seconds", "40"],
    ["date", "Mon, 01 Jun 2026 00:01:00 GMT"],
    ["none", null],
  ] as const)("Retry-After in %s", async (retryAfter, expected) => {
    const { refused } = await third({ retryAfter });
    expect(refused.headers.get("retry-after")).toBe(expected);
  });
});

describe("with limits off", () => {
  const free = "limit=1000000, remaining=1000000, reset=60";

  test("every request passes, and each answer says that there is room for more", async () => {
    const { emulator } = await frozen({ enabled: false, perAccount: 1, perRoute: { "*": 1 } });
    expect(await passing(() => emulator.send("GET", tags))).toBe(Infinity);
    const { headers } = await emulator.send("GET", tags);
    expect(headers.get("ratelimit")).toBe(free);
    expect(headers.get("x-account-ratelimit-remaining")).toBe("1000000");
    expect(headers.get("x-endpoint-ratelimit-reset")).toBe("60");
  });

  test.each([
    ["draft7", free],
    ["draft8", '"default";r=1000000;t=60'],
    ["split", null],
    ["none", null],
  ] as const)("headers: %s", async (headers, expected) => {
    const { emulator } = await frozen({ enabled: false, headers });
    const reply = await emulator.send("GET", tags);
    expect(reply.headers.get("ratelimit")).toBe(expected);
    expect(reply.headers.has("x-endpoint-ratelimit-limit")).toBe(headers === "split");
  });

  test("a client that paces itself until headers tell it more runs free", async () => {
    const emulator = await start();
    const client = new CostAllocationClient({
      baseUrl: emulator.url,
      clientId: emulator.clientId,
      secretKey: emulator.secretKey,
    });
    for (let count = 0; count < 120; count += 1) {
      await client.virtualTags.create({ name: `Team ${count}`, rules: [], defaultValue: "other" });
    }
    expect(emulator.control.requests().filter(({ method }) => method === "POST")).toHaveLength(120);
  });
});
