import { CostAllocationClient, CostAllocationError } from "../../client";
import { type Answer, ScriptedServer } from "./http/scriptedServer";

const body = { name: "Team", rules: [], defaultValue: "none" };

/** The short form of benchmarks/client-soak.mjs. */
test("600 operations against a server that drops, truncates and limits leave nothing behind", async () => {
  let luck = 1;
  const answer: Answer = (request, response) => {
    luck = (luck * 48_271) % 2_147_483_647;
    const id = request.url?.split("/")[3] ?? "new";
    const isList = request.method === "GET" && id === "new";
    const tag = { id, ...body };
    const text = JSON.stringify({ requestId: "r", data: isList ? { virtualTags: [tag] } : tag });
    const headers = { ratelimit: "limit=100000000, remaining=100000000, reset=60" };
    const kinds = [
      () => request.socket.destroy(),
      () => response.writeHead(429, { ...headers, "retry-after": "0.001" }).end(),
      () => response.writeHead(500).end("<html>"),
      () => {
        response.writeHead(200, { "content-length": text.length });
        response.write("{", () => request.socket.destroy());
      },
    ];
    const trouble = kinds[luck % 40];
    if (trouble === undefined) response.writeHead(200, headers).end(text);
    else trouble();
  };
  const server = await ScriptedServer.start();
  server.play(answer);
  const unhandled: unknown[] = [];
  const listen = (reason: unknown): number => unhandled.push(reason);
  process.on("unhandledRejection", listen);

  const options = {
    clientId: "client",
    secretKey: "secret",
    baseUrl: server.url,
    random: () => -1,
    maxConcurrency: 20,
  };
  const client = new CostAllocationClient(options);
  const { virtualTags } = client;
  const outcomes = await Promise.all(
    Array.from({ length: 600 }, async (_, number) => {
      const id = `t${number % 7}`;
      const signal = number % 30 === 0 ? AbortSignal.timeout(1) : undefined;
      const operations = [
        () => virtualTags.get(id, { fresh: true, signal }),
        () => virtualTags.create(body, { signal }),
        () => virtualTags.update(id, body, { signal }),
        () => virtualTags.list({ signal }),
      ];
      const failure: unknown = await operations[number % 4]?.().then(
        () => undefined,
        (error: unknown) => error,
      );
      return failure instanceof CostAllocationError ? failure.name : failure;
    }),
  );
  client.close();
  for (let turn = 0; (await server.connections()) > 0 && turn < 1000; turn++) await new Promise(setImmediate);
  process.off("unhandledRejection", listen);

  // Every failure is one of the family, and a read never fails for good.
  const names = new Set(outcomes.filter((outcome) => outcome !== undefined));
  expect([...names].filter((name) => name !== "OutcomeUnknown" && name !== "Cancelled")).toEqual([]);
  expect(names).toContain("OutcomeUnknown");
  expect(unhandled).toEqual([]);
  expect(await server.connections()).toBe(0);
  await server.stop();
});
