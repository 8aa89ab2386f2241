import * as pulumi from "@pulumi/pulumi";
import { ExactNumber } from "../../client";
import { VirtualTagMetadata } from "../../client/resources/virtualTagMetadata";
import { type Emulator, startEmulator } from "../../emulator";
import * as costallocation from "../../sdk";
import { asOther } from "../support/asOther";
import { ScriptedServer } from "../client/http/scriptedServer";
import { mockEngine, value } from "./mockEngine";

let emulator: Emulator;
let second: Emulator;

beforeAll(async () => {
  emulator = await startEmulator({ limits: { perRoute: { "*": 60_000 } } });
  second = await startEmulator({ clientId: "second", secretKey: "second-secret" });
  emulator.control.seed();
  await mockEngine();
});
beforeEach(() => {
  configure(emulator);
});
afterAll(async () => {
  await emulator.stop();
  await second.stop();
});

function configure({ url, clientId, secretKey }: Pick<Emulator, "url" | "clientId" | "secretKey">): void {
  const settings = { baseUrl: url, clientId, secretKey };
  const config = Object.entries(settings).map(([name, value]) => [`costallocation:${name}`, value]);
  pulumi.runtime.setAllConfig(Object.fromEntries(config) as Record<string, string>, [
    "costallocation:clientId",
    "costallocation:secretKey",
  ]);
}
const gets = (path: string): number => emulator.control.requests().filter((request) => request.path === path).length;
const teamId = async (): Promise<string> => (await costallocation.getVirtualTag({ name: "Team" })).id;

test("names from the account do nothing to a terminal", async () => {
  const evil = "Evil\u001b[2K\u009b2K\u202e\nerror: run";
  const tag = await costallocation.getVirtualTag({ name: "Team" });
  const listed = { ...tag, id: "other", name: evil };
  const server = await ScriptedServer.start();
  try {
    configure({ url: server.url, clientId: "c", secretKey: "s" });
    const answer = (...virtualTags: object[]) => ({ status: 200, json: { requestId: "r", data: { virtualTags } } });
    server.play(answer(listed, { ...listed, id: evil }), answer(listed));
    const errors = [
      await costallocation.getVirtualTag({ name: evil }).catch(String),
      await costallocation.getVirtualTag({ name: "x" }).catch(String),
    ];
    for (const error of errors) expect(error).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(errors).toEqual([expect.stringContaining("2 Virtual Tags"), expect.stringContaining("no Virtual Tag has")]);
  } finally {
    await server.stop();
  }
});

test("getVirtualTags returns all tags, and getVirtualTag one by ID or name", async () => {
  const all = await costallocation.getVirtualTags();
  expect(all.map(({ name }) => name)).toEqual([
    "Team",
    "Environment",
    "FOCUS/ServiceCategory",
    "Shared platform costs",
  ]);
  const [team] = all;
  expect(team).toMatchObject({ defaultValue: "Unallocated", createdAt: expect.stringMatching(/Z$/) as string });
  expect(await costallocation.getVirtualTag({ id: team?.id ?? "" })).toEqual(team);
  expect(await costallocation.getVirtualTag({ name: "Team" })).toEqual(team);
});

test("getVirtualTag fails if no tag matches, with the existing names, or if several match, with their IDs", async () => {
  const { getVirtualTag } = costallocation;
  await expect(getVirtualTag({ name: "Teams" })).rejects.toThrow('"Teams". The account has "Team", "Environment", ');
  await expect(getVirtualTag({ id: "no-such-id" })).rejects.toMatchObject({ code: "VTAG_NOT_FOUND" });
  await expect(getVirtualTag({})).rejects.toThrow("either id or name");
  await expect(getVirtualTag({ id: "a", name: "b" })).rejects.toThrow("either id or name");

  const state = emulator.control.exportState();
  const [account] = state.accounts;
  const twin = structuredClone(account?.tags[0]);
  if (account === undefined || twin === undefined) throw new Error("The emulator has no tags.");
  account.tags.push({ ...twin, id: "twin" });
  const before = emulator.control.exportState();
  emulator.control.importState(state);
  await expect(getVirtualTag({ name: "Team" })).rejects.toThrow(/2 Virtual Tags have the name "Team": .*, twin\./);
  emulator.control.importState(before);
});

