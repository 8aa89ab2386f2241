import { CostAllocationClient, type Transport } from "../../../client";

const body = { name: "Team", rules: [], defaultValue: "none" };
const tag = { id: "t1", ...body };

/** What something before the service says when it does not know the way. */
const gateways: [string, string][] = [
  ["a text", "default backend - 404"],
  ["nothing", ""],
  ["a text with a line's end", "404 page not found\n"],
  ["a message", '{"message":"no Route matched with those values"}'],
  ["a message with a requestId", '{"message":"no Route matched with those values","request_id":"r1"}'],
  ["a piece of HTML", "<h1>Not Found</h1>"],
  ["a page", "<!DOCTYPE html><html><head><title>404</title></head></html>"],
  ["a code that is not the service's", '{"code":"NOT_FOUND","message":"Not Found"}'],
];

type List = { status: number; tags?: object[]; text?: string };

/** A client whose every request is answered by 404, or another status, but for the list. */
function clientOf(text: string, list: List, requests: string[] = [], status = 404): CostAllocationClient {
  const transport: Transport = {
    close: () => undefined,
    send: async ({ method, url }) => {
      requests.push(`${method} ${url.pathname}`);
      const answer = { kind: "answer", headers: {} } as const;
      if (method !== "GET" || !url.pathname.endsWith("/virtual-tags")) return { ...answer, status, text };
      const json = { requestId: "r1", data: { virtualTags: list.tags ?? [] }, virtualTags: list.tags ?? [] };
      return Promise.resolve({ ...answer, status: list.status, text: list.text ?? JSON.stringify(json) });
    },
  };
  return new CostAllocationClient({
    clientId: "client",
    secretKey: "secret",
    baseUrl: "http://localhost",
    // No waits between the attempts at a list that can't be read.
    random: () => -1,
    transport,
  });
}

const operations: [string, (client: CostAllocationClient) => Promise<unknown>][] = [
  ["virtualTags.get", (client) => client.virtualTags.get("t1", { fresh: true })],
  ["virtualTags.update", (client) => client.virtualTags.update("t1", body)],
  ["virtualTags.delete", (client) => client.virtualTags.delete("t1")],
  ["virtualTagVersions.list", (client) => client.virtualTagVersions.firstPage("t1")],
  ["virtualTagVersions.get", (client) => client.virtualTagVersions.get("t1", "v1")],
  ["virtualTagMetadata.get", (client) => client.virtualTagMetadata.get("t1")],
  ["virtualTagMetadata.put", (client) => client.virtualTagMetadata.put("t1", {})],
  ["virtualTagsV1.get", (client) => client.virtualTagsV1.get("t1")],
  ["virtualTagsV1.delete", (client) => client.virtualTagsV1.delete("t1")],
];

describe.each(gateways)("a 404 that is %s", (_, text) => {
  test.each(operations)("%s: a missing tag only if the list is there", async (operation, operate) => {
    const requests: string[] = [];
    const facts = { status: 404, operation };
    await expect(operate(clientOf(text, { status: 200 }, requests))).rejects.toMatchObject({
      ...facts,
      name: "NotFound",
    });
    expect(requests).toHaveLength(2);
    for (const list of [
      { status: 404, text },
      { status: 403, text },
      { status: 200, text: "<html>Sign in</html>" },
    ]) {
      await expect(operate(clientOf(text, list))).rejects.toMatchObject({ ...facts, name: "UnexpectedAnswer" });
    }
  });
});

describe.each(gateways)("a 400 that is %s", (_, text) => {
  test.each(operations.filter(([name]) => !name.endsWith(".delete")))(
    "%s: a missing tag only if the list does not show it",
    async (operation, operate) => {
      const facts = { status: 400, operation };
      const missing = { ...facts, name: "NotFound", missing: "Virtual Tag" };
      await expect(operate(clientOf(text, { status: 200 }, [], 400))).rejects.toMatchObject(missing);
      for (const list of [
        { status: 200, tags: [{ ...tag, id: "T1" }] },
        { status: 400, text },
        { status: 403, text: "" },
        { status: 200, text: "<html>Sign in</html>" },
      ]) {
        await expect(operate(clientOf(text, list, [], 400))).rejects.toMatchObject({ ...facts, name: "InvalidInput" });
      }
    },
  );
});

test("a 400 with a code of the service, or of a delete, is what it says", async () => {
  const refusal = JSON.stringify({ requestId: "r1", error: "BAD_FILTER", message: "no" });
  const requests: string[] = [];
  for (const [, operate] of operations)
    await expect(operate(clientOf(refusal, { status: 200 }, requests, 400))).rejects.toMatchObject({
      name: "InvalidInput",
      code: "BAD_FILTER",
    });
  const remove = clientOf("", { status: 200 }, requests, 400).virtualTags.delete("t1");
  await expect(remove).rejects.toMatchObject({ name: "InvalidInput" });
  expect(requests).not.toContain("GET /v2/virtual-tags");
});

test("a tag that the list shows is not missing", async () => {
  const client = clientOf("default backend - 404", { status: 200, tags: [{ ...tag, id: "T1" }] });
  await expect(client.virtualTags.get("t1", { fresh: true })).rejects.toMatchObject({ name: "UnexpectedAnswer" });
  await expect(client.virtualTagVersions.get("t1", "v1")).rejects.toMatchObject({ name: "NotFound" });
});

test.each(["VTAG_NOT_FOUND", "VTAG_VERSION_NOT_FOUND"])("the service's own %s is believed at once", async (error) => {
  const requests: string[] = [];
  const client = clientOf(JSON.stringify({ requestId: "r1", error, message: "no" }), { status: 404 }, requests);
  await expect(client.virtualTags.delete("t1")).rejects.toMatchObject({ name: "NotFound", code: error });
  expect(requests).toEqual(["DELETE /v2/virtual-tags/t1"]);
});

test("who cancels while it is being looked up is told so", async () => {
  const controller = new AbortController();
  const client = clientOf("", { status: 200 });
  const reading = client.virtualTags.get("t1", { fresh: true, signal: controller.signal });
  controller.abort();
  await expect(reading).rejects.toMatchObject({ name: "Cancelled" });
});
