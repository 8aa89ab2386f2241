/** The control: the clock, and all methods over HTTP. */
import { once } from "node:events";
import * as http from "node:http";
import { openApiDocument } from "../../../emulator";
import { createTag, emulator, startForTest, tags } from "../testEmulator";

beforeEach(startForTest);

/** Calls a method of the control over HTTP. */
async function callOverHttp(name: string, argument?: unknown, method = "POST", headers: Record<string, string> = {}) {
  const body = argument === undefined ? {} : { body: JSON.stringify(argument) };
  const response = await fetch(`${emulator.url}/_emulator/${name}`, { method, headers, ...body });
  return { status: response.status, body: await response.json() };
}

describe("the clock", () => {
  test("can be set, frozen, advanced and resumed", () => {
    const { control } = emulator;
    const time = Date.parse("2026-02-03T04:05:06.789Z");
    control.freezeClock();
    control.setClock("2026-02-03T04:05:06.789Z");
    expect(control.now()).toBe(time);
    control.advanceClock(1000);
    expect(control.now()).toBe(time + 1000);
    control.resumeClock();
    expect(control.now() - time - 1000).toBeLessThan(60_000);
    control.setClock(time);
    expect(control.now()).toBeGreaterThanOrEqual(time);
    expect(() => {
      control.setClock("yesterday");
    }).toThrow(TypeError);
    expect(() => {
      control.advanceClock(8.64e15);
    }).toThrow(TypeError);
  });

  test("sets the dates of new tags", async () => {
    emulator.control.freezeClock();
    emulator.control.setClock("2024-09-29T08:20:37Z");
    const id = await createTag(emulator);
    expect((await emulator.send("GET", `${tags}/${id}`)).at("data.createdAt")).toBe(
      "Sun Sep 29 2024 08:20:37 GMT+0000 (Greenwich Mean Time)",
    );
  });
});

describe("over HTTP", () => {
  test("every method works as in process", async () => {
    const id = await createTag(emulator);
    const { control } = emulator;
    expect((await callOverHttp("exportState", undefined, "GET")).body).toEqual(control.exportState());
    expect((await callOverHttp("requests", undefined, "GET")).body).toEqual(control.requests());
    expect((await callOverHttp("switches", undefined, "GET")).body).toEqual(control.switches());
    expect((await callOverHttp("limits", undefined, "GET")).body).toEqual(control.limits());
    expect((await callOverHttp("openapi", undefined, "GET")).body).toEqual(openApiDocument());
    expect((await callOverHttp("placeFault", { kind: "status", times: 1 })).body).toBe(1);
    expect((await callOverHttp("faults", undefined, "GET")).body).toEqual(control.faults());
    expect((await emulator.send("GET", tags)).status).toBe(503);
    await callOverHttp("freezeClock");
    await callOverHttp("setClock", "2026-01-01");
    await callOverHttp("advanceClock", 5);
    expect((await callOverHttp("now", undefined, "GET")).body).toBe(Date.parse("2026-01-01") + 5);
    await callOverHttp("setSwitches", { dates: "iso" });
    await callOverHttp("setLimits", { headers: "draft8" });
    expect([control.switches().dates, control.limits().headers]).toEqual(["iso", "draft8"]);
    const { body: colleague } = await callOverHttp("addCredential", { user: "colleague@example.com" });
    const as = colleague as { clientId: string; secretKey: string };
    expect((await emulator.send("GET", `${tags}/${id}`, { as })).status).toBe(200);
    const nobody = { type: "private", users: [], groups: [] };
    await callOverHttp("setAcl", { id, acl: { read: nobody, write: nobody } });
    expect((await emulator.send("GET", `${tags}/${id}`)).status).toBe(403);
    await callOverHttp("seed");
    expect((await emulator.send("GET", tags)).at("data.virtualTags")).toHaveLength(4);
    await callOverHttp("reset");
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
    expect(await callOverHttp(name, argument)).toEqual({ status, body: { message: expect.any(String) as unknown } });
  });

  test("importState rejects an invalid state, and keeps the data", async () => {
    await createTag(emulator);
    expect(await callOverHttp("importState", { format: 2 })).toMatchObject({ status: 400 });
    expect((await emulator.send("GET", tags)).at("data.virtualTags")).toHaveLength(1);
  });

  test("a method that changes something requires POST", async () => {
    await createTag(emulator);
    expect(await callOverHttp("reset", undefined, "GET")).toMatchObject({ status: 405 });
    expect((await emulator.send("GET", tags)).at("data.virtualTags")).toHaveLength(1);
  });

  test("a request from a web page is rejected", async () => {
    expect(await callOverHttp("reset", undefined, "POST", { origin: "https://evil.example" })).toMatchObject({
      status: 403,
    });
  });

  test("a request with another host name is rejected", async () => {
    const url = `${emulator.url}/_emulator/exportState`;
    const [response] = (await once(http.get(url, { headers: { host: "evil.example" } }), "response")) as [
      http.IncomingMessage,
    ];
    response.resume();
    expect(response.statusCode).toBe(403);
  });

  test("the control requires no credentials, and is not in the request log", async () => {
    await callOverHttp("now", undefined, "GET");
    expect(emulator.control.requests()).toEqual([]);
  });
});
