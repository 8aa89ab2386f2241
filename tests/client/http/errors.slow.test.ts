import { Cancelled, CostAllocationClient, CostAllocationError, type ClientOptions, type Wait } from "../../../client";
import { type Emulator, startEmulator } from "../../../emulator";
import { type Answer, ScriptedServer } from "./scriptedServer";

const body = { name: "Team", rules: [], defaultValue: "none" };
const clientId = "client-id-of-a-test";
const secretKey = "secret-key-of-a-test";
/** Nothing waits for its turn after an answer with these. */
const roomy = { ratelimit: "limit=1000000, remaining=999999, reset=60" };

/** Error bodies in every shape that the document leaves open; each says the same. */
const shapes: [
  string,
  (code: string, message: string) => Partial<{ json: unknown; text: string; headers: Record<string, string> }>,
][] = [
  ["requestId, error, message", (error, message) => ({ json: { requestId: "r-1", error, message } })],
  ["a nested error", (code, message) => ({ json: { requestId: "r-1", error: { code, message } } })],
  ["a list of errors", (code, message) => ({ json: { requestId: "r-1", errors: [{ code, message }] } })],
  ["a bare message", (_, message) => ({ json: { message } })],
  ["a text as JSON", (_, message) => ({ text: JSON.stringify(message) })],
  ["a text", (_, message) => ({ text: message })],
  ["a page", (_, message) => ({ text: `<!DOCTYPE html><html><head><title>${message}</title></head></html>` })],
  ["nothing", () => ({ text: "" })],
];

const statuses: [number, string, string, string][] = [
  // status, code in the body, error of a read, error of a write
  [400, "BAD_REQUEST", "InvalidInput", "InvalidInput"],
  [401, "UNAUTHORIZED", "NotAuthenticated", "NotAuthenticated"],
  [403, "FORBIDDEN", "Forbidden", "Forbidden"],
  [404, "VTAG_NOT_FOUND", "NotFound", "NotFound"],
  [409, "CONFLICT", "Conflict", "Conflict"],
  [412, "CHANGED", "Conflict", "Conflict"],
  [413, "TOO_LARGE", "InvalidInput", "InvalidInput"],
  [418, "TEAPOT", "UnexpectedAnswer", "UnexpectedAnswer"],
  [422, "UNPROCESSABLE", "InvalidInput", "InvalidInput"],
  [500, "INTERNAL", "Unavailable", "OutcomeUnknown"],
  [502, "BAD_GATEWAY", "Unavailable", "OutcomeUnknown"],
  [503, "UNAVAILABLE", "Unavailable", "OutcomeUnknown"],
  [504, "TIMEOUT", "Unavailable", "OutcomeUnknown"],
];