test("a tag that the API does not cover is in the list, but getVirtualTag can't return it", async () => {
  const server = await ScriptedServer.start();
  try {
    const odd = { id: "t1", name: "Relational" };
    const json = { requestId: "r", data: { virtualTags: [odd], ...odd } };
    server.play({ status: 200, json });
    configure({ url: server.url, clientId: "id", secretKey: "key" });
    expect(await costallocation.getVirtualTags()).toEqual([odd]);
    await expect(costallocation.getVirtualTag({ name: "Relational" })).rejects.toMatchObject({ code: "NOT_COMPLETE" });
  } finally {
    await server.stop();
  }
});

test("every call reads the tags again, because the provider may have written one", async () => {
  await costallocation.getVirtualTags();
  await costallocation.getVirtualTags();
  expect(gets("/v2/virtual-tags")).toBeGreaterThanOrEqual(2);
});

test("getVirtualTagVersions returns versions within from and to, and getVirtualTagVersion one with its content", async () => {
  const virtualTagId = await teamId();
  const versions = await costallocation.getVirtualTagVersions({ virtualTagId });
  expect(versions).toMatchObject([{ isLive: true }]);
  expect(await costallocation.getVirtualTagVersions({ virtualTagId, from: "2100-01-01" })).toEqual([]);
  expect(await costallocation.getVirtualTagVersions({ virtualTagId, to: 1_000_000_000_000 })).toEqual([]);
  await expect(costallocation.getVirtualTagVersions({ virtualTagId, from: "yesterday" })).rejects.toThrow(
    "from must be an ISO 8601 date",
  );
  const id = versions[0]?.id ?? "";
  const version = await costallocation.getVirtualTagVersion({ virtualTagId, id });
  expect(version.versionData.defaultValue).toBe("Unallocated");
  expect(await value(costallocation.getVirtualTagVersionOutput({ virtualTagId, id: pulumi.output(id) }))).toEqual(
    version,
  );
});

test("getVirtualTagMetadata reads the metadata of a tag by ID", async () => {
  const virtualTagId = await teamId();
  const expected = { virtualTagId, metadata: {} };
  expect(await costallocation.getVirtualTagMetadata({ virtualTagId })).toEqual(expected);
  const customMetadata = { price: new ExactNumber("1.10"), budget: new ExactNumber("9007199254740993123") };
  jest.spyOn(VirtualTagMetadata.prototype, "get").mockResolvedValueOnce({ Web: { customMetadata } });
  const { metadata } = await costallocation.getVirtualTagMetadata({ virtualTagId });
  expect(metadata).toStrictEqual({ Web: { customMetadata: { price: 1.1, budget: "9007199254740993123" } } });
});

test("getNotificationEndpoints returns all endpoints, also of Microsoft Teams, without destinations", async () => {
  const all = await costallocation.getNotificationEndpoints();
  expect(all.map(({ type }) => type)).toEqual(["email", "slack", "msteams"]);
  expect(JSON.stringify(all)).not.toMatch(/not-a-real-one|finops@example/);
});

describe("getNotificationEndpoint", () => {
  const { getNotificationEndpoint } = costallocation;

  test.each([
    ["finds one by name", { name: "#finops" }, "slack"],
    ["finds one by type", { type: "msteams" }, "msteams"],
    ["finds one by both", { name: "FinOps", type: "email" }, "email"],
  ])("%s", async (_, args, type) => {
    const found = await getNotificationEndpoint(args);
    expect(found.type).toBe(type);
  });

  test("fails if none matches, with the existing ones without destinations", async () => {
    const refused = getNotificationEndpoint({ name: "General", type: "msteams" });
    await expect(refused).rejects.toThrow(
      'no endpoint has the type msteams and the name "General". The account has email "FinOps", slack "#finops", ' +
        'msteams "Engineering / General".',
    );
    await expect(getNotificationEndpoint({})).rejects.toThrow("requires a name, a type, or both");
  });

  test("fails if several match, with their IDs", async () => {
    const { accounts } = emulator.control.exportState();
    const ids = accounts[0]?.endpoints.map(({ id }) => id) ?? [];
    const state = emulator.control.exportState();
    state.accounts[0]?.endpoints.push({ ...accounts[0]?.endpoints[1], id: "twin" } as never);
    const before = emulator.control.exportState();
    emulator.control.importState(state);
    await expect(getNotificationEndpoint({ type: "slack" })).rejects.toThrow(
      `2 endpoints have the type slack: slack "#finops" (${String(ids[1])}), slack "#finops" (twin).`,
    );
    emulator.control.importState(before);
  });
});

