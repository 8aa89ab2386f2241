/** The control, in process and over HTTP; the request log; what starting and stopping promises. */
import { once } from "node:events";
import * as http from "node:http";
import type { Emulator, EmulatorState, StoredTag, StoredVersion } from "../../emulator/index";
import { openApiDocument, startEmulator } from "../../emulator/index";
import { createTag, isoDate, start, stopAll, tagBody, tags, type Running } from "./support";

afterEach(stopAll);

let emulator: Running;
beforeEach(async () => {
  emulator = await start();
});

/** Calls the control over HTTP. */
async function over(name: string, argument?: unknown, method = "POST", headers: Record<string, string> = {}) {
  const body = argument === undefined ? {} : { body: JSON.stringify(argument) };
  const response = await fetch(`${emulator.url}/_emulator/${name}`, { method, headers, ...body });
  return { status: response.status, body: await response.json() };
}

describe("the request log", () => {
  test("has method, path, query, route, client, body and status", async () => {
    const id = await createTag(emulator, "Team", "a", "?setAsLive=false");
    await emulator.send("GET", `${tags}/${id}`);
    await emulator.send("GET", "/nowhere", { as: { clientId: "nobody", secretKey: "x" } });
    const [create, get, nowhere] = emulator.control.requests();
    expect(create).toEqual({
      time: isoDate,
      method: "POST",
      path: tags,
      query: { setAsLive: "false" },
      route: `POST ${tags}`,
      clientId: "emulator",
      body: tagBody("Team", "a"),
      status: 200,
    });
    expect(get).toMatchObject({ path: `${tags}/${id}`, route: `GET ${tags}/{id}`, status: 200 });
    expect(get).not.toHaveProperty("body");
    expect(nowhere).toMatchObject({ route: null, clientId: "(unknown)", status: 404 });
    emulator.control.clearRequests();
    expect(emulator.control.requests()).toEqual([]);
  });

  test("never holds a secret: not the key, not the address of a Slack endpoint", async () => {
    const to = "https://hooks.slack.example/services/T/B/very-secret";
    const good = { type: "slack", name: "x", configuration: { to } };
    const bodies = [good, { ...good, type: "Slack" }, { ...good, type: undefined }, { ...good, configuration: to }];
    for (const body of [...bodies, `${JSON.stringify(good)}}`]) {
      await emulator.send("POST", "/v1/endpoints", { body });
    }
    const log = JSON.stringify(emulator.control.requests());
    expect(log).not.toContain("very-secret");
    expect(log).not.toContain("emulator-secret");
    expect(emulator.control.requests()[0]?.body).toEqual({ ...good, configuration: { to: "***" } });
  });

  test("never holds what stands in the place of a client ID", async () => {
    const colleague = emulator.control.addCredential({ user: "colleague@example.com" });
    await emulator.send("GET", tags, { as: colleague });
    await emulator.send("GET", tags, { as: { clientId: emulator.secretKey, secretKey: emulator.clientId } });
    await fetch(emulator.url + tags);
    expect(emulator.control.requests().map(({ clientId }) => clientId)).toEqual([
      colleague.clientId,
      "(unknown)",
      null,
    ]);
  });

  test("has a body as it came, where a configuration is no address", async () => {
    const body = { configuration: { groups: ["g"] } };
    await emulator.send("PUT", `${tags}/${await createTag(emulator)}/metadata`, { body });
    expect(emulator.control.requests().at(-1)).toMatchObject({ status: 200, body });
  });

  test("never holds an address that was sent to a wrong path", async () => {
    const body = { type: "slack", name: "x", configuration: { to: "https://hooks.slack.example/very-secret" } };
    await emulator.send("POST", "/v1/endpoint", { body });
    expect(JSON.stringify(emulator.control.requests())).not.toContain("very-secret");
  });

  test("a logged request cannot be altered from outside", async () => {
    await createTag(emulator);
    emulator.control.requests().splice(0);
    expect(emulator.control.requests()).toHaveLength(1);
  });
});