describe("errors by status and by the shape of the body", () => {
  let server: ScriptedServer;
  let client: CostAllocationClient;

  beforeAll(async () => {
    server = await ScriptedServer.start();
    client = clientOf(server.url);
  });
  afterAll(async () => {
    client.close();
    await server.stop();
  });

  describe.each(statuses)("%i", (status, code, ofRead, ofWrite) => {
    test.each(shapes)("%s", async (shape, bodyOf) => {
      server.play({ status, headers: roomy, ...bodyOf(code, "It is so.") });
      // Without a code of the service, a 404 says nothing about a tag while the list is not there either.
      const isNobodys404 = status === 404 && !shape.includes("error");
      const read = await failureOf(client.virtualTags.get("t1", { fresh: true }));
      expect(read).toMatchObject({
        name: isNobodys404 ? "UnexpectedAnswer" : ofRead,
        status,
        operation: "virtualTags.get",
      });
      const write = await failureOf(client.virtualTags.update("t1", body));
      expect(write).toMatchObject({
        name: isNobodys404 ? "UnexpectedAnswer" : ofWrite,
        status,
        operation: "virtualTags.update",
      });
      for (const error of [read, write]) {
        expect(error).toBeInstanceOf(CostAllocationError);
        expect(error).not.toHaveProperty("id");
        expect(error.serviceMessage).toBe(shape === "nothing" ? undefined : "It is so.");
        expect(error.message).toMatch(/\[(GET|PUT) \/v2\/virtual-tags\/t1(, requestId r-1)?\]$/);
        if (shape.includes("error")) expect(error.requestId).toBe("r-1");
      }
      if (shape.includes("error")) expect(read.code).toBe(code);
    });
  });

  test.each([
    ["FORBIDDEN", 400, "Forbidden"],
    ["UNAUTHORIZED", 403, "NotAuthenticated"],
    ["VTAG_NOT_FOUND", 400, "NotFound"],
    ["VTAG_VERSION_NOT_FOUND", 500, "NotFound"],
    ["FORBIDDEN", 200, "Forbidden"],
  ])("the code %s decides before the status %i", async (error, status, name) => {
    server.play({ status, json: { requestId: "r-1", error, message: "no" } });
    expect(await failureOf(client.virtualTags.update("t1", body))).toMatchObject({ name, code: error });
  });

  test("a 404 of a route that names nothing is no missing tag", async () => {
    server.play({ status: 404, json: { message: "no such route" } });
    expect(await failureOf(client.virtualTags.list({ fresh: true }))).toMatchObject({ name: "UnexpectedAnswer" });
  });

  test("single complaints come with their places", async () => {
    const errors = [
      { path: ["rules", 0, "filters", "type"], message: "is required." },
      { instancePath: "/rules/1/to", message: "must be a text" },
      { field: "name", msg: "too long" },
    ];
    server.play({ status: 422, json: { requestId: "r-1", error: "UNPROCESSABLE", message: "no", errors } });
    const error = await failureOf(client.virtualTags.create(body));
    expect(error).toMatchObject({
      issues: [
        { path: "rules[0].filters.type", message: "is required" },
        { path: "rules[1].to", message: "must be a text" },
        { path: "name", message: "too long" },
      ],
    });
    expect(error.message).toContain("rules[0].filters.type: is required.");
  });

  test("a 401 names where the credentials came from", async () => {
    const source = "stack config costallocation:clientId";
    server.play({ status: 401, text: "" });
    const error = await failureOf(clientOf(server.url, { credentialSource: source }).virtualTags.list());
    expect(error).toMatchObject({ name: "NotAuthenticated", credentialSource: source });
    expect(error.message).toContain(source);
  });

  test("an answer about another tag is none", async () => {
    const other = { requestId: "r-1", data: { id: "t2", ...body } };
    server.play({ status: 200, json: other });
    expect(await failureOf(client.virtualTags.get("t1", { fresh: true }))).toMatchObject({ name: "UnexpectedAnswer" });
    expect(await failureOf(client.virtualTagsV1.get("t1"))).toMatchObject({ name: "UnexpectedAnswer" });
    const unknown = { name: "OutcomeUnknown", tagId: "t1" };
    expect(await failureOf(client.virtualTags.update("t1", body))).toMatchObject(unknown);
    expect(await failureOf(client.virtualTagsV1.update("t1", body))).toMatchObject(unknown);
  });

  test("one odd entry spoils no list, and is an error only for who asks for it", async () => {
    const odd = [
      { id: "t2", name: "Odd", rules: {}, defaultValue: null },
      { id: "t3", name: "Relational" },
    ];
    const tags = [{ id: "t1", ...body }, ...odd];
    const headers = roomy;
    const list = { status: 200, headers, json: { requestId: "r-1", data: { virtualTags: tags }, virtualTags: tags } };
    const one: Answer = { status: 200, headers, json: { requestId: "r-1", data: odd[0] } };
    const fresh = clientOf(server.url);
    // Whatever id is asked for, no answer shows a whole tag.
    server.play(list, one);
    const asked = (): string[] => server.requests.map(({ url }) => url);
    expect(await fresh.virtualTags.list()).toEqual(tags);
    expect(asked().toSorted()).toEqual(["/v2/virtual-tags", "/v2/virtual-tags/t2", "/v2/virtual-tags/t3"]);
    expect(await fresh.virtualTags.findByName("Team")).toEqual([tags[0]]);
    const notWhole = { name: "UnexpectedAnswer", code: "NOT_COMPLETE", status: 200 };
    expect(await failureOf(fresh.virtualTags.findByName("Odd"))).toMatchObject(notWhole);
    expect(await failureOf(fresh.virtualTags.get("t2"))).toMatchObject(notWhole);
    expect(asked().filter((url) => url === "/v2/virtual-tags")).toHaveLength(1);
    // A save may have made it an ordinary one.
    server.play({ status: 200, headers, json: { requestId: "r-1", data: { id: "t2", ...body } } });
    await fresh.virtualTags.update("t2", body);
    expect(await fresh.virtualTags.get("t2")).toEqual({ id: "t2", ...body });
    expect(asked()).toEqual(["/v2/virtual-tags/t2"]);
    server.play(list);
    expect(await fresh.virtualTagsV1.list()).toEqual(tags);

    const key = { costCenter: "AWS", key: "team", displayName: "Team" };
    server.play({ status: 200, json: { keys: [{ ...key, key: null }, key] } });
    expect(await fresh.catalog.keys()).toEqual([key]);
    const endpoints = [{ id: "e1", type: "msteams" }];
    server.play({ status: 200, json: { endpoints } });
    expect(await fresh.notificationEndpoints.list()).toEqual(endpoints);
    server.play({ status: 200, json: { scans: [{ scanId: 7, scanName: null }] } });
    expect(await fresh.scans.list()).toEqual([{ scanId: "7", scanName: null }]);
    fresh.close();
  });

  test("a page that answers a V1 DELETE is no deletion", async () => {
    server.play({ status: 200, text: "<!DOCTYPE html><html><body>Please sign in.</body></html>" });
    expect(await failureOf(client.virtualTagsV1.delete("t1"))).toMatchObject({ name: "OutcomeUnknown", tagId: "t1" });
    server.play({ status: 200, text: "deleted" });
    await expect(client.virtualTagsV1.delete("t1")).resolves.toBeUndefined();
  });

  test("versions that move to the next page meanwhile are shown once", async () => {
    const version = (id: string): object => ({
      id,
      isLive: false,
      createdAt: "2026-11-20T12:00:00Z",
      createdBy: "ann",
    });
    const page = (ids: string[], nextCursor: string | null): Answer => ({
      status: 200,
      json: { requestId: "r-1", pagination: { hasMore: nextCursor !== null, nextCursor }, data: ids.map(version) },
    });
    server.play(page(["v3", "v2"], "c1"), page(["v2", "v1"], null));
    const ids: string[] = [];
    for await (const { id } of client.virtualTagVersions.list("t1")) ids.push(id);
    expect(ids).toEqual(["v3", "v2", "v1"]);
  });

  test.each([
    ["no cursor", { hasMore: true, nextCursor: null }],
    ["the same cursor", { hasMore: true, nextCursor: "c1" }],
  ])("a list of versions that can't go on is an error: %s", async (_, pagination) => {
    server.play({ status: 200, headers: roomy, json: { requestId: "r-1", pagination, data: [] } });
    const all = async (): Promise<void> => {
      for await (const version of client.virtualTagVersions.list("t1")) expect(version).toBeDefined();
    };
    expect(await failureOf(all())).toMatchObject({ name: "UnexpectedAnswer" });
  });

  test("a huge or wild message is cut and tamed", async () => {
    server.play({ status: 400, text: `\u001b[31mred\u0007 ${"x".repeat(1e6)}` });
    const error = await failureOf(client.virtualTags.list({ fresh: true }));
    expect(error.message.length).toBeLessThan(1000);
    // eslint-disable-next-line no-control-regex -- none of these may reach a terminal
    expect(error.message).not.toMatch(/[\u0000-\u001f]/);
  });
});

