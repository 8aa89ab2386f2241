/** The control over HTTP, and the clock. */
import { once } from "node:events";
import * as http from "node:http";
import { openApiDocument } from "../../../emulator";
import { createTag, emulator, startAnew, tags } from "../support";

beforeEach(startAnew);

/** Calls the control over HTTP. */
async function over(name: string, argument?: unknown, method = "POST", headers: Record<string, string> = {}) {
  const body = argument === undefined ? {} : { body: JSON.stringify(argument) };
  const response = await fetch(`${emulator.url}/_emulator/${name}`, { method, headers, ...body });
  return { status: response.status, body: await response.json() };
}

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

  test("what is no state is refused, and nothing is lost", async () => {
    await createTag(emulator);
    expect(await over("importState", { format: 2 })).toMatchObject({ status: 400 });
    expect((await emulator.send("GET", tags)).at("data.virtualTags")).toHaveLength(1);
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