test("the catalog is read once in a run, and each caller gets a copy", async () => {
  const [keys, again] = await Promise.all([costallocation.getCatalogKeys(), costallocation.getCatalogKeys()]);
  expect(keys).toEqual(expect.arrayContaining([expect.objectContaining({ costCenter: "AWS", key: "team" })]));
  keys.length = 0;
  expect(await costallocation.getCatalogKeys()).toEqual(again);
  expect(gets("/v1/catalog/query-language/keys")).toBe(1);

  const asked = { costCenter: "AWS", key: "team" };
  const values = await costallocation.getCatalogValues(asked);
  expect(values.length).toBeGreaterThan(0);
  expect(gets("/v1/catalog/query-language/values/AWS/team")).toBe(1);
  await costallocation.getCatalogValues({ ...asked, key: "Environment" });
  expect(gets("/v1/catalog/query-language/values/AWS/Environment")).toBe(1);
});

test.each(["empty", "error"] as const)(
  "a key that the catalog does not have is an error, whatever the service answers: %s",
  async (answer) => {
    emulator.control.setSwitches({ unknownCatalogKey: answer });
    const unknown = (args: costallocation.GetCatalogValuesArgs): Promise<string> =>
      costallocation.getCatalogValues(args).then(String, String);
    expect(await unknown({ costCenter: "AWS", key: "teem" })).toMatch(/no key "teem" of "AWS"\. Did you mean team\?$/);
    expect(await unknown({ costCenter: "AWS", key: "user:team" })).toMatch(/Did you mean team\?$/);
    expect(await unknown({ costCenter: "Aws", key: "team" })).toContain("getCatalogKeys");
  },
);

test.each(["empty", "error"] as const)(
  "a key without values has none, also one that the run has made: %s",
  async (answer) => {
    emulator.control.setSwitches({ unknownCatalogKey: answer });
    await costallocation.getCatalogKeys();
    const tag = await asOther(emulator, "POST", "/v2/virtual-tags", {
      name: `Made ${answer}`,
      rules: [],
      defaultValue: { key: "team", costCenter: "AWS" },
    });
    const key = String(tag["id"]);
    expect(await costallocation.getCatalogValues({ costCenter: "Virtual Tags", key })).toEqual([]);
  },
);

test("a failed read of the catalog is repeated by the next call", async () => {
  const asked = { costCenter: "GCP", key: "project" };
  emulator.control.placeFault({ kind: "status", status: 400, times: 1 });
  await expect(costallocation.getCatalogValues(asked)).rejects.toThrow();
  await expect(costallocation.getCatalogValues(asked)).resolves.toBeDefined();
});

test("getScans returns all scans", async () => {
  const scans = await costallocation.getScans();
  expect(scans[0]).toMatchObject({ scanId: expect.any(String) as string, scanMetadata: {} });
});

test("missing settings are an error that says where to set them", async () => {
  pulumi.runtime.setAllConfig({});
  await expect(costallocation.getScans()).rejects.toThrow(
    /pulumi config set --secret costallocation:secretKey".* COST_ALLOCATION_SECRET_KEY/,
  );
});

test("wrong credentials are an error that says where they came from", async () => {
  pulumi.runtime.setConfig("costallocation:secretKey", "wrong");
  await expect(costallocation.getScans()).rejects.toThrow(
    /They came from stack config costallocation:clientId and stack config costallocation:secretKey/,
  );
});
