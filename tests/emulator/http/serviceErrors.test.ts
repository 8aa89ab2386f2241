/** Errors: named codes, statuses, authentication and access. */
import { once } from "node:events";
import * as http from "node:http";
import { matching, uuid } from "../matchers";
import { createTag, emulator, start, startForTest, tagBody, tags, type RequestOptions } from "../testEmulator";

describe("errors", () => {
  let id: string;
  beforeEach(async () => {
    await startForTest();
    id = await createTag(emulator);
  });

  const unknownId = "00000000-0000-4000-8000-000000000000";

  /** Expects an error response with the standard body. */
  async function expectError(
    status: number,
    error: string,
    method: string,
    path: string,
    options?: RequestOptions,
  ): Promise<void> {
    const reply = await emulator.send(method, path, options);
    expect({ status: reply.status, body: reply.body }).toEqual({
      status,
      body: { requestId: uuid, error, message: reply.at("message") },
    });
    expect(reply.at("message")).not.toBe("");
  }

  const privateAcl = {
    read: { type: "private", users: ["reader@example.com", "writer@example.com"], groups: ["finops"] },
    write: { type: "private", users: ["writer@example.com"], groups: [] },
  };

  describe("named errors", () => {
    test.each([
      ["no headers", { "x-service-client-id": "", "x-service-secret-key": "" }],
      ["an unknown client ID", { "x-service-client-id": "unknownId" }],
      ["a wrong secret key", { "x-service-secret-key": "wrong" }],
    ])("UNAUTHORIZED: %s", async (_what, headers) => {
      await expectError(401, "UNAUTHORIZED", "GET", tags, { headers });
      await expectError(401, "UNAUTHORIZED", "GET", `${tags}/${id}/versions`, { headers });
    });

    test("FORBIDDEN: the ACL denies reading and writing", async () => {
      emulator.control.setAcl({ id, acl: privateAcl });
      const one = `${tags}/${id}`;
      const save = { body: tagBody() };
      await expectError(403, "FORBIDDEN", "GET", one);
      await expectError(403, "FORBIDDEN", "GET", `${one}/versions`);
      await expectError(403, "FORBIDDEN", "GET", `${one}/versions/${unknownId}`);
      await expectError(403, "FORBIDDEN", "GET", `${one}/metadata`);
      await expectError(403, "FORBIDDEN", "GET", `/v1/virtual-tags/${id}`);
      await expectError(403, "FORBIDDEN", "PUT", one, save);
      await expectError(403, "FORBIDDEN", "PUT", `${one}/metadata`, { body: {} });
      await expectError(403, "FORBIDDEN", "DELETE", one);
      expect((await emulator.send("GET", tags)).at("data.virtualTags")).toEqual([]);
    });

    test("FORBIDDEN: a reader can't write, a writer can, and groups apply", async () => {
      emulator.control.setAcl({ id, acl: privateAcl });
      const reader = emulator.control.addCredential({ user: "reader@example.com" });
      const writer = emulator.control.addCredential({ user: "writer@example.com" });
      const member = emulator.control.addCredential({ user: "member@example.com", groups: ["finops"] });
      for (const as of [reader, writer, member]) {
        expect(await emulator.send("GET", `${tags}/${id}`, { as })).toMatchObject({ status: 200 });
      }
      await expectError(403, "FORBIDDEN", "PUT", `${tags}/${id}`, { body: tagBody(), as: reader });
      await expectError(403, "FORBIDDEN", "DELETE", `${tags}/${id}`, { as: member });
      expect(await emulator.send("PUT", `${tags}/${id}`, { body: tagBody(), as: writer })).toMatchObject({
        status: 200,
      });
    });

    test.each([unknownId, "..%2F..", "x", "%00"])("VTAG_NOT_FOUND: invalid ID %s", async (invalidId) => {
      const path = `${tags}/${invalidId}`;
      await expectError(404, "VTAG_NOT_FOUND", "GET", path);
      await expectError(404, "VTAG_NOT_FOUND", "PUT", path, { body: tagBody() });
      await expectError(404, "VTAG_NOT_FOUND", "DELETE", path);
      await expectError(404, "VTAG_NOT_FOUND", "GET", `${path}/versions`);
      await expectError(404, "VTAG_NOT_FOUND", "GET", `${path}/versions/${unknownId}`);
    });

    test("VTAG_VERSION_NOT_FOUND: invalid version ID", async () => {
      await expectError(404, "VTAG_VERSION_NOT_FOUND", "GET", `${tags}/${id}/versions/${unknownId}`);
    });
  });

  describe("HTTP statuses", () => {
    const body = tagBody();
    const malformed: [string, RequestOptions][] = [
      ["no body", { headers: { "content-type": "application/json" } }],
      ["invalid JSON", { body: '{"name":' }],
      ["bytes that are not UTF-8", { body: Buffer.from(JSON.stringify({ ...body, name: "Größe" }), "latin1") }],
      ["a byte order mark", { body: `\uFEFF${JSON.stringify(body)}` }],
      ["a body that is not an object", { body: [] }],
      ["null", { body: "null" }],
      ["no name", { body: { ...body, name: undefined } }],
      ["an empty name", { body: { ...body, name: "" } }],
      ["no rules", { body: { ...body, rules: undefined } }],
      ["no defaultValue", { body: { ...body, defaultValue: undefined } }],
      ["a name that is not a string", { body: { ...body, name: 1 } }],
      ["an unknown field", { body: { ...body, description: "x" } }],
      ["a read-only field of the response", { body: { ...body, id: unknownId } }],
      ["an unknown field in versionMetadata", { body: { ...body, versionMetadata: { author: "x" } } }],
      ["a wrong content type", { body, headers: { "content-type": "text/plain" } }],
      ["a content type that only starts like JSON", { body, headers: { "content-type": "application/jsonp" } }],
    ];

    test.each(malformed)("400 malformed request: %s", async (_what, options) => {
      await expectError(400, "BAD_REQUEST", "POST", tags, options);
      await expectError(400, "BAD_REQUEST", "PUT", `${tags}/${id}`, options);
      expect((await emulator.send("GET", `${tags}/${id}/versions`)).at("data")).toHaveLength(1);
    });

    test("400 malformed request: a body that is too large", async () => {
      const limited = await start({ maxBodyBytes: 500 });
      const reply = await limited.send("POST", tags, { body: { ...body, name: "x".repeat(100_000) } });
      expect(reply).toMatchObject({ status: 400, body: { error: "BAD_REQUEST", message: matching(/\b500 bytes\b/) } });
      expect(await limited.send("POST", tags, { body })).toMatchObject({ status: 200 });
    });

    test.each(["setAsLive=yes", "setAsLive=", "setAsLive=true&setAsLive=true", "dryRun=true"])(
      "400 for ?%s",
      async (query) => {
        await expectError(400, "BAD_REQUEST", "POST", `${tags}?${query}`, { body });
      },
    );

    test("401 comes before 404 and 405: without credentials, no answer tells which paths exist", async () => {
      const headers = { "x-service-secret-key": "wrong" };
      await expectError(401, "UNAUTHORIZED", "GET", "/v3/virtual-tags", { headers });
      await expectError(401, "UNAUTHORIZED", "PATCH", tags, { headers });
    });

    test("404 V1 Virtual Tags: resource not found", async () => {
      await expectError(404, "VTAG_NOT_FOUND", "GET", `/v1/virtual-tags/${unknownId}`);
      await expectError(404, "VTAG_NOT_FOUND", "DELETE", `/v1/virtual-tags/${unknownId}`);
    });

    test("422 V1 Virtual Tags: the structure is wrong", async () => {
      const invalid = { body: { ...body, rules: [{ to: "a", filters: { AND: [] } }] } };
      await expectError(422, "UNPROCESSABLE_ENTITY", "POST", "/v1/virtual-tags", invalid);
      await expectError(422, "UNPROCESSABLE_ENTITY", "PUT", `/v1/virtual-tags/${id}`, invalid);
    });

    test("422 a body that is nested too deeply", async () => {
      const depth = 50_000;
      const filters = `${'{"AND":['.repeat(depth)}${"]}".repeat(depth)}`;
      const deep = `{"name":"a","defaultValue":"b","rules":[{"to":"a","filters":${filters}}]}`;
      await expectError(422, "UNPROCESSABLE_ENTITY", "POST", tags, { body: deep });
    });

    test.each([500, 503, 504])("%d from a placed fault", async (status) => {
      emulator.control.placeFault({ kind: "status", status });
      const error = { 500: "INTERNAL_SERVER_ERROR", 503: "SERVICE_UNAVAILABLE", 504: "GATEWAY_TIMEOUT" }[status] ?? "";
      await expectError(status, error, "GET", `${tags}/${id}/metadata`);
    });

    test("404 for an unknown path, and 405 with the allowed methods for a wrong method", async () => {
      await expectError(404, "NOT_FOUND", "GET", "/v3/virtual-tags");
      await expectError(404, "NOT_FOUND", "GET", `${tags}/`);
      await expectError(405, "METHOD_NOT_ALLOWED", "PATCH", `${tags}/${id}`);
      const reply = await emulator.send("POST", `${tags}/${id}`, { body });
      expect(reply.headers.get("allow")).toBe("GET, PUT, DELETE");
    });

    test("422 for a tag that only the application can save", async () => {
      emulator.control.seed();
      const listed = (await emulator.send("GET", tags)).at("data.virtualTags") as { id: string; name: string }[];
      const predefined = listed.find(({ name }) => name.startsWith("FOCUS/"));
      await expectError(422, "UNPROCESSABLE_ENTITY", "PUT", `${tags}/${predefined?.id ?? ""}`, { body });
    });
  });
});

/** Requests from web pages: a foreign `Host` or an `Origin` is refused, although the default credentials are well known. */
describe("a web page", () => {
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

  test.each(["localhost", "LOCALHOST", "127.0.0.1", "10.0.0.5", "[::1]", "emulator"])(
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
});
