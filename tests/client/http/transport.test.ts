import { gzipSync } from "node:zlib";
import {
  Cancelled,
  CostAllocationClient,
  type ClientOptions,
  OutcomeUnknown,
  Unavailable,
  UnexpectedAnswer,
  type WireAnswer,
  type WireFailure,
} from "../../../client";
import { FakeClock, settled } from "../fakeClock";
import { moment } from "../moment";
import { type Answer, ScriptedServer } from "./scriptedServer";

const tag = { id: "t1", name: "Team", rules: [], defaultValue: "none" };
const body = { name: "Team", rules: [], defaultValue: "none" };
const good: Answer = { status: 200, json: { requestId: "r1", data: tag } };
const reset: Answer = (request) => request.socket.destroy();
const cutOff: Answer = (request, response) => {
  response.writeHead(200, { "content-length": "1000" });
  response.write('{"requestId":"r1","data":{', () => request.socket.destroy());
};

describe("transport", () => {
  let server: ScriptedServer;
  const clients: CostAllocationClient[] = [];

  const clientOf = (options: Partial<ClientOptions> = {}): CostAllocationClient => {
    const client = new CostAllocationClient({
      clientId: "canary-client-id",
      secretKey: "canary-secret-key",
      baseUrl: server.url,
      // Repeats come at once: 0 is the shortest that chance allows.
      random: () => -1,
      ...options,
    });
    clients.push(client);
    return client;
  };

  beforeAll(async () => {
    server = await ScriptedServer.start();
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.close();
  });
  afterAll(() => server.stop());

  test("a body that JSON can't hold is refused before it takes a turn from the others", async () => {
    const client = clientOf({ maxConcurrency: 1 });
    const metadata = { Web: { customMetadata: { n: 1n } } };
    await expect(client.virtualTagMetadata.put("t1", metadata)).rejects.toMatchObject({ code: "INVALID_INPUT" });
    server.play(good);
    expect(await client.virtualTags.get("t1")).toMatchObject({ id: "t1" });
  });

  test("sends the two credential headers, JSON, and nothing unknown", async () => {
    server.play({ status: 200, json: { requestId: "r1", data: { ...tag, id: "a b/c" } } });
    const client = clientOf({ clientIdHeader: "x-acme-client-id", secretKeyHeader: "x-acme-secret-key" });
    const extra = { ...body, id: "t1", createdBy: "someone" };
    await client.virtualTags.update("a b/c", extra, { setAsLive: false });
    const [got] = server.requests;
    expect(got).toMatchObject({ method: "PUT", url: "/v2/virtual-tags/a%20b%2Fc?setAsLive=false" });
    expect(JSON.parse(got?.body ?? "")).toEqual(body);
    expect(got?.headers).toMatchObject({
      "x-acme-client-id": "canary-client-id",
      "x-acme-secret-key": "canary-secret-key",
      "content-type": "application/json",
      accept: "application/json",
    });
  });

  test.each(["", ".", "..", "a\u0000b", "\ud800"])("refuses the id %j before sending", async (id) => {
    server.play(good);
    await expect(clientOf().virtualTags.get(id)).rejects.toMatchObject({
      name: "InvalidInput",
      issues: [{ path: "id" }],
    });
    expect(server.requests).toHaveLength(0);
  });

  test.each([
    ["a reset", reset],
    ["an answer that breaks off", cutOff],
    ["a 500", { status: 500, text: "" }],
    ["a 503", { status: 503, json: { message: "later" } }],
    ["a 408", { status: 408, text: "" }],
    ["a success that is no JSON", { status: 200, text: "<html>" }],
    ["a success without the tag", { status: 200, json: { requestId: "r1", data: {} } }],
  ] satisfies [string, Answer][])("after %s a read is repeated, and a write is not", async (_, trouble) => {
    server.play(trouble, good);
    expect(await clientOf().virtualTags.get("t1")).toEqual(tag);
    expect(server.requests).toHaveLength(2);

    server.play(trouble, good);
    const before = Date.now();
    const error = await clientOf()
      .virtualTags.create(body)
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(OutcomeUnknown);
    expect(error).toMatchObject({
      code: "OUTCOME_UNKNOWN",
      operation: "virtualTags.create",
      method: "POST",
      path: "/v2/virtual-tags",
      bodyName: "Team",
      tagId: undefined,
      cause: { name: "AttemptFailed" },
    });
    expect(Date.parse((error as OutcomeUnknown).sentAt)).toBeGreaterThanOrEqual(before);
    expect(server.requests).toHaveLength(1);
  });

  test("a refused connection is repeated, a write too, since nobody got it", async () => {
    const gone = await ScriptedServer.start();
    const baseUrl = gone.url;
    await gone.stop();
    const waits: number[] = [];
    const client = clientOf({ baseUrl, random: () => (waits.push(1), -1) });
    await expect(client.virtualTags.create(body)).rejects.toMatchObject({
      name: "Unavailable",
      code: "UNREACHABLE",
      cause: { code: "ECONNREFUSED" },
    });
    expect(waits.length).toBeGreaterThanOrEqual(5);
  });

  test("gives up a read after five attempts", async () => {
    server.play(reset);
    await expect(clientOf().virtualTags.get("t1")).rejects.toThrow(Unavailable);
    expect(server.requests).toHaveLength(5);
  });

  /** Has the first request hang for some seconds. What is answered after that takes no time. */
  const afterHang = async <T>(clock: FakeClock, seconds: number, operate: () => Promise<T>): Promise<T> => {
    const asked = moment();
    server.play(asked.come, good);
    const state = { done: false };
    const operation = operate().finally(() => (state.done = true));
    operation.catch(() => undefined);
    await asked.came;
    await clock.advance(seconds * 1000);
    while (!state.done) {
      clock.step(clock.now());
      await settled();
    }
    return operation;
  };

  test("an answer that does not come in time ends the attempt", async () => {
    const clock = new FakeClock();
    const client = clientOf({ clock, requestTimeoutSeconds: 60 });
    expect(await afterHang(clock, 60, () => client.virtualTags.get("t1"))).toEqual(tag);
    await expect(afterHang(clock, 60, () => client.virtualTags.delete("t1"))).rejects.toMatchObject({
      name: "OutcomeUnknown",
      tagId: "t1",
      cause: { code: "ANSWER_TIMEOUT" },
    });
  });

  test("the deadline ends an operation, whatever it waits for", async () => {
    const clock = new FakeClock();
    const client = clientOf({ clock, deadlineSeconds: 30, requestTimeoutSeconds: 60 });
    await expect(afterHang(clock, 30, () => client.virtualTags.get("t1"))).rejects.toMatchObject({
      name: "Unavailable",
      code: "DEADLINE_EXCEEDED",
    });
    await expect(afterHang(clock, 30, () => client.virtualTags.create(body))).rejects.toMatchObject({
      name: "OutcomeUnknown",
    });
  });

  test("an abort reaches the socket", async () => {
    const closed = moment();
    const asked = moment();
    server.play((request) => {
      request.socket.once("close", closed.come);
      asked.come();
    });
    const controller = new AbortController();
    const reading = clientOf().virtualTags.get("t1", { signal: controller.signal });
    await asked.came;
    controller.abort();
    await expect(reading).rejects.toThrow(Cancelled);
    await closed.came;
  });

  test("an aborted write is unknown when it was sent, and cancelled when it was not", async () => {
    const asked = moment();
    server.play(() => {
      asked.come();
    });
    const controller = new AbortController();
    const writing = clientOf().virtualTags.create(body, { signal: controller.signal });
    await asked.came;
    controller.abort();
    await expect(writing).rejects.toThrow(OutcomeUnknown);
    await expect(clientOf().virtualTags.create(body, { signal: controller.signal })).rejects.toThrow(Cancelled);
  });

  test("close ends what is under way", async () => {
    const asked = moment();
    server.play(() => {
      asked.come();
    });
    const client = clientOf();
    const reading = client.virtualTags.get("t1");
    await asked.came;
    client.close();
    await expect(reading).rejects.toThrow(Cancelled);
    await expect(client.virtualTags.get("t1")).rejects.toThrow(Cancelled);
  });

  test("an answer beyond the bound is not read, compressed or not", async () => {
    const large = JSON.stringify({ requestId: "r1", data: { ...tag, name: "x".repeat(10_000) } });
    const client = clientOf({ maxResponseBytes: 5000 });
    server.play({ status: 200, text: large });
    await expect(client.virtualTags.get("t1")).rejects.toMatchObject({ cause: { code: "ANSWER_TOO_LARGE" } });
    expect(server.requests).toHaveLength(1);
    server.play((_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(large)));
    await expect(client.virtualTags.get("t1")).rejects.toThrow(UnexpectedAnswer);
    await expect(client.virtualTags.create(body)).rejects.toThrow(OutcomeUnknown);
  });

  test.each([301, 302, 303, 307, 308])("a %i is not followed", async (status) => {
    const elsewhere = await ScriptedServer.start();
    elsewhere.play(good);
    server.play({ status, headers: { location: `${elsewhere.url}/login?next=canary` }, text: "" });
    await expect(clientOf().virtualTags.get("t1")).rejects.toMatchObject({
      name: "UnexpectedAnswer",
      code: "REDIRECTED",
      message: expect.stringContaining(`to ${elsewhere.url}.`) as string,
    });
    const unknown = status === 302 || status === 303;
    await expect(clientOf().virtualTags.create(body)).rejects.toMatchObject({
      name: unknown ? "OutcomeUnknown" : "UnexpectedAnswer",
    });
    expect(elsewhere.requests).toHaveLength(0);
    await elsewhere.stop();
  });

  test("one connection serves one request after the other", async () => {
    const ports = new Set<number | undefined>();
    server.play((request, response) => {
      ports.add(request.socket.remotePort);
      response.end(JSON.stringify({ requestId: "r1", data: tag }));
    });
    const client = clientOf();
    for (const id of ["t1", "t1", "t1"]) await client.virtualTags.get(id, { fresh: true });
    expect(ports.size).toBe(1);
    expect(await server.connections()).toBeGreaterThanOrEqual(1);
  });

  /** The end of the connection crosses the second request on it: the service has not seen that request. */
  test("a connection that the service closes after its answer costs no write, no wait and no failure", async () => {
    const used = new WeakSet();
    const carriedOut: string[] = [];
    server.play((request, response) => {
      if (used.has(request.socket)) {
        request.socket.destroy();
      } else {
        used.add(request.socket);
        carriedOut.push(request.method ?? "");
        response.end(JSON.stringify({ requestId: "r1", data: tag }));
      }
    });
    const failures: number[] = [];
    const client = clientOf({ random: () => (failures.push(1), -1) });
    for (let i = 0; i < 3; i++) await client.virtualTags.get("t1", { fresh: true });
    for (let i = 0; i < 2; i++) await client.virtualTags.create(body);
    await client.virtualTags.update("t1", body);
    await client.virtualTags.delete("t1");
    expect(carriedOut).toEqual(["GET", "GET", "GET", "POST", "POST", "PUT", "DELETE"]);
    expect(failures).toEqual([]);
  });
});