describe("state", () => {
  test("goes out and in as JSON", async () => {
    const id = await createTag(emulator);
    await emulator.send("PUT", `${tags}/${id}/metadata`, { body: { platform: { groups: ["g"] } } });
    await emulator.send("POST", "/v1/endpoints", { body: { type: "email", name: "x", configuration: { to: "y" } } });
    const colleague = emulator.control.addCredential({ user: "colleague@example.com" });
    const state = emulator.control.exportState();
    const before = (await emulator.send("GET", tags)).at("data");

    const other = await start();
    other.control.importState(JSON.parse(JSON.stringify(state)) as typeof state);
    expect(other.control.exportState()).toEqual(state);
    expect((await other.send("GET", tags, { as: colleague })).at("data")).toEqual(before);
    expect((await other.send("GET", tags)).at("data")).toEqual(before);
  });

  test("an exported state is a copy", async () => {
    await createTag(emulator);
    const state = emulator.control.exportState();
    state.accounts.length = 0;
    expect(emulator.control.exportState().accounts).toHaveLength(1);
  });

  test("secret keys are in it as hashes only", () => {
    const { secretKey } = emulator.control.addCredential({ user: "a@example.com" });
    expect(JSON.stringify(emulator.control.exportState())).not.toContain(secretKey);
  });

  test("what is no state is refused, and nothing is lost", async () => {
    await createTag(emulator);
    expect(await over("importState", { format: 2 })).toMatchObject({ status: 400 });
    expect((await emulator.send("GET", tags)).at("data.virtualTags")).toHaveLength(1);
  });

  describe("a state that the service could not have come to is refused", () => {
    const content = JSON.stringify({ name: "Team", defaultValue: "other", rules: [] });
    const open = { type: "public", users: [], groups: [] };
    const version = (id: string, isLive: boolean, text = content): StoredVersion => ({
      id,
      createdAt: 1,
      createdBy: "a@example.com",
      isLive,
      content: text,
    });
    const tag = (id: string, ...versions: StoredVersion[]): StoredTag => ({
      id,
      createdAt: 1,
      createdBy: "a@example.com",
      acl: { read: open, write: open },
      versions,
      metadata: {},
    });
    const account = (id: string, ...found: StoredTag[]) => ({ id, tags: found, endpoints: [] });
    const state = (...accounts: EmulatorState["accounts"]): EmulatorState => ({ format: 1, accounts, credentials: [] });
    const credential = { clientId: "c", secretHash: "0".repeat(64), account: "a", user: "u", groups: [] };
    const endpoint = { id: "e", type: "email", name: "x", createdAt: 1 };
    const live = version("v", true);

    test.each<[string, EmulatorState, string]>([
      ["content that is not JSON", state(account("a", tag("t", version("v", true, "{")))), "versions.0.content"],
      ["content that is null", state(account("a", tag("t", version("v", true, "null")))), "versions.0.content"],
      ["content without rules", state(account("a", tag("t", live, version("w", false, "{}")))), "versions.1.content"],
      [
        "a name that is no text",
        state(account("a", tag("t", version("v", true, content.replace('"Team"', "1"))))),
        "versions.0.content",
      ],
      ["two live versions", state(account("a", tag("t", live, version("w", true)))), "accounts.0.tags.0.versions"],
      [
        "two versions of one ID",
        state(account("a", tag("t", live, version("v", false)))),
        "accounts.0.tags.0.versions",
      ],
      ["two tags of one ID", state(account("a", tag("t", live), tag("t", live))), "accounts.0.tags"],
      ["two accounts of one ID", state(account("a"), account("a")), "accounts"],
      ["two endpoints of one ID", state({ ...account("a"), endpoints: [endpoint, endpoint] }), "accounts.0.endpoints"],
      ["two credentials of one ID", { ...state(), credentials: [credential, credential] }, "credentials"],
    ])("%s", async (_what, wrong, place) => {
      await createTag(emulator);
      expect(() => {
        emulator.control.importState(wrong);
      }).toThrow(new RegExp(`^Not an exported state: .*${place}`));
      expect((await emulator.send("GET", tags)).at("data.virtualTags")).toHaveLength(1);
    });

    test("none live, and one ID in two accounts, are no mistakes", () => {
      const good = state(account("a", tag("t", version("v", false))), account("b", tag("t", live)));
      emulator.control.importState(good);
      expect(emulator.control.exportState()).toEqual(good);
    });
  });

  test("reset is as if just started", async () => {
    await createTag(emulator);
    const colleague = emulator.control.addCredential({ user: "colleague@example.com" });
    emulator.control.setClock("2030-01-01");
    emulator.control.freezeClock();
    emulator.control.setSwitches({ dates: "iso" });
    emulator.control.setLimits({ enabled: true, perRoute: { "*": 0 } });
    emulator.control.placeFault({ kind: "reset" });
    emulator.control.reset();
    expect((await emulator.send("GET", tags)).at("data.virtualTags")).toEqual([]);
    expect((await emulator.send("GET", tags, { as: colleague })).status).toBe(401);
    expect(emulator.control.switches().dates).toBe("long");
    expect(Math.abs(emulator.control.now() - Date.now())).toBeLessThan(60_000);
    expect(emulator.control.requests()).toHaveLength(2);
  });
});

