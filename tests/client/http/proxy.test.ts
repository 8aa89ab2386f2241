import { once } from "node:events";
import * as net from "node:net";
import { inspect } from "node:util";
import { Api } from "../../../cli/sources/pullRequest/api";
import type { Surroundings } from "../../../cli/sources/pullRequest/pullRequest";
import { type ClientOptions, CostAllocationClient } from "../../../client";
import { proxyFor } from "../../../client/http/proxy";
import { ScriptedServer } from "./scriptedServer";

const body = { name: "Team", rules: [], defaultValue: "none" };
const tag = { id: "t1", ...body };

const chosen = (env: Record<string, string>, url = "https://api.example.com") => proxyFor(new URL(url), env);

test.each([
  ["http://proxy:3128", { protocol: "http:", host: "proxy", port: 3128 }],
  ["proxy:3128", { protocol: "http:", host: "proxy", port: 3128 }],
  ["10.0.0.1:3128", { protocol: "http:", host: "10.0.0.1", port: 3128 }],
  ["[::1]:3128", { protocol: "http:", host: "[::1]", port: 3128 }],
  ["https://proxy:3128/", { protocol: "https:", host: "proxy", port: 3128 }],
  ["http://us%40er:p%23w@proxy:3128", { auth: { username: "us@er", password: "p#w" } }],
  ["us%40er:p%23w@proxy:3128", { host: "proxy", auth: { username: "us@er", password: "p#w" } }],
  ["http://user:100%@proxy:3128", { auth: { username: "user", password: "100%" } }],
  ["http://user:a+b@proxy:3128", { auth: { username: "user", password: "a+b" } }],
  ["http://:secret@proxy:3128", { auth: { username: "", password: "secret" } }],
])("%s is used", (given, proxy) => {
  expect(chosen({ HTTPS_PROXY: given })).toMatchObject(proxy);
});

test.each(["socks5://proxy:1080", "http://", "http://a b:1", "http://us:12/3@proxy:1", "http://us:1#3@proxy:1"])(
  "%s can't be used",
  (given) => {
    expect(chosen({ HTTPS_PROXY: given })).toBe("invalid");
  },
);

test.each([
  [{ https_proxy: "a:1", HTTPS_PROXY: "b:1" }, "a:1"],
  [{ https_proxy: "", HTTPS_PROXY: "b:1", all_proxy: "c:1" }, "b:1"],
  [{ ALL_PROXY: "c:1" }, "c:1"],
  [{ HTTPS_PROXY: "b:1", all_proxy: "socks5://c:1" }, "b:1"],
  [{ ALL_PROXY: "socks5://c:1", NO_PROXY: "api.example.com" }, undefined],
  [{ HTTP_PROXY: "d:1" }, undefined],
  [{}, undefined],
])("of %j, %s is used", (env, address) => {
  expect(chosen(env)).toEqual(address === undefined ? undefined : expect.objectContaining({ address }));
});

test.each([
  // NO_PROXY, covered, not covered
  ["*", ["https://example.org", "https://10.1.2.3"], []],
  [
    "example.com",
    ["https://example.com", "https://api.EXAMPLE.com", "https://a.b.example.com:8443"],
    ["https://badexample.com"],
  ],
  [".example.com", ["https://api.example.com"], ["https://example.com", "https://badexample.com"]],
  ["*.Example.com.", ["https://api.example.com."], ["https://example.com"]],
  ["example.org, ,example.com", ["https://api.example.com", "https://example.org"], ["https://example.net"]],
  ["example.com:8443", ["https://api.example.com:8443"], ["https://api.example.com"]],
  ["example.com:443", ["https://api.example.com"], ["https://api.example.com:8443"]],
  ["bücher.example", ["https://x.xn--bcher-kva.example"], []],
  ["10.1.2.3", ["https://10.1.2.3"], ["https://10.1.2.30", "https://3"]],
  ["10.1.2.3:443", ["https://10.1.2.3"], ["https://10.1.2.3:8443"]],
  ["10.0.0.0/8", ["https://10.1.2.3"], ["https://11.1.2.3", "https://10.example.com"]],
  ["10.0.0.0/33,", [], ["https://10.0.0.0"]],
  ["2001:db8::1", ["https://[2001:db8:0::1]"], ["https://[2001:db8::2]"]],
  ["[2001:db8::1]:8443", ["https://[2001:db8::1]:8443"], ["https://[2001:db8::1]"]],
  ["fe80::/10", ["https://[fe80::1]"], ["https://[2001:db8::1]", "https://fe80.example"]],
  ["", [], ["https://localhost.example.com"]],
])("NO_PROXY=%s", (list, covered, others) => {
  const direct = (url: string): boolean => chosen({ HTTPS_PROXY: "proxy:1", NO_PROXY: list }, url) === undefined;
  expect([...covered, ...others].filter(direct)).toEqual(covered);
});

test("this machine itself is never behind a proxy, which could read the credentials", () => {
  for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
    expect(chosen({ HTTPS_PROXY: "proxy:1" }, `http://${host}:8080`)).toBeUndefined();
  }
});

