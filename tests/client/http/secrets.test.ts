import type { IncomingMessage } from "node:http";
import { inspect } from "node:util";

import { type CostAllocationError, CostAllocationClient, sharedClient } from "../../../client";
import { type Clock, systemClock } from "../../../client/clock";
import { Credentials } from "../../../client/http/credentials";
import { type Answer, ScriptedServer } from "./scriptedServer";

const clientId = "canary-client-id/&<x>";
const secretKey = 'canary-secret-key+"/<&>';
const to = "https://hooks.example.com/services/canary-to/T0?x=1&y=\u00e9";
const value = 'canary-value "/<&> of rules';
const filters = { OR: [{ costCenter: "AWS", key: "app", type: "tag", operator: "is", value: [value] } as const] };
const body = { name: "Team", rules: [{ to: value, filters }], defaultValue: value };
const described = { ...body, versionMetadata: { changeDescription: value } };
const custom = 'canary-custom "/<&> value';
const metadata = { Web: { customMetadata: { token: [{ deep: custom }], pin: 123_456_789 } } };
const endpoint = { type: "slack", name: "alerts", configuration: { to } } as const;

/** Every way in which a thing may be printed. */
function printed(thing: unknown): string {
  const chain: unknown[] = [];
  for (let each = thing; each !== undefined && chain.length < 10; each = (each as { cause?: unknown }).cause)
    chain.push(each);
  return chain
    .flatMap((each) => [
      inspect(each, { showHidden: true, depth: Infinity, getters: true, maxArrayLength: null, maxStringLength: null }),
      inspect(each, { compact: false }),
      String(each),
      json(each),
      each instanceof Error ? `${each.stack ?? ""} ${each.message}` : "",
      ...Reflect.ownKeys(each as object).map((key) => inspect(Reflect.get(each as object, key), { showHidden: true })),
    ])
    .join("\n");
}

function json(thing: unknown): string {
  try {
    return JSON.stringify(thing);
  } catch {
    return "";
  }
}

function leaks(thing: unknown): string[] {
  return printed(thing).match(/.{0,40}canary.{0,40}/g) ?? [];
}

/** A service that repeats everything it was sent, in each encoding that is usual. */
const echo: Answer = (request, response) => {
  const { headers } = request;
  const isEndpoint = request.url === "/v1/endpoints";
  const secrets = [String(headers["x-service-client-id"]), String(headers["x-service-secret-key"])];
  if (isEndpoint) secrets.push(to);
  if (isTag(request)) secrets.push(value, JSON.stringify(body));
  if (request.url?.endsWith("/metadata") === true) secrets.push(custom, JSON.stringify(metadata));
  const forms = secrets.flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    encodeURI(secret),
    JSON.stringify(secret),
    Buffer.from(secret).toString("base64"),
    secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
  ]);
  const text = forms.join(" ");
  const json = { requestId: secrets[1], error: text, message: text, errors: [{ path: text, message: text }] };
  // Slashes may be escaped in JSON.
  response.writeHead(400).end(JSON.stringify(json).replaceAll("/", "\\/"));
};

/** Whether a tag was sent. */
function isTag({ method, url = "" }: IncomingMessage): boolean {
  return method !== "GET" && /^\/v\d\/virtual-tags(?:\/t1)?$/.test(url);
}

/** The address, or what may be secret in a tag, where it was sent. */
function shown(request: IncomingMessage): string {
  if (isTag(request)) return value;
  if (request.url?.endsWith("/metadata") === true) return custom;
  return request.url === "/v1/endpoints" ? to : "";
}

const answers: [string, Answer][] = [
  ["a reset", (request) => request.socket.destroy()],
  [
    "a cut-off answer",
    (request, response) =>
      response.writeHead(200, { "content-length": "99" }).write("x", () => request.socket.destroy()),
  ],
  ["an unreadable success", { status: 200, text: "{}" }],
  ["an echo as JSON", echo],
  ["an echo as text", (request, response) => response.writeHead(422).end(`${secretKey} ${clientId} ${shown(request)}`)],
  [
    "an echo as a page",
    (request, response) => response.writeHead(500).end(`<html><title>${secretKey} ${shown(request)}</title></html>`),
  ],
  [
    "an echo that is cut",
    (request, response) => response.writeHead(400).end("x".repeat(480) + secretKey + shown(request)),
  ],
  ["401", { status: 401, json: { error: "UNAUTHORIZED", message: `unknown ${clientId} ${secretKey}` } }],
  [
    "a redirect",
    { status: 307, headers: { location: `https://example.com/${encodeURIComponent(secretKey)}` }, text: "" },
  ],
  ["a large answer", { status: 200, text: "x".repeat(5000) }],
];

