import * as pulumi from "@pulumi/pulumi";
import { type Emulator, startEmulator } from "../../emulator";
import * as costallocation from "../../sdk";
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

test("Virtual Tags: all of them, one by ID, one by name", async () => {
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
  expect(await value(costallocation.getVirtualTagsOutput())).toEqual(all);
  expect(await value(costallocation.getVirtualTagOutput({ name: pulumi.output("Team") }))).toEqual(team);
});

test("a Virtual Tag that is not there is an error that says what is; so is one that is not clear", async () => {
  const { getVirtualTag } = costallocation;
  await expect(getVirtualTag({ name: "Teams" })).rejects.toThrow('named "Teams". It has "Team", "Environment", ');
  await expect(getVirtualTag({ id: "no-such-id" })).rejects.toThrow("there is no such Virtual Tag");
  await expect(getVirtualTag({})).rejects.toThrow("either id or name");
  await expect(getVirtualTag({ id: "a", name: "b" })).rejects.toThrow("either id or name");

  const state = emulator.control.exportState();
  const [account] = state.accounts;
  const twin = structuredClone(account?.tags[0]);
  if (account === undefined || twin === undefined) throw new Error("The emulator has no tags.");
  account.tags.push({ ...twin, id: "twin" });
  const before = emulator.control.exportState();
  emulator.control.importState(state);
  await expect(getVirtualTag({ name: "Team" })).rejects.toThrow(
    /has 2 Virtual Tags named "Team": .*, twin\. Say which/,
  );
  emulator.control.importState(before);
});

test("a tag of a kind that no read shows whole is in the list, and no answer to who asks for it by name", async () => {
  const server = await ScriptedServer.start();
  try {
    const odd = { id: "t1", name: "Relational" };
    const json = { requestId: "r", data: { virtualTags: [odd], ...odd } };
    server.play({ status: 200, json });
    configure({ url: server.url, clientId: "id", secretKey: "key" });
    expect(await costallocation.getVirtualTags()).toEqual([odd]);
    await expect(costallocation.getVirtualTag({ name: "Relational" })).rejects.toMatchObject({ code: "NOT_WHOLE" });
  } finally {
    await server.stop();
  }
});

test("a tag is read as it is now: the provider, another process, may just have written it", async () => {
  await costallocation.getVirtualTags();
  await costallocation.getVirtualTags();
  expect(gets("/v2/virtual-tags")).toBeGreaterThanOrEqual(2);
});

test("versions: the list, from and to, and one with its content", async () => {
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
  expect(await value(costallocation.getVirtualTagVersionsOutput({ virtualTagId }))).toEqual(versions);
  expect(await value(costallocation.getVirtualTagVersionOutput({ virtualTagId, id: pulumi.output(id) }))).toEqual(
    version,
  );
});

test("the metadata of a tag is read by its ID, in both forms", async () => {
  const virtualTagId = await teamId();
  const expected = { virtualTagId, metadata: {} };
  expect(await costallocation.getVirtualTagMetadata({ virtualTagId })).toEqual(expected);
  expect(await value(costallocation.getVirtualTagMetadataOutput({ virtualTagId }))).toEqual(expected);
});

test("notification endpoints, MS Teams too, and never a destination", async () => {
  const all = await costallocation.getNotificationEndpoints();
  expect(all.map(({ type }) => type)).toEqual(["email", "slack", "msteams"]);
  expect(JSON.stringify(all)).not.toMatch(/not-a-real-one|finops@example/);
  expect(await value(costallocation.getNotificationEndpointsOutput())).toEqual(all);
});

describe("one notification endpoint", () => {
  const { getNotificationEndpoint } = costallocation;

  test.each([
    ["by name", { name: "#finops" }, "slack"],
    ["by type", { type: "msteams" }, "msteams"],
    ["by both", { name: "FinOps", type: "email" }, "email"],
  ])("%s", async (_, args, type) => {
    const found = await getNotificationEndpoint(args);
    expect(found.type).toBe(type);
    expect(await value(costallocation.getNotificationEndpointOutput(args))).toEqual(found);
  });

  test("none that fits says what there is, without destinations", async () => {
    const refused = getNotificationEndpoint({ name: "General", type: "msteams" });
    await expect(refused).rejects.toThrow(
      'the account has no endpoint of type msteams and named "General". It has email "FinOps", slack "#finops", ' +
        'msteams "Engineering / General".',
    );
    await expect(getNotificationEndpoint({})).rejects.toThrow("needs a name, a type, or both");
  });

  test("several that fit are listed with their IDs", async () => {
    const { accounts } = emulator.control.exportState();
    const ids = accounts[0]?.endpoints.map(({ id }) => id) ?? [];
    const state = emulator.control.exportState();
    state.accounts[0]?.endpoints.push({ ...accounts[0]?.endpoints[1], id: "twin" } as never);
    const before = emulator.control.exportState();
    emulator.control.importState(state);
    await expect(getNotificationEndpoint({ type: "slack" })).rejects.toThrow(
      `has 2 endpoints of type slack: slack "#finops" (${String(ids[1])}), slack "#finops" (twin).`,
    );
    emulator.control.importState(before);
  });
});

