import * as http from "node:http";
import * as https from "node:https";
import * as net from "node:net";
import tls from "node:tls";

import { CostAllocationClient, OutcomeUnknown } from "../../../client";
import { selfSigned } from "./selfSigned";

const tag = { id: "t1", name: "Team", rules: [], defaultValue: "none" };
const body = { name: "Team", rules: [], defaultValue: "none" };
const proxyNames = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy"];

function portOf(server: net.Server): number {
  return (server.address() as net.AddressInfo).port;
}

async function listening<T extends net.Server>(server: T): Promise<T> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

describe("over TLS", () => {
  const certificate = selfSigned();
  const before = Object.fromEntries(proxyNames.map((name) => [name, process.env[name]]));
  const sockets = new Set<net.Socket>();
  const servers: net.Server[] = [];
  const clients: CostAllocationClient[] = [];
  let service: https.Server;
  let answer: http.RequestListener;

  const clientOf = (baseUrl: string): CostAllocationClient => {
    const options = { clientId: "client-id", secretKey: "secret-key", baseUrl, random: () => -1 };
    const client = new CostAllocationClient({ ...options, connectTimeoutSeconds: 1 });
    clients.push(client);
    return client;
  };

  beforeAll(async () => {
    service = https.createServer(certificate, (request, response) => {
      answer(request, response);
    });
    await listening(service);
  });
  beforeEach(() => {
    for (const name of proxyNames) Reflect.deleteProperty(process.env, name);
    answer = (_, response) => response.end(JSON.stringify({ requestId: "r1", data: tag }));
  });
  afterEach(() => {
    jest.restoreAllMocks();
    for (const client of clients.splice(0)) client.close();
    for (const socket of sockets) socket.destroy();
    for (const server of servers.splice(0)) server.close();
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
  });
  afterAll(async () => {
    service.closeAllConnections();
    await new Promise((resolve) => service.close(resolve));
  });

  /** As if the certificate's maker were known to this machine. */
  const trust = (): void => {
    const original = tls.createSecureContext;
    jest
      .spyOn(tls, "createSecureContext")
      .mockImplementation((options) => original({ ...options, ca: certificate.cert }));
  };

  test("a certificate that nobody knows is an error at once: nothing was sent", async () => {
    const client = clientOf(`https://127.0.0.1:${portOf(service)}`);
    await expect(client.virtualTags.create(body)).rejects.toMatchObject({
      name: "Unavailable",
      code: "UNREACHABLE",
      cause: { code: "DEPTH_ZERO_SELF_SIGNED_CERT" },
    });
  });

  test("reads go through one after the other on one connection, and each write on its own", async () => {
    trust();
    const ports = new Set<number | undefined>();
    answer = (request, response) => {
      ports.add(request.socket.remotePort);
      response.end(JSON.stringify({ requestId: "r1", data: tag }));
    };
    const client = clientOf(`https://127.0.0.1:${portOf(service)}`);
    for (let i = 0; i < 3; i++) expect(await client.virtualTags.get("t1", { fresh: true })).toEqual(tag);
    expect(ports.size).toBe(1);
    for (let i = 0; i < 2; i++) expect(await client.virtualTags.create(body)).toEqual(tag);
    expect(ports.size).toBe(3);
    answer = (request) => request.socket.destroy();
    await expect(client.virtualTags.create(body)).rejects.toThrow(OutcomeUnknown);
  });

  test("a handshake that never ends is no connection, so even a write is tried again", async () => {
    let connections = 0;
    const silent = await listening(
      net.createServer((socket) => {
        connections++;
        sockets.add(socket);
        socket.on("error", () => undefined);
      }),
    );
    const client = new CostAllocationClient({
      clientId: "client-id",
      secretKey: "secret-key",
      baseUrl: `https://127.0.0.1:${portOf(silent)}`,
      random: () => -1,
      connectTimeoutSeconds: 0.05,
    });
    servers.push(silent);
    await expect(client.virtualTags.create(body)).rejects.toMatchObject({
      name: "Unavailable",
      cause: { code: "CONNECT_TIMEOUT" },
    });
    expect(connections).toBe(5);
    client.close();
  });

  test("a tunnel through a proxy from the environment: the proxy sees no credentials", async () => {
    trust();
    const seen: string[] = [];
    const proxy = await listening(
      http.createServer().on("connect", (request: http.IncomingMessage, socket: net.Socket) => {
        seen.push(`${request.method ?? ""} ${request.url ?? ""} ${JSON.stringify(request.headers)}`);
        // The name is one that only the proxy can reach.
        const upstream = net.connect(portOf(service), "127.0.0.1", () => {
          socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
          upstream.pipe(socket).pipe(upstream);
        });
        for (const each of [socket, upstream]) sockets.add(each.on("error", () => undefined));
      }),
    );
    servers.push(proxy);
    // Without a scheme, and with a name and a password that are percent-encoded.
    process.env["HTTPS_PROXY"] = `us%40er:p%23w@127.0.0.1:${portOf(proxy)}`;
    jest.spyOn(tls, "checkServerIdentity").mockReturnValue(undefined);
    const client = clientOf("https://api.example.com");
    expect(await client.virtualTags.create(body)).toEqual(tag);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatch(/^CONNECT api\.example\.com:443 /);
    expect(seen[0]).toContain(`Basic ${Buffer.from("us@er:p#w").toString("base64")}`);
    expect(seen[0]).not.toContain("secret-key");
    for (let i = 0; i < 2; i++) expect(await client.virtualTags.get("t1", { fresh: true })).toEqual(tag);
    expect(seen).toHaveLength(3);
    // What breaks behind the tunnel had reached the service.
    answer = (request) => request.socket.destroy();
    await expect(client.virtualTags.create(body)).rejects.toThrow(OutcomeUnknown);
  });
});