describe("the clock", () => {
  test("set, frozen, advanced, resumed", () => {
    const { control } = emulator;
    const moment = Date.parse("2026-02-03T04:05:06.789Z");
    control.freezeClock();
    control.setClock("2026-02-03T04:05:06.789Z");
    expect(control.now()).toBe(moment);
    control.advanceClock(1000);
    expect(control.now()).toBe(moment + 1000);
    control.resumeClock();
    expect(control.now() - moment - 1000).toBeLessThan(60_000);
    control.setClock(moment);
    expect(control.now()).toBeGreaterThanOrEqual(moment);
    expect(() => {
      control.setClock("yesterday");
    }).toThrow("Not a moment");
    expect(() => {
      control.advanceClock(8.64e15);
    }).toThrow("Not a moment");
  });

  test("stamps what is written", async () => {
    emulator.control.freezeClock();
    emulator.control.setClock("2024-09-29T08:20:37Z");
    const id = await createTag(emulator);
    expect((await emulator.send("GET", `${tags}/${id}`)).at("data.createdAt")).toBe(
      "Sun Sep 29 2024 08:20:37 GMT+0000 (Greenwich Mean Time)",
    );
  });
});

describe("over HTTP", () => {
  test("the control is the same as in process", async () => {
    const id = await createTag(emulator);
    const { control } = emulator;
    expect((await over("exportState", undefined, "GET")).body).toEqual(control.exportState());
    expect((await over("requests", undefined, "GET")).body).toEqual(control.requests());
    expect((await over("switches", undefined, "GET")).body).toEqual(control.switches());
    expect((await over("limits", undefined, "GET")).body).toEqual(control.limits());
    expect((await over("openapi", undefined, "GET")).body).toEqual(openApiDocument());
    expect((await over("placeFault", { kind: "status", times: 1 })).body).toBe(1);
    expect((await over("faults", undefined, "GET")).body).toEqual(control.faults());
    expect((await emulator.send("GET", tags)).status).toBe(503);
    await over("freezeClock");
    await over("setClock", "2026-01-01");
    await over("advanceClock", 5);
    expect((await over("now", undefined, "GET")).body).toBe(Date.parse("2026-01-01") + 5);
    await over("setSwitches", { dates: "iso" });
    await over("setLimits", { headers: "draft8" });
    expect([control.switches().dates, control.limits().headers]).toEqual(["iso", "draft8"]);
    const { body: colleague } = await over("addCredential", { user: "colleague@example.com" });
    const as = colleague as { clientId: string; secretKey: string };
    expect((await emulator.send("GET", `${tags}/${id}`, { as })).status).toBe(200);
    const nobody = { type: "private", users: [], groups: [] };
    await over("setAcl", { id, acl: { read: nobody, write: nobody } });
    expect((await emulator.send("GET", `${tags}/${id}`)).status).toBe(403);
    await over("seed");
    expect((await emulator.send("GET", tags)).at("data.virtualTags")).toHaveLength(4);
    await over("reset");
    expect(control.exportState().accounts).toEqual([]);
  });

  test.each([
    ["unknown", undefined, 404],
    ["constructor", undefined, 404],
    ["placeFault", { kind: "explode" }, 400],
    ["placeFault", { kind: "status", status: 200 }, 400],
    ["setSwitches", { dates: "julian" }, 400],
    ["setSwitches", { unknown: true }, 400],
    ["setLimits", { perRoute: { "*": -1 } }, 400],
    ["addCredential", {}, 400],
    ["setAcl", { id: "none" }, 400],
    ["setClock", "soon", 400],
  ])("%s with %j: %d", async (name, argument, status) => {
    expect(await over(name, argument)).toEqual({ status, body: { message: expect.any(String) as unknown } });
  });

  test("what alters something wants a POST", async () => {
    await createTag(emulator);
    expect(await over("reset", undefined, "GET")).toMatchObject({ status: 405 });
    expect((await emulator.send("GET", tags)).at("data.virtualTags")).toHaveLength(1);
  });

  test("a web page in a browser cannot get at it", async () => {
    expect(await over("reset", undefined, "POST", { origin: "https://evil.example" })).toMatchObject({ status: 403 });
  });

  test("a name on the internet that points to this machine does not reach it", async () => {
    const url = `${emulator.url}/_emulator/exportState`;
    const [response] = (await once(http.get(url, { headers: { host: "evil.example" } }), "response")) as [
      http.IncomingMessage,
    ];
    response.resume();
    expect(response.statusCode).toBe(403);
  });

  test("the service's credentials and log are apart from it", async () => {
    await over("now", undefined, "GET");
    expect(emulator.control.requests()).toEqual([]);
  });
});