/** What an operation does between its attempts, on a clock that the test moves. */
describe("retries", () => {
  const good: WireAnswer = {
    kind: "answer",
    status: 200,
    headers: {},
    text: JSON.stringify({ requestId: "r1", data: { id: "t1", name: "Team", rules: [], defaultValue: "none" } }),
  };
  const failure = (reached: boolean): WireFailure => ({ kind: "failure", reached, code: "ECONNRESET" });

  let clock: FakeClock;
  /** When each attempt was sent, in milliseconds since the first. */
  let sent: number[];

  beforeEach(() => {
    clock = new FakeClock(0);
    sent = [];
  });

  /** A client of a service with these outcomes, the last of which it repeats. */
  function clientOf(...outcomes: (WireAnswer | WireFailure)[]): CostAllocationClient {
    const send = (): Promise<WireAnswer | WireFailure> => {
      sent.push(clock.elapsed());
      return Promise.resolve(outcomes[Math.min(sent.length, outcomes.length) - 1] ?? good);
    };
    const transport = { close: () => undefined, send };
    return new CostAllocationClient({
      clientId: "client",
      secretKey: "secret",
      baseUrl: "http://localhost",
      random: () => 1,
      clock,
      transport,
    });
  }

  test("between the attempts, a read waits for 0.5, 1 and 2 s", async () => {
    await clock.until(clientOf(failure(true), failure(true), failure(true), good).virtualTags.get("t1"));
    expect(sent).toEqual([0, 500, 1500, 3500]);
  });

  test("of a service that can't be reached, the error says what happened, then what to do", async () => {
    const error = await clock.until(clientOf(failure(false)).virtualTags.get("t1")).catch(String);
    expect(error).toMatch(/can't be reached .*\. Check baseUrl/u);
  });

  test("a 400 of a tag that the caller may not read is a denial, with its code", async () => {
    const refusal = (status: number): WireAnswer => ({ ...good, status, text: "" });
    const read = clientOf(refusal(400), refusal(403)).virtualTagMetadata.get("t1");
    await expect(clock.until(read)).rejects.toMatchObject({ name: "Forbidden", code: "FORBIDDEN", status: 400 });
  });
});
