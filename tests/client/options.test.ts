import { CostAllocationClient, InvalidSettings, LimitReached, sharedClient } from "../../client";
import { ScriptedServer } from "./http/scriptedServer";

const clientId = "client-id-of-a-test";
const secretKey = "secret-key-of-a-test";

describe("options", () => {
  test("every wrong one is named, and no secret is shown", () => {
    const wrong = {
      clientId: "",
      secretKey: "canary with a space",
      baseUrl: "http://api.example.com",
      maxConcurrency: 0,
    };
    expect(() => new CostAllocationClient(wrong)).toThrow(InvalidSettings);
    expect(() => new CostAllocationClient(wrong)).toThrow(/clientId.*\n.*secretKey.*\n.*baseUrl.*\n.*maxConcurrency/);
    expect(() => new CostAllocationClient(wrong)).not.toThrow(/canary/);
  });

  test.each([
    ["http://api.example.com", false],
    ["ftp://localhost", false],
    ["https://user:password@api.example.com", false],
    ["https://api.example.com?x=1", false],
    ["http://127.0.0.1.example.com", false],
    ["https://api.example.com/base/", true],
    ["http://localhost:8080", true],
    ["http://127.0.0.1:8080", true],
    ["http://[::1]:8080", true],
  ])("address %s: %s", (baseUrl, isFine) => {
    const make = (): CostAllocationClient => new CostAllocationClient({ clientId, secretKey, baseUrl });
    if (isFine) expect(make).not.toThrow();
    else expect(make).toThrow(InvalidSettings);
  });

  test("a shared client is one for the same account, and a new one after it was closed", () => {
    const options = { clientId, secretKey, baseUrl: "http://localhost:1" };
    const one = sharedClient(options);
    expect(sharedClient({ ...options, onWait: () => undefined })).toBe(one);
    expect(sharedClient({ ...options, secretKey: "another" })).not.toBe(one);
    expect(sharedClient({ ...options, baseUrl: "http://localhost:2" })).not.toBe(one);
    one.close();
    expect(sharedClient(options)).not.toBe(one);
  });

  test("two clients of one account with other settings keep its limits together, also one after the other", async () => {
    const server = await ScriptedServer.start();
    server.play({ status: 429, headers: { "retry-after": "3600" } });
    const options = { clientId, secretKey, baseUrl: server.url };
    const clients = [
      sharedClient(options),
      sharedClient({ ...options, requestTimeoutSeconds: 5 }),
      sharedClient({ ...options, clientId: "another-account" }),
    ];
    for (const each of clients) await expect(each.scans.list()).rejects.toThrow(LimitReached);
    // The second one knew of the first one's pause.
    expect(server.requests.map(({ headers }) => headers["x-service-client-id"])).toEqual([clientId, "another-account"]);
    for (const each of clients) each.close();
    const next = sharedClient(options);
    await expect(next.scans.list()).rejects.toThrow(LimitReached);
    expect(server.requests).toHaveLength(2);
    next.close();
    await server.stop();
  });
});
