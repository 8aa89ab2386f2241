/** What a program gives beyond the arguments that exist is refused in preview: it would have no effect. */
import * as pulumi from "@pulumi/pulumi";
import { notificationEndpointLifecycle } from "../../provider/notificationEndpoint/lifecycle";
import type { CheckContext, Checked } from "../../provider/shared/lifecycle";
import { RunMemory } from "../../provider/shared/runMemory";
import { virtualTagLifecycle } from "../../provider/virtualTag/lifecycle";
import { virtualTagMetadataLifecycle } from "../../provider/virtualTagMetadata/lifecycle";
import { virtualTagV1Lifecycle } from "../../provider/virtualTagV1/lifecycle";
import * as costallocation from "../../sdk";
import { mockEngine, registered, value } from "./mockEngine";

beforeEach(() => mockEngine());
afterEach(() => {
  pulumi.runtime.setAllConfig({});
});

interface Kind {
  make: new (name: string, args: never) => pulumi.CustomResource;
  lifecycle: { check(news: Record<string, unknown>, context: CheckContext): Checked };
  args: Record<string, unknown>;
}
const tagArgs = { name: "T", rules: [], defaultValue: "" };
const kinds: Kind[] = [
  { make: costallocation.VirtualTag, lifecycle: virtualTagLifecycle, args: tagArgs },
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- deprecated, but still available
  { make: costallocation.VirtualTagV1, lifecycle: virtualTagV1Lifecycle, args: tagArgs },
  {
    make: costallocation.VirtualTagMetadata,
    lifecycle: virtualTagMetadataLifecycle,
    args: { virtualTagId: "t", metadata: {} },
  },
  {
    make: costallocation.NotificationEndpoint,
    lifecycle: notificationEndpointLifecycle,
    args: { type: "email", name: "E", configuration: { to: "a@example.com" } },
  },
];

/** The problems that a preview shows, from the class to the provider's check. */
async function problemsOf({ make, lifecycle, args }: Kind, others: object): Promise<Record<string, string>> {
  const resource = new make("made", { ...args, ...others } as never);
  await value(resource.urn);
  const { __provider, ...inputs } = registered.get("made")?.inputs as Record<string, unknown>;
  expect(__provider).toEqual(expect.any(String));
  const known = Object.entries(inputs).map(([name, input]): [string, unknown] => [
    name,
    pulumi.runtime.unwrapRpcSecret(input) as unknown,
  ]);
  const { problems } = lifecycle.check(Object.fromEntries(known), {
    memory: new RunMemory(),
  });
  return Object.fromEntries(problems.map(({ path, message }) => [path, message]));
}

describe.each(kinds.map((kind) => [kind.make.name, kind] as const))("%s", (name, kind) => {
  test("has no problem with its own arguments", async () => {
    expect(await problemsOf(kind, {})).toEqual({});
  });

  test("refuses unknown ones, also those that Pulumi or the class would drop", async () => {
    const others: Record<string, unknown> = { id: "an-id", urn: "a-urn", later: pulumi.output("x"), call: () => 1 };
    const own = JSON.parse('{"__proto__": 1}') as object;
    const problems = await problemsOf(kind, Object.assign(Object.create(null) as object, others, own));
    expect(Object.keys(problems).sort()).toEqual(["__proto__", "call", "id", "later", "urn"]);
    for (const message of Object.values(problems)) expect(message).toContain(`is not an argument of ${name}.`);
  });

  test("names the argument that was probably meant", async () => {
    const [first = ""] = Object.keys(kind.args);
    const problems = await problemsOf(kind, { [`${first.toUpperCase()}s`]: "x" });
    expect(Object.values(problems)).toEqual([expect.stringContaining(`Did you mean ${first}?`)]);
  });

  test("ignores an unknown one without a value", async () => {
    expect(await problemsOf(kind, { setAslive: undefined })).toEqual({});
  });
});

test("a misspelled setAsLive does not make a tag live", async () => {
  const [kind] = kinds;
  expect(await problemsOf(kind as Kind, { setAslive: false })).toEqual({
    setAslive: "is not an argument of VirtualTag. Did you mean setAsLive?",
  });
});

