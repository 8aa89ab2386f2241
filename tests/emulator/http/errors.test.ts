/** Section 7 of the API document, and sections 5.2 and 5.3. */
import { createTag, emulator, start, startAnew, tagBody, tags, uuid, type Extras } from "../support";

let id: string;
beforeEach(async () => {
  await startAnew();
  id = await createTag(emulator);
});

const nobody = "00000000-0000-4000-8000-000000000000";

/** Expects a refusal, with the body that errors have. */
async function expectRefusal(
  status: number,
  error: string,
  method: string,
  path: string,
  extras?: Extras,
): Promise<void> {
  const reply = await emulator.send(method, path, extras);
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

describe("section 7.1, named errors", () => {
  test.each([
    ["no headers", { "x-service-client-id": "", "x-service-secret-key": "" }],
    ["an unknown client ID", { "x-service-client-id": "nobody" }],
    ["a wrong secret key", { "x-service-secret-key": "wrong" }],
  ])("UNAUTHORIZED: %s", async (_what, headers) => {
    await expectRefusal(401, "UNAUTHORIZED", "GET", tags, { headers });
    await expectRefusal(401, "UNAUTHORIZED", "GET", `${tags}/${id}/versions`, { headers });
  });

  test("FORBIDDEN: denied by the ACL, for reading and for writing", async () => {
    emulator.control.setAcl({ id, acl: privateAcl });
    const one = `${tags}/${id}`;
    const version = { body: tagBody() };
    await expectRefusal(403, "FORBIDDEN", "GET", one);
    await expectRefusal(403, "FORBIDDEN", "GET", `${one}/versions`);
    await expectRefusal(403, "FORBIDDEN", "GET", `${one}/versions/${nobody}`);
    await expectRefusal(403, "FORBIDDEN", "GET", `${one}/metadata`);
    await expectRefusal(403, "FORBIDDEN", "GET", `/v1/virtual-tags/${id}`);
    await expectRefusal(403, "FORBIDDEN", "PUT", one, version);
    await expectRefusal(403, "FORBIDDEN", "PUT", `${one}/metadata`, { body: {} });
    await expectRefusal(403, "FORBIDDEN", "DELETE", one);
    expect((await emulator.send("GET", tags)).at("data.virtualTags")).toEqual([]);
  });

  test("FORBIDDEN: readers cannot write, writers can, groups count", async () => {
    emulator.control.setAcl({ id, acl: privateAcl });
    const reader = emulator.control.addCredential({ user: "reader@example.com" });
    const writer = emulator.control.addCredential({ user: "writer@example.com" });
    const member = emulator.control.addCredential({ user: "member@example.com", groups: ["finops"] });
    for (const as of [reader, writer, member]) {
      expect(await emulator.send("GET", `${tags}/${id}`, { as })).toMatchObject({ status: 200 });
    }
    await expectRefusal(403, "FORBIDDEN", "PUT", `${tags}/${id}`, { body: tagBody(), as: reader });
    await expectRefusal(403, "FORBIDDEN", "DELETE", `${tags}/${id}`, { as: member });
    expect(await emulator.send("PUT", `${tags}/${id}`, { body: tagBody(), as: writer })).toMatchObject({ status: 200 });
  });

  test.each([nobody, "..%2F..", "x", "%00"])("VTAG_NOT_FOUND: invalid id %s", async (wrong) => {
    const path = `${tags}/${wrong}`;
    await expectRefusal(404, "VTAG_NOT_FOUND", "GET", path);
    await expectRefusal(404, "VTAG_NOT_FOUND", "PUT", path, { body: tagBody() });
    await expectRefusal(404, "VTAG_NOT_FOUND", "DELETE", path);
    await expectRefusal(404, "VTAG_NOT_FOUND", "GET", `${path}/versions`);
    await expectRefusal(404, "VTAG_NOT_FOUND", "GET", `${path}/versions/${nobody}`);
  });

  test("VTAG_VERSION_NOT_FOUND: invalid version id", async () => {
    await expectRefusal(404, "VTAG_VERSION_NOT_FOUND", "GET", `${tags}/${id}/versions/${nobody}`);
  });
});

describe("section 7.2, HTTP statuses", () => {
  const body = tagBody();
  const malformed: [string, Extras][] = [
    ["no body", { headers: { "content-type": "application/json" } }],
    ["bad JSON", { body: '{"name":' }],
    ["bytes that are not UTF-8", { body: Buffer.from(JSON.stringify({ ...body, name: "Größe" }), "latin1") }],
    ["a byte order mark", { body: `\uFEFF${JSON.stringify(body)}` }],
    ["a body that is no object", { body: [] }],
    ["null", { body: "null" }],
    ["no name", { body: { ...body, name: undefined } }],
    ["an empty name", { body: { ...body, name: "" } }],
    ["no rules", { body: { ...body, rules: undefined } }],
    ["no defaultValue", { body: { ...body, defaultValue: undefined } }],
    ["a name that is no string", { body: { ...body, name: 1 } }],
    ["an unknown field", { body: { ...body, description: "x" } }],
    ["a field of the answer sent back", { body: { ...body, id: nobody } }],
    ["an unknown field of versionMetadata", { body: { ...body, versionMetadata: { author: "x" } } }],
    ["a wrong content type", { body, headers: { "content-type": "text/plain" } }],
    ["no JSON content type", { body, headers: { "content-type": "application/jsonp" } }],
  ];

  test.each(malformed)("400 malformed request: %s", async (_what, extras) => {
    await expectRefusal(400, "BAD_REQUEST", "POST", tags, extras);
    await expectRefusal(400, "BAD_REQUEST", "PUT", `${tags}/${id}`, extras);
    expect((await emulator.send("GET", `${tags}/${id}/versions`)).at("data")).toHaveLength(1);
  });

  test("400 malformed request: too large a body", async () => {
    const small = await start({ maxBodyBytes: 500 });
    const reply = await small.send("POST", tags, { body: { ...body, name: "x".repeat(100_000) } });
    expect(reply).toMatchObject({ status: 400, body: { message: "The body is larger than 500 bytes." } });
    expect(await small.send("POST", tags, { body })).toMatchObject({ status: 200 });
  });

  test.each(["setAsLive=yes", "setAsLive=", "setAsLive=true&setAsLive=true", "dryRun=true"])(
    "400 for ?%s",
    async (query) => {
      await expectRefusal(400, "BAD_REQUEST", "POST", `${tags}?${query}`, { body });
    },
  );

  test("401 missing or invalid credentials, on all APIs", async () => {
    const headers = { "x-service-secret-key": "wrong" };
    for (const path of [
      tags,
      "/v1/virtual-tags",
      "/v1/endpoints",
      "/v1/catalog/query-language/keys",
      `${tags}/${id}/metadata`,
    ]) {
      await expectRefusal(401, "UNAUTHORIZED", "GET", path, { headers });
    }
  });

  test("404 V1 Virtual Tags: resource not found", async () => {
    await expectRefusal(404, "VTAG_NOT_FOUND", "GET", `/v1/virtual-tags/${nobody}`);
    await expectRefusal(404, "VTAG_NOT_FOUND", "DELETE", `/v1/virtual-tags/${nobody}`);
  });

  test("422 V1 Virtual Tags: the structure is wrong", async () => {
    const wrong = { body: { ...body, rules: [{ to: "a", filters: { AND: [] } }] } };
    await expectRefusal(422, "UNPROCESSABLE_ENTITY", "POST", "/v1/virtual-tags", wrong);
    await expectRefusal(422, "UNPROCESSABLE_ENTITY", "PUT", `/v1/virtual-tags/${id}`, wrong);
  });

  test("422 for a body that is nested too deeply to be read", async () => {
    const depth = 50_000;
    const filters = `${'{"AND":['.repeat(depth)}${"]}".repeat(depth)}`;
    const deep = `{"name":"a","defaultValue":"b","rules":[{"to":"a","filters":${filters}}]}`;
    await expectRefusal(422, "UNPROCESSABLE_ENTITY", "POST", tags, { body: deep });
  });

  test.each([500, 503, 504])("%d comes by a placed fault", async (status) => {
    emulator.control.placeFault({ kind: "status", status });
    const error = { 500: "INTERNAL_SERVER_ERROR", 503: "SERVICE_UNAVAILABLE", 504: "GATEWAY_TIMEOUT" }[status] ?? "";
    await expectRefusal(status, error, "GET", `${tags}/${id}/metadata`);
  });

  test("an unknown path is a 404, a wrong method a 405 that names the right ones", async () => {
    await expectRefusal(404, "NOT_FOUND", "GET", "/v3/virtual-tags");
    await expectRefusal(404, "NOT_FOUND", "GET", `${tags}/`);
    await expectRefusal(405, "METHOD_NOT_ALLOWED", "PATCH", `${tags}/${id}`);
    const reply = await emulator.send("POST", `${tags}/${id}`, { body });
    expect(reply.headers.get("allow")).toBe("GET, PUT, DELETE");
  });

  test("tags that only the application can write are refused", async () => {
    emulator.control.seed();
    const listed = (await emulator.send("GET", tags)).at("data.virtualTags") as { id: string; name: string }[];
    const predefined = listed.find(({ name }) => name.startsWith("FOCUS/"));
    await expectRefusal(422, "UNPROCESSABLE_ENTITY", "PUT", `${tags}/${predefined?.id ?? ""}`, { body });
  });
});