test("the catalog is read once a run, and nobody can change it for the others", async () => {
  const [keys, again] = await Promise.all([costallocation.getCatalogKeys(), costallocation.getCatalogKeys()]);
  expect(keys).toEqual(expect.arrayContaining([expect.objectContaining({ costCenter: "AWS", key: "team" })]));
  keys.length = 0;
  expect(await costallocation.getCatalogKeys()).toEqual(again);
  expect(await value(costallocation.getCatalogKeysOutput())).toEqual(again);
  expect(gets("/v1/catalog/query-language/keys")).toBe(1);

  const asked = { costCenter: "AWS", key: "team" };
  const values = await costallocation.getCatalogValues(asked);
  expect(values.length).toBeGreaterThan(0);
  expect(await value(costallocation.getCatalogValuesOutput(asked))).toEqual(values);
  expect(gets("/v1/catalog/query-language/values/AWS/team")).toBe(1);
  await costallocation.getCatalogValues({ ...asked, key: "environment" });
  expect(gets("/v1/catalog/query-language/values/AWS/environment")).toBe(1);
});

test("what has failed is asked again", async () => {
  const asked = { costCenter: "GCP", key: "project" };
  emulator.control.placeFault({ kind: "status", status: 400, times: 1 });
  await expect(costallocation.getCatalogValues(asked)).rejects.toThrow();
  await expect(costallocation.getCatalogValues(asked)).resolves.toBeDefined();
});

test("scans are listed, in both forms", async () => {
  const scans = await costallocation.getScans();
  expect(scans[0]).toMatchObject({ scanId: expect.any(String) as string, scanMetadata: {} });
  expect(await value(costallocation.getScansOutput())).toEqual(scans);
});

test("missing settings are told with where to put them", async () => {
  pulumi.runtime.setAllConfig({});
  await expect(costallocation.getScans()).rejects.toThrow(
    /pulumi config set --secret costallocation:secretKey".* COST_ALLOCATION_SECRET_KEY/,
  );
});

test("wrong credentials are told with where they came from", async () => {
  pulumi.runtime.setConfig("costallocation:secretKey", "wrong");
  await expect(costallocation.getScans()).rejects.toThrow(
    /They came from stack config costallocation:clientId and stack config costallocation:secretKey/,
  );
});

describe("with a provider of its own", () => {
  const provider = (name: string, secretKey: pulumi.Input<string> = second.secretKey): costallocation.Provider =>
    new costallocation.Provider(name, { clientId: second.clientId, secretKey, baseUrl: second.url });

  test("another account is read, and what it says is no secret", async () => {
    const opts = { provider: provider("second") };
    expect(await costallocation.getVirtualTags(opts)).toEqual([]);
    const output = costallocation.getVirtualTagsOutput(opts);
    expect(await value(output)).toEqual([]);
    expect(await pulumi.isSecret(output)).toBe(false);
    expect(await pulumi.isSecret(opts.provider.settings)).toBe(true);
  });

  test("settings that are not known yet make the output unknown, and the plain form an error", async () => {
    await mockEngine({ isPreview: true });
    class Vault extends pulumi.CustomResource {
      declare readonly key: pulumi.Output<string>;
      constructor() {
        super("test:index:Vault", "vault", { key: undefined });
      }
    }
    const opts = { provider: provider("unknown", new Vault().key) };
    const output = costallocation.getVirtualTagsOutput(opts) as unknown as { isKnown: Promise<boolean> };
    expect(await output.isKnown).toBe(false);
    await expect(costallocation.getVirtualTags(opts)).rejects.toThrow("Use the function's Output form");
    await mockEngine();
  });
});

test("a secret argument makes the result a secret, and nothing else does", async () => {
  const { getNotificationEndpointOutput } = costallocation;
  expect(await pulumi.isSecret(getNotificationEndpointOutput({ name: pulumi.secret("FinOps") }))).toBe(true);
  expect(await pulumi.isSecret(getNotificationEndpointOutput({ name: pulumi.output("FinOps") }))).toBe(false);
});