test("names inside of an argument are refused with the nearest one too", async () => {
  const [tag, v1, metadata, endpoint] = kinds as [Kind, Kind, Kind, Kind];
  const filters = { costCenter: "AWS", key: "team", type: "tag", operator: "exists", display_name: "Team" };
  const rules = [
    { to: "a", filters, timeFrame: { from: 0 } },
    { to: { key: "k", costCentre: "AWS" }, filters: { and: [filters] }, timeframe: { from: 0, until: 1 } },
  ];
  for (const kind of [tag, v1]) {
    const problems = await problemsOf(kind, { rules });
    expect(problems["rules[0]"]).toContain('"timeFrame". Did you mean timeframe?');
    expect(problems["rules[0].filters"]).toContain('"display_name". Did you mean displayName?');
    expect(problems["rules[1].to"]).toContain('"costCentre". Did you mean costCenter?');
    expect(problems["rules[1].filters"]).toContain('"and". Did you mean AND?');
    expect(problems["rules[1].timeframe"]).toContain("The fields of a timeframe are from and to");
  }
  expect(await problemsOf(metadata, { metadata: { Web: { group: [], endpoint: [] } } })).toEqual({
    'metadata["Web"].group': "is not a field of metadata. Did you mean groups?",
    'metadata["Web"].endpoint': "is not a field of metadata. Did you mean endpoints?",
  });
  expect(await problemsOf(endpoint, { configuration: { to: "a@example.com", To: "b@example.com" } })).toEqual({
    "configuration.To": "is not an argument of configuration. Did you mean to?",
  });
});

test("a Provider refuses unknown settings", () => {
  const args = { clientId: "c", secretKey: "s", drift_policy: "refuse", nothing: 1 } as costallocation.ProviderArgs;
  const make = (): unknown => new costallocation.Provider("other", args);
  expect(make).toThrow('Provider "other": "drift_policy" is not an argument. Did you mean driftPolicy?');
  expect(make).toThrow('"nothing" is not an argument. Known: clientId, ');
});

describe("functions", () => {
  const surface = costallocation as unknown as Record<string, (args: object) => unknown>;

  test.each([
    ["getVirtualTag", { Name: "Team" }, "name"],
    ["getVirtualTagVersions", { virtualTagId: "t", sortDirecton: "asc" }, "sortDirection"],
    ["getVirtualTagVersion", { virtualTagId: "t", ID: "v" }, "id"],
    ["getVirtualTagMetadata", { virtualTag: "t" }, "virtualTagId"],
    ["getNotificationEndpoint", { names: "FinOps" }, "name"],
    ["getCatalogValues", { costCentre: "AWS", key: "team" }, "costCenter"],
  ])("%s and its Output form refuse unknown arguments", async (name, args, meant) => {
    const message = `is not an argument. Did you mean ${meant}?`;
    await expect(surface[name]?.(args)).rejects.toThrow(message);
    expect(() => surface[`${name}Output`]?.(args)).toThrow(message);
  });
});

describe("IDs that can't be valid", () => {
  test.each<[string, () => unknown, string]>([
    ["getVirtualTag", () => costallocation.getVirtualTag({ id: ".." }), "id"],
    ["getVirtualTagMetadata", () => costallocation.getVirtualTagMetadata({ virtualTagId: "a/../b" }), "virtualTagId"],
    ["getVirtualTagVersions", () => costallocation.getVirtualTagVersions({ virtualTagId: "a b" }), "virtualTagId"],
    ["getVirtualTagVersion", () => costallocation.getVirtualTagVersion({ virtualTagId: "t", id: "" }), "id"],
  ])("are refused by %s", async (name, call, path) => {
    await expect(call()).rejects.toThrow(`${name}: ${path} can't be an ID`);
  });
});

describe("a stack config with a key that is not a setting", () => {
  const message = "costallocation:driftPolcy, which is not a setting. Did you mean driftPolicy?";
  const configure = (): void => {
    pulumi.runtime.setAllConfig({ "costallocation:driftPolcy": "refuse", "other:driftPolcy": "x", "bill:x": "y" });
  };

  test("is refused by every class, before anything is registered", () => {
    configure();
    for (const { make, args } of kinds) expect(() => new make("made", args as never)).toThrow(message);
    expect(() => costallocation.VirtualTag.get("read", "an-id")).toThrow(message);
    expect(() => new costallocation.Provider("other", { clientId: "c", secretKey: "s" })).toThrow(message);
  });

  test("is refused by functions, without a stack trace", async () => {
    configure();
    const error: unknown = await costallocation.getVirtualTags().catch((caught: unknown) => caught);
    expect(pulumi.RunError.isInstance(error)).toBe(true);
    expect((error as Error).message).toContain(message);
  });

  test("is the program's own in a project named costallocation", async () => {
    await pulumi.runtime.setMocks({ newResource: () => ({ id: "x", state: {} }), call: () => ({}) }, "costallocation");
    configure();
    expect(() => new costallocation.VirtualTag("own", tagArgs)).not.toThrow();
  });
});
