/** What the functions of the plugin return, over gRPC, against the emulator. */
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Cancelled, CostAllocationClient } from "../../client";
import schema from "../../plugin/schema.json";
import { functions } from "../../plugin/functions";
import { call, configure, create, emulator, key, plain, type Properties, struct, tag } from "./plugin";

const invoke = async (name: string, args: Properties = {}): Promise<Properties> => {
  const request = new messages.InvokeRequest().setTok(`costallocation:index:${name}`).setArgs(struct(args));
  const answer: messages.InvokeResponse = await call("invoke", request);
  return plain(answer.getReturn());
};
beforeEach(() => configure());

test("a tag is returned in the form of the schema, by name and by ID, and in the list", async () => {
  const { id } = await create(tag);
  const found = await invoke("getVirtualTag", { name: "Team" });
  expect(found).toMatchObject({ id, ...tag });
  expect(await invoke("getVirtualTag", { id })).toEqual(found);
  expect(await invoke("getVirtualTags")).toEqual({ virtualTags: [found] });
});

test("versions and metadata", async () => {
  const { id } = await create(tag);
  const { versions } = (await invoke("getVirtualTagVersions", { virtualTagId: id })) as { versions: Properties[] };
  expect(versions).toMatchObject([{ isLive: true }]);
  const { versionData } = await invoke("getVirtualTagVersion", { virtualTagId: id, id: versions[0]?.["id"] });
  expect(versionData).toEqual({ rules: tag.rules, defaultValueKey: key });
  expect(await invoke("getVirtualTagMetadata", { virtualTagId: id })).toEqual({ virtualTagId: id, metadata: {} });
});

test("endpoints, the catalog and scans", async () => {
  emulator.control.seed();
  const { notificationEndpoints } = await invoke("getNotificationEndpoints");
  const [endpoint] = notificationEndpoints as { name: string; type: string }[];
  const { name, type } = endpoint ?? { name: "", type: "" };
  expect(await invoke("getNotificationEndpoint", { name, type })).toEqual(endpoint);
  expect(JSON.stringify(notificationEndpoints)).not.toContain("configuration");
  const { keys } = (await invoke("getCatalogKeys")) as { keys: { costCenter: string; key: string }[] };
  expect(keys.length).toBeGreaterThan(3);
  const { values } = await invoke("getCatalogValues", { costCenter: "AWS", key: "team" });
  expect(values).toContain("checkout");
  expect(await invoke("getScans")).toEqual({ scans: expect.any(Array) as unknown[] });
});

test.each([
  { problem: "an unknown argument", name: "getVirtualTag", args: { nam: "x" }, says: /nam.*name/ },
  { problem: "two arguments of which one counts", name: "getVirtualTag", args: {}, says: /either id or name/ },
  { problem: "a path as an ID", name: "getVirtualTagMetadata", args: { virtualTagId: "../x" }, says: /virtualTagId/ },
  { problem: "a moment", name: "getVirtualTagVersions", args: { virtualTagId: "a", from: "soon" }, says: /from.*ISO/ },
  { problem: "a missing argument", name: "getVirtualTagMetadata", args: {}, says: /virtualTagId is missing/ },
  { problem: "null", name: "getVirtualTagVersion", args: { virtualTagId: "a", id: null }, says: /: id is missing/ },
  {
    problem: "a misspelled one",
    name: "getCatalogValues",
    args: { costCentre: "AWS" },
    says: /"costCentre".*costCenter/,
  },
  { problem: "a number as an ID", name: "getVirtualTag", args: { id: 5 }, says: /id can't be an ID/ },
  { problem: "an unknown function", name: "getTags", args: {}, says: /getTags/ },
])("$problem is refused before anything is sent", async ({ name, args, says }) => {
  emulator.control.clearRequests();
  await expect(invoke(name, args)).rejects.toMatchObject({ details: expect.stringMatching(says) as string });
  expect(emulator.control.requests()).toEqual([]);
});

test("null is no value of an optional argument", async () => {
  const { id } = await create(tag);
  expect(await invoke("getVirtualTag", { id, name: null })).toMatchObject({ id });
  const { versions } = await invoke("getVirtualTagVersions", { virtualTagId: id, from: null, sortDirection: null });
  expect(versions).toHaveLength(1);
});

test("every function passes on what shows its waits and stops it", async () => {
  const { clientId, secretKey, url: baseUrl } = emulator;
  const args = { virtualTagId: "a", id: "b", costCenter: "AWS", key: "team", type: "email" };
  for (const [name, read] of functions) {
    const client = new CostAllocationClient({ baseUrl, clientId, secretKey });
    const { inputs } = schema.functions[`costallocation:index:${name}` as keyof typeof schema.functions] as {
      inputs?: { properties: object };
    };
    const own = Object.entries(args).filter(([one]) => one in (inputs?.properties ?? {}));
    const signal = AbortSignal.abort();
    const request = { signal, onWait: () => undefined };
    await expect(read(Object.fromEntries(own), { client, request })).rejects.toBeInstanceOf(Cancelled);
    client.close();
  }
});

test("the schema has the functions that there are", () => {
  expect(Object.keys(schema.functions)).toEqual([...functions.keys()].map((name) => `costallocation:index:${name}`));
});
