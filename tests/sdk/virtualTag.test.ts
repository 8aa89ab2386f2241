import * as pulumi from "@pulumi/pulumi";
import * as costallocation from "../../sdk";
import { stubOf } from "../../stack/state/kinds";
import { mockEngine, registered, value } from "./mockEngine";

beforeAll(async () => {
  await mockEngine();
  pulumi.runtime.setConfig("costallocation:baseUrl", "https://api.example.com");
  pulumi.runtime.setConfig("costallocation:secretKey", "the stack's own");
});

const inputsOf = async (resource: pulumi.CustomResource, name: string): Promise<Record<string, unknown>> => {
  await value(resource.urn);
  return registered.get(name)?.inputs as Record<string, unknown>;
};
const filters = costallocation.tag("AWS", "team").exists();

test("a tag registers only its arguments, its URN and the stub", async () => {
  const tag = new costallocation.VirtualTag("team", {
    name: "Team",
    rules: [{ to: pulumi.output("Web"), filters }],
    defaultValue: "Shared",
  });
  expect(await inputsOf(tag, "team")).toEqual({
    name: "Team",
    rules: [{ to: "Web", filters }],
    defaultValue: "Shared",
    __resourceUrn: "urn:pulumi:dev::bill::pulumi-nodejs:dynamic/costallocation:VirtualTag::team",
    __provider: stubOf("VirtualTag"),
  });
  expect(registered.get("team")?.type).toBe("pulumi-nodejs:dynamic/costallocation:VirtualTag");
  expect(costallocation.VirtualTag.isInstance(tag)).toBe(true);
  expect(costallocation.VirtualTag.isInstance({})).toBe(false);
});

test("a tag registers what it ignores, because the engine does not tell the provider", async () => {
  const args = { name: "Ignoring", rules: [], defaultValue: "" };
  const tag = new costallocation.VirtualTag("ignoring", args, { ignoreChanges: ["rules"] });
  expect(await inputsOf(tag, "ignoring")).toMatchObject({ __ignoreChanges: ["rules"] });
});

test("dates become ISO 8601, also next to outputs", async () => {
  const date = new Date("2026-01-01T00:00:00Z");
  const rule = { to: "Web", filters, timeframe: { from: date, to: pulumi.output(date.toISOString()) } };
  const direct = new costallocation.VirtualTag("direct", { name: "D", rules: [rule], defaultValue: "" });
  expect(await inputsOf(direct, "direct")).toMatchObject({
    rules: [{ to: "Web", filters, timeframe: { from: "2026-01-01T00:00:00Z", to: date.toISOString() } }],
  });
});

test("the URN of a child contains the types of its parents, and does not wait for the child", async () => {
  class Team extends pulumi.ComponentResource {
    readonly tag: costallocation.VirtualTag;
    constructor(name: string) {
      super("bill:index:Team", name);
      this.tag = new costallocation.VirtualTag("inner", { name: "I", rules: [], defaultValue: "" }, { parent: this });
    }
  }
  const inputs = await inputsOf(new Team("outer").tag, "inner");
  expect(inputs["__resourceUrn"]).toBe(
    "urn:pulumi:dev::bill::bill:index:Team$pulumi-nodejs:dynamic/costallocation:VirtualTag::inner",
  );
});

test.each([undefined, null])(
  "a JavaScript program without arguments (%p) gets the problems in preview",
  async (args) => {
    const none = args as unknown as never;
    const made = [
      new costallocation.VirtualTag("none", none),
      new costallocation.VirtualTagMetadata("none-metadata", none),
      new costallocation.NotificationEndpoint("none-endpoint", none),
    ];
    const [tag, metadata] = await Promise.all(made.map((resource) => value(resource.urn)));
    expect([tag, metadata]).toEqual([expect.stringMatching(/::none$/), expect.stringMatching(/::none-metadata$/)]);
    expect(registered.get("none")?.inputs).not.toHaveProperty("rules");
    expect(() => new costallocation.Provider("none-provider", none)).toThrow('"none-provider" requires clientId');
  },
);

test("get reads a tag by ID", async () => {
  const tag = costallocation.VirtualTag.get("existing", "an-id");
  expect(await value(tag.id)).toBe("an-id");
});

test("a second account has its own credentials as secrets, and other settings from the stack", async () => {
  const provider = new costallocation.Provider("other", {
    clientId: "c",
    secretKey: pulumi.output("s"),
    maxConcurrency: 2,
  });
  const inputs = await inputsOf(provider, "other");
  expect(inputs).toMatchObject({
    "costallocation:baseUrl": "https://api.example.com",
    "costallocation:maxConcurrency": "2",
  });
  // Mocks get secrets as plain values. The end-to-end tests show that they are secrets in the state.
  expect(JSON.stringify(inputs)).toContain('"s"');
  expect(JSON.stringify(inputs)).not.toContain("the stack's own");
  expect(registered.get("other")?.type).toBe("pulumi:providers:pulumi-nodejs");
});

test.each(["", undefined])(
  "a second account without a credential (%p) is an error, and does not use the stack's",
  (secretKey) => {
    const args = { clientId: "c", secretKey } as costallocation.ProviderArgs;
    expect(() => new costallocation.Provider("incomplete", args)).toThrow('Provider "incomplete" requires secretKey');
  },
);

test("Provider.isInstance is true only for a Provider of this package", () => {
  class Dynamic extends pulumi.ProviderResource {
    constructor() {
      super("pulumi-nodejs", "dynamic", {});
    }
  }
  const own = new costallocation.Provider("own", { clientId: "c", secretKey: "s" });
  const tag = new costallocation.VirtualTag("any", { name: "A", rules: [], defaultValue: "" });
  expect([own, new Dynamic(), tag, {}, undefined].map((one) => costallocation.Provider.isInstance(one))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
