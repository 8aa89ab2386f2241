/** What the functions of the plugin return, over gRPC, against the emulator. */
import * as messages from "@pulumi/pulumi/proto/provider_pb";
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
  { problem: "an unknown function", name: "getTags", args: {}, says: /getTags/ },
])("$problem is refused before anything is sent", async ({ name, args, says }) => {
  emulator.control.clearRequests();
  await expect(invoke(name, args)).rejects.toMatchObject({ details: expect.stringMatching(says) as string });
  expect(emulator.control.requests()).toEqual([]);
});

test("the schema has the functions that there are", () => {
  expect(Object.keys(schema.functions)).toEqual([...functions.keys()].map((name) => `costallocation:index:${name}`));
});