describe("no error and no object shows a secret", () => {
  let server: ScriptedServer;
  const clientOf = (options = {}): CostAllocationClient =>
    new CostAllocationClient({
      clientId,
      secretKey,
      baseUrl: server.url,
      random: () => -1,
      maxResponseBytes: 4000,
      ...options,
    });

  beforeAll(async () => {
    server = await ScriptedServer.start();
  });
  afterAll(() => server.stop());

  const operations: [string, (client: CostAllocationClient) => Promise<unknown>][] = [
    ["a read", (client) => client.virtualTags.get("t1", { fresh: true })],
    ["a tag", (client) => client.virtualTags.create(described)],
    ["a version", (client) => client.virtualTags.update("t1", described)],
    ["a tag of V1", (client) => client.virtualTagsV1.update("t1", body)],
    ["a notification endpoint", (client) => client.notificationEndpoints.create(endpoint)],
    ["metadata", (client) => client.virtualTagMetadata.put("t1", metadata)],
  ];

  test("the test would see one", () => {
    expect(leaks(new Error("x", { cause: { deep: { secretKey } } }))).not.toEqual([]);
  });

  describe.each(answers)("%s", (_, answer) => {
    test.each(operations)("%s", async (__, operate) => {
      server.play(answer);
      const client = clientOf();
      const error = await operate(client).catch((caught: unknown) => caught as CostAllocationError);
      expect(error).toBeInstanceOf(Error);
      expect(leaks(error)).toEqual([]);
      client.close();
    });
  });

  test("timeouts, aborts and a service that is not there", async () => {
    const gone = await ScriptedServer.start();
    const baseUrl = gone.url;
    await gone.stop();
    server.play(() => undefined);
    const aborted = AbortSignal.abort(secretKey);
    const fast: Clock = { ...systemClock, after: (milliseconds, then) => systemClock.after(milliseconds / 50, then) };
    const errors = await Promise.allSettled([
      clientOf({ baseUrl }).notificationEndpoints.create(endpoint),
      clientOf({ clock: fast, deadlineSeconds: 1 }).notificationEndpoints.create(endpoint),
      clientOf({ clock: fast, requestTimeoutSeconds: 1 }).notificationEndpoints.create(endpoint),
      clientOf().notificationEndpoints.create(endpoint, { signal: aborted }),
      clientOf().notificationEndpoints.create({ ...endpoint, name: "" }),
      clientOf().notificationEndpoints.create({ ...endpoint, type: to as "slack" }),
    ]);
    for (const result of errors) {
      expect(result.status).toBe("rejected");
      expect(leaks(result.status === "rejected" ? result.reason : undefined)).toEqual([]);
    }
  });

  test("the client, its parts and its credentials, also while a request is under way", async () => {
    server.play(() => undefined);
    const client = clientOf({ onWait: () => undefined });
    const controller = new AbortController();
    const reading = client.virtualTags.list({ signal: controller.signal });
    const rejected = expect(reading).rejects.toThrow();
    for (let turn = 0; server.requests.length === 0 && turn < 1000; turn++)
      await new Promise((resolve) => setImmediate(resolve));
    expect(server.requests).toHaveLength(1);
    expect(leaks(client)).toEqual([]);
    for (const part of Object.values(client)) expect(leaks(part)).toEqual([]);
    controller.abort();
    await rejected;
    client.close();
    expect(
      leaks(sharedClient({ clientId: "canary-client-id", secretKey: "canary-secret-key", baseUrl: server.url })),
    ).toEqual([]);
    const source = "a test";
    expect(leaks(new Credentials({ clientId, secretKey, clientIdHeader: "a", secretKeyHeader: "b", source }))).toEqual(
      [],
    );
  });
});

test("a service that repeats the metadata that it was sent makes none of what it says show", async () => {
  const server = await ScriptedServer.start();
  const said = JSON.stringify(metadata);
  server.play((_request, response) => {
    response.writeHead(422).end(JSON.stringify({ requestId: "r", error: "INVALID", message: `can't save ${said}` }));
  });
  const client = new CostAllocationClient({ clientId: "an-id", secretKey: "a-secret", baseUrl: server.url });
  const error: unknown = await client.virtualTagMetadata.put("t1", metadata).catch((thrown: unknown) => thrown);
  client.close();
  await server.stop();
  expect(error).toMatchObject({ status: 422, code: "INVALID" });
  expect(error).toHaveProperty("serviceMessage", undefined);
  expect(printed(error)).not.toMatch(/canary|123456789/);
});

test.each([
  ["its path", "/services/canary-to/T0?x=1"],
  ["a segment of its path", "unknown hook canary-to"],
  ["itself, cut short", "https://hooks.example.com/services/canary-to/T"],
  [
    "its percent encoding in the other case",
    encodeURIComponent(to).replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
  ],
])("a service that speaks of a web hook by %s makes none of it show", async (_, said) => {
  const server = await ScriptedServer.start();
  server.play((_request, response) => {
    response.writeHead(400).end(JSON.stringify({ requestId: "r", error: "X", message: said }));
  });
  const client = new CostAllocationClient({ clientId: "an-id", secretKey: "a-secret", baseUrl: server.url });
  const error: unknown = await client.notificationEndpoints.create(endpoint).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(leaks(error)).toEqual([]);
  client.close();
  await server.stop();
});