describe("startEmulator", () => {
  test("refuses what is no switch and no limit", async () => {
    await expect(startEmulator({ switches: { dates: "julian" as "iso" } })).rejects.toThrow(/^Not switches .*dates/);
    await expect(startEmulator({ limits: { perAccount: -1 } })).rejects.toThrow("Not limits: perAccount");
  });

  test("a taken port is an error", async () => {
    const port = Number(new URL(emulator.url).port);
    await expect(startEmulator({ port })).rejects.toThrow("EADDRINUSE");
  });

  test("listens on 127.0.0.1, and after stop no more; a port that is given is taken", async () => {
    const port = Number(new URL(emulator.url).port);
    expect(new URL(emulator.url).hostname).toBe("127.0.0.1");
    await Promise.all([emulator.stop(), emulator.stop()]);
    await expect(fetch(emulator.url)).rejects.toThrow("fetch failed");
    const again: Emulator = await startEmulator({ port });
    expect(again.url).toBe(emulator.url);
    await again.stop();
  });

  test("stop does not wait for a request that is never answered", async () => {
    emulator.control.placeFault({ kind: "timeout" });
    const pending = expect(emulator.send("GET", tags)).rejects.toThrow("fetch failed");
    while (emulator.control.requests().length === 0) {
      await new Promise(setImmediate);
    }
    await emulator.stop();
    await pending;
  });

  test("the first credential is what the options say", async () => {
    const options = { clientId: "c", secretKey: "s", account: "acme", user: "me@example.com" };
    const own = await start(options);
    expect([own.clientId, own.secretKey]).toEqual(["c", "s"]);
    const reply = await own.send("POST", "/v1/endpoints", {
      body: { type: "email", name: "x", configuration: { to: "y" } },
    });
    expect(reply.at("endpoint")).toMatchObject({ accountId: "acme", createdBy: "me@example.com" });
  });
});
