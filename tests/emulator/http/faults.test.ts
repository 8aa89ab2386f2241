/** Faults: every kind at every point of a request, and which requests they hit. */
import { once } from "node:events";
import * as http from "node:http";
import * as net from "node:net";
import type { Fault } from "../../../emulator";
import { createTag, emulator, startForTest, tagBody, tags } from "../testEmulator";

beforeEach(startForTest);

/** Sends a POST request. Returns what the client sees: an error code, or a response. */
function post(timeout = 20_000): Promise<{
  code?: string | undefined;
  status?: number | undefined;
  type?: string | undefined;
  text?: string;
}> {
  return new Promise((resolve) => {
    const fail = (error: Error): void => {
      resolve({ code: (error as NodeJS.ErrnoException).code });
    };
    const headers = {
      "content-type": "application/json",
      "x-service-client-id": emulator.clientId,
      "x-service-secret-key": emulator.secretKey,
    };
    const request = http.request(emulator.url + tags, { method: "POST", headers, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("error", fail);
      response.on("end", () => {
        resolve({ status: response.statusCode, type: response.headers["content-type"], text });
      });
    });
    request.on("error", fail);
    request.end(JSON.stringify(tagBody()));
    request.setTimeout(timeout, () => {
      request.destroy(Object.assign(new Error("The client gave up."), { code: "GAVE_UP" }));
    });
  });
}

async function tagCount(): Promise<number> {
  return ((await emulator.send("GET", tags)).at("data.virtualTags") as unknown[]).length;
}

const points = ["beforeReading", "afterReading", "afterCommit"] as const;
const jsonType = "application/json; charset=utf-8";

const expectedResults: Record<Exclude<Fault["kind"], "slow">, object> = {
  refused: { code: "ECONNRESET" },
  reset: { code: "ECONNRESET" },
  timeout: { code: "GAVE_UP" },
  truncated: { code: "ECONNRESET" },
  wrongContentType: { status: 200, type: "text/html; charset=utf-8" },
  status: { status: 503, type: jsonType },
};

describe.each(points)("%s", (when) => {
  test.each(Object.entries(expectedResults))("%s", async (kind, expected) => {
    emulator.control.placeFault({ method: "POST", kind: kind as Fault["kind"], when, times: 1, milliseconds: 20 });
    expect(await post(kind === "timeout" ? 50 : undefined)).toMatchObject(expected);
    while ((await post()).code === "ECONNREFUSED") {
      // Repeats until the port is open again.
    }
    expect(await tagCount()).toBe(when === "afterCommit" ? 2 : 1);
    const [first, second] = emulator.control.requests();
    expect(first).toMatchObject({ method: "POST", faults: [`${kind} ${when}`] });
    expect(second).not.toHaveProperty("faults");
  });

  test("slow delays the request, which happens once", async () => {
    emulator.control.placeFault({ method: "POST", kind: "slow", when, milliseconds: 60 });
    const before = performance.now();
    expect(await post()).toMatchObject({ status: 200 });
    expect(performance.now() - before).toBeGreaterThanOrEqual(55);
    expect(await tagCount()).toBe(1);
  });
});

test("refused: new connections are refused, and the emulator can be stopped", async () => {
  emulator.control.placeFault({ kind: "refused", milliseconds: 60_000 });
  expect(await post()).toEqual({ code: "ECONNRESET" });
  expect(await post()).toEqual({ code: "ECONNREFUSED" });
  await emulator.stop();
  expect(await post()).toEqual({ code: "ECONNREFUSED" });
});

test("refused: if another process uses the port, the emulator waits until it is free", async () => {
  const port = Number(new URL(emulator.url).port);
  emulator.control.placeFault({ kind: "refused", milliseconds: 100, times: 1 });
  expect(await post()).toEqual({ code: "ECONNRESET" });
  const other = http.createServer();
  await once(other.listen(port, "127.0.0.1"), "listening");
  const listen = jest.spyOn(net.Server.prototype, "listen");
  while (listen.mock.calls.length < 2) {
    await new Promise(setImmediate);
  }
  listen.mockRestore();
  await new Promise((resolve) => other.close(resolve));
  while ((await post()).code === "ECONNREFUSED") {
    // Repeats until the port is open again.
  }
  expect(await post()).toMatchObject({ status: 200 });
});

test.each([400, 401, 403, 404, 422, 429, 500, 502, 503, 504])("status %d", async (status) => {
  emulator.control.placeFault({ kind: "status", status, retryAfter: 7 });
  const reply = await emulator.send("GET", tags);
  expect(reply.status).toBe(status);
  expect(reply.headers.get("retry-after")).toBe("7");
});

describe("which requests a fault hits", () => {
  /** Sends GET requests. Returns their statuses. */
  async function statuses(count: number, path = tags): Promise<number[]> {
    const all: number[] = [];
    while (all.length < count) {
      all.push((await emulator.send("GET", path)).status);
    }
    return all;
  }

  test("times and skip: the number of requests, and where they start", async () => {
    emulator.control.placeFault({ kind: "status", times: 2, skip: 1 });
    expect(await statuses(5)).toEqual([200, 503, 503, 200, 200]);
    expect(emulator.control.faults()).toEqual([{ id: 1, kind: "status", times: 2, skip: 1, seen: 5, struck: 2 }]);
  });

  test("every: each n-th request", async () => {
    emulator.control.placeFault({ kind: "status", every: 3 });
    expect(await statuses(7)).toEqual([200, 200, 503, 200, 200, 503, 200]);
  });

  test("probability: the same seed hits the same requests, another seed hits others", async () => {
    const run = async (seed: number): Promise<number[]> => {
      emulator.control.clearFaults();
      emulator.control.placeFault({ kind: "status", probability: 0.5, seed });
      return statuses(40);
    };
    const first = await run(7);
    expect(new Set(first)).toEqual(new Set([200, 503]));
    expect(await run(7)).toEqual(first);
    expect(await run(8)).not.toEqual(first);
  });

  test("method and path: requests by method, path template and path", async () => {
    const id = await createTag(emulator);
    const other = await createTag(emulator);
    const [template, path] = [`${tags}/{id}`, `${tags}/${id}`];
    emulator.control.placeFault({ method: "GET", path: template, kind: "status", status: 500 });
    expect([await statuses(1, path), await statuses(1)].flat()).toEqual([500, 200]);
    emulator.control.clearFaults();
    emulator.control.placeFault({ path, kind: "status", status: 500 });
    expect([await statuses(1, path), await statuses(1, `${tags}/${other}`)].flat()).toEqual([500, 200]);
  });

  test("clearFaults removes a single fault by its ID", async () => {
    const first = emulator.control.placeFault({ kind: "status", status: 500 });
    emulator.control.placeFault({ kind: "status", status: 502 });
    expect(await statuses(1)).toEqual([500]);
    emulator.control.clearFaults(first);
    expect(await statuses(1)).toEqual([502]);
  });

  test("a fault never hits the control", async () => {
    emulator.control.placeFault({ kind: "reset", when: "beforeReading" });
    expect((await fetch(`${emulator.url}/_emulator/now`)).status).toBe(200);
  });
});