describe("a proxy from the environment", () => {
  const names = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy"];
  const before = Object.fromEntries(names.map((name) => [name, process.env[name]]));
  const clients: CostAllocationClient[] = [];
  let proxy: net.Server;
  let asked: string[];
  /** Undefined: none. */
  let answer: string | undefined;
  let sockets: net.Socket[];
  let address: string;

  const clientOf = (options: Partial<ClientOptions> = {}): CostAllocationClient => {
    const account = { clientId: "client-id", secretKey: "canary-secret-key", baseUrl: "https://api.example.com" };
    const client = new CostAllocationClient({ ...account, random: () => -1, ...options });
    clients.push(client);
    return client;
  };

  beforeEach(async () => {
    asked = [];
    answer = "502 Bad Gateway\r\nContent-Length: 0";
    sockets = [];
    proxy = net.createServer((socket) => {
      sockets.push(socket);
      socket.on("error", () => undefined);
      socket.once("data", (data) => {
        asked.push(data.toString());
        if (answer !== undefined) socket.write(`HTTP/1.1 ${answer}\r\n\r\n`);
      });
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    for (const name of names) Reflect.deleteProperty(process.env, name);
    address = `127.0.0.1:${(proxy.address() as net.AddressInfo).port}`;
    process.env["HTTPS_PROXY"] = `http://user:canary-proxy-password@${address}`;
    process.env["HTTP_PROXY"] = process.env["HTTPS_PROXY"];
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.close();
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => proxy.close(resolve));
  });

  test("is asked for a tunnel and never sees the credentials", async () => {
    const client = clientOf();
    const error: unknown = await client.virtualTags.create(body).catch((caught: unknown) => caught);
    // Not OutcomeUnknown: the tunnel never stood, so the service has not seen the write.
    expect(error).toMatchObject({ name: "Unavailable", cause: { code: "PROXY_REFUSED" } });
    expect(asked[0]).toMatch(/^CONNECT api\.example\.com:443 HTTP\/1\.1\r\n/);
    expect(asked.join()).not.toContain("canary-secret-key");
  });

  test.each([
    ["407 Denied\r\nContent-Length: 0", /proxy 127\.0\.0\.1:\d+ answered 407\b.*HTTPS_PROXY/],
    // The rest of the answer has not come yet.
    ["407 Denied\r\nContent-Length: 10", /proxy 127\.0\.0\.1:\d+ answered 407\b.*HTTPS_PROXY/],
    ["403 Forbidden\r\nTransfer-Encoding: chunked", /proxy 127\.0\.0\.1:\d+ answered 403\b.*NO_PROXY/],
  ])("answers %j: the error says that it was the proxy, and shows no password", async (status, message) => {
    answer = status;
    const error: unknown = await clientOf()
      .virtualTags.get("t1")
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      code: "UNREACHABLE",
      status: undefined,
      message: expect.stringMatching(message) as string,
    });
    expect(inspect(error, { depth: Infinity, showHidden: true })).not.toContain("canary-proxy-password");
    expect(asked).toHaveLength(1);
    const api = new Api({ system: "GitHub", headers: {}, token: "token", advice: () => undefined }, {
      pause: () => Promise.resolve(),
      note: () => undefined,
    } as unknown as Surroundings);
    const request = { method: "GET" as const, url: new URL("https://api.example.com/user") };
    await expect(api.send(request)).rejects.toThrow(message);
  });

  test("that never answers keeps no socket, which would keep the process", async () => {
    answer = undefined;
    const getting = clientOf({ connectTimeoutSeconds: 0.02 }).virtualTags.get("t1");
    await expect(getting).rejects.toMatchObject({ cause: { code: "CONNECT_TIMEOUT" } });
    expect(sockets).toHaveLength(5);
    for (const socket of sockets) if (!socket.closed) await once(socket, "close");
  }, 10_000);

  test("that can't be reached or used is named, without its password", async () => {
    const messageOf = (): Promise<string> => clientOf().virtualTags.get("t1").then(String, String);
    process.env["HTTPS_PROXY"] = "http://user:canary-proxy-password@127.0.0.1:1";
    expect(await messageOf()).toMatch(
      /ECONNREFUSED: no connection to api\.example\.com through the proxy 127\.0\.0\.1:1\)/,
    );
    process.env["HTTPS_PROXY"] = "socks5://user:canary-proxy-password@127.0.0.1:1";
    const message = await messageOf();
    expect(message).toMatch(/PROXY_INVALID.*HTTPS_PROXY/);
    expect(message).not.toContain("canary-proxy-password");
  });

  test("is passed by for this machine itself, where it would read the credentials", async () => {
    const server = await ScriptedServer.start();
    server.play({ status: 200, json: { requestId: "r1", data: tag } });
    expect(await clientOf({ baseUrl: server.url }).virtualTags.get("t1")).toEqual(tag);
    expect(asked).toEqual([]);
    await server.stop();
  });
});
