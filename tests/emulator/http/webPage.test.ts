/** Requests from web pages: a foreign `Host` or an `Origin` is refused, although the default credentials are well known. */
import { once } from "node:events";
import * as http from "node:http";
import { createTag, emulator, startForTest, tags } from "../testEmulator";

beforeEach(startForTest);

/** Sends a request with these headers, and the credentials. Unlike `fetch`, it can set the host. */
async function send(method: string, path: string, headers: http.OutgoingHttpHeaders): Promise<[number, string]> {
  const credentials = { "x-service-client-id": emulator.clientId, "x-service-secret-key": emulator.secretKey };
  const request = http.request(emulator.url + path, { method, headers: { ...credentials, ...headers } });
  request.end();
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) {
    text += String(chunk);
  }
  return [response.statusCode ?? 0, text];
}

const port = (): string => new URL(emulator.url).port;

test.each([
  ["another host", { host: "evil.example" }],
  ["another host with the right port", () => ({ host: `evil.example:${port()}` })],
  ["a host that only starts like this machine", { host: "localhost.evil.example" }],
  ["an origin", { origin: "https://evil.example" }],
  ["the origin null", { origin: "null" }],
  ["the emulator as the origin", () => ({ origin: emulator.url })],
])("a service route refuses %s with 403", async (_what, headers) => {
  const id = await createTag(emulator);
  const sent = typeof headers === "function" ? headers() : headers;
  for (const [method, path] of [
    ["GET", tags],
    ["DELETE", `${tags}/${id}`],
    ["GET", "/v1/endpoints"],
    ["OPTIONS", tags],
    ["GET", "/nowhere"],
  ] as const) {
    const [status, text] = await send(method, path, sent);
    expect([status, JSON.parse(text)]).toEqual([403, expect.objectContaining({ error: "FORBIDDEN" })]);
  }
  expect((await emulator.send("GET", tags)).at("data.virtualTags")).toHaveLength(1);
});

test.each(["localhost", "LOCALHOST", "127.0.0.1"])(
  "a service route accepts the host %s, with or without the port",
  async (host) => {
    for (const sent of [host, `${host}:${port()}`]) {
      expect((await send("GET", tags, { host: sent }))[0]).toBe(200);
    }
  },
);

test("a refused request is in the log, and doesn't use up a fault ", async () => {
  emulator.control.placeFault({ kind: "status", times: 1 });
  await send("GET", tags, { origin: "https://evil.example" });
  expect(emulator.control.requests()).toMatchObject([{ path: tags, status: 403 }]);
  expect(emulator.control.faults()).toMatchObject([{ struck: 0 }]);
});