describe("errors of the emulator, in each of its shapes", () => {
  let emulator: Emulator;
  beforeAll(async () => {
    // The limits of the service would have each of these wait for its turn.
    emulator = await startEmulator({ limits: { perRoute: { "*": 1_000_000 } } });
  });
  afterAll(() => emulator.stop());

  test.each(["standard", "message", "nested", "text", "html", "empty"] as const)("%s", async (errorBody) => {
    emulator.control.setSwitches({ errorBody });
    const wrong = clientOf(emulator.url);
    expect(await failureOf(wrong.virtualTags.list())).toMatchObject({ name: "NotAuthenticated", status: 401 });
    const good = clientOf(emulator.url, { clientId: emulator.clientId, secretKey: emulator.secretKey });
    const missing = await failureOf(good.virtualTags.get("00000000-0000-4000-8000-000000000000"));
    expect(missing).toMatchObject({ name: "NotFound", status: 404, operation: "virtualTags.get" });
    expect(await failureOf(good.virtualTags.delete("none"))).toMatchObject({
      name: "NotFound",
      missing: "Virtual Tag",
    });
    expect(await failureOf(good.virtualTagVersions.get("none", "none"))).toMatchObject({ name: "NotFound" });
    expect(await failureOf(good.virtualTagMetadata.get("none"))).toMatchObject({ name: "NotFound" });
    emulator.control.setClock("2026-11-20T12:00:00Z");
    expect(await failureOf(good.virtualTagsV1.get("none"))).toMatchObject({ name: "NotFound" });
  });

  test.each([
    ["draft7", "seconds", "seconds"],
    ["draft8", "seconds", "date"],
    ["split", "seconds", "none"],
    ["split", "epochSeconds", "none"],
    ["split", "epochMilliseconds", "none"],
    ["all", "epochSeconds", "date"],
    ["draft8", "seconds", "none"],
    ["none", "seconds", "seconds"],
    ["none", "seconds", "date"],
  ] as const)(
    "a 429 is waited for as told: headers %s, reset %s, retry-after %s",
    async (headers, reset, retryAfter) => {
      emulator.control.reset();
      // Not this machine's time: only the answer's own date tells how far away its moments are.
      emulator.control.setClock("2027-02-03T04:05:06.700Z");
      emulator.control.freezeClock();
      emulator.control.setLimits({ headers, reset, retryAfter, perRoute: { "GET /v2/virtual-tags": 1 } });
      const { clientId: id, secretKey: key, url } = emulator;
      const first = clientOf(url, { clientId: id, secretKey: key });
      await first.virtualTags.list();
      // Another process: it does not know what the first one has used.
      const waits: Wait[] = [];
      const controller = new AbortController();
      const second = clientOf(url, { clientId: id, secretKey: key, random: () => 0 });
      const onWait = (wait: Wait): void => {
        waits.push(wait);
        controller.abort();
      };
      await expect(second.virtualTags.list({ signal: controller.signal, onWait })).rejects.toThrow(Cancelled);
      expect(waits).toHaveLength(1);
      expect([60, 61]).toContain(waits[0]?.seconds);
      expect(waits[0]?.message).toMatch(/^waiting 6[01] s: the service holds back GET \/v2\/virtual-tags \(429\)$/);
      first.close();
      second.close();
    },
  );
});

function clientOf(baseUrl: string, options: Partial<ClientOptions> = {}): CostAllocationClient {
  return new CostAllocationClient({ clientId, secretKey, baseUrl, random: () => -1, ...options });
}

async function failureOf(promise: Promise<unknown>): Promise<CostAllocationError> {
  const error: unknown = await promise.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (error instanceof CostAllocationError) return error;
  throw error instanceof Error ? error : new Error("It did not fail.");
}
