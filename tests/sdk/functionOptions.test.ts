/** The options of functions: which account they read, when they read it, and which options they refuse. */
import * as pulumi from "@pulumi/pulumi";
import { type Emulator, startEmulator } from "../../emulator";
import * as costallocation from "../../sdk";
import { mockEngine, value } from "./mockEngine";

let emulator: Emulator;
let second: Emulator;

beforeAll(async () => {
  emulator = await startEmulator({ limits: { perRoute: { "*": 60_000 } } });
  second = await startEmulator({ clientId: "second", secretKey: "second-secret" });
  emulator.control.seed();
});
beforeEach(async () => {
  await mockEngine();
  const { url: baseUrl, clientId, secretKey } = emulator;
  for (const [name, setting] of Object.entries({ baseUrl, clientId, secretKey })) {
    pulumi.runtime.setConfig(`costallocation:${name}`, setting);
  }
  emulator.control.clearRequests();
  second.control.clearRequests();
});
// The next mock engine does not know the resources that are still being registered.
afterEach(() => pulumi.runtime.disconnect());
afterAll(async () => {
  await emulator.stop();
  await second.stop();
});

const { getVirtualTagOutput, getVirtualTags, getVirtualTagsOutput } = costallocation;
const secondAccount = (secretKey: pulumi.Input<string> = second.secretKey): costallocation.Provider =>
  new costallocation.Provider("second", { clientId: second.clientId, secretKey, baseUrl: second.url });
const isKnown = (output: unknown): Promise<boolean> => (output as { isKnown: Promise<boolean> }).isKnown;

/** Every function, with valid arguments. */
const functions: Readonly<Record<string, readonly unknown[]>> = {
  getVirtualTags: [],
  getVirtualTag: [{ id: "i" }],
  getVirtualTagVersions: [{ virtualTagId: "i" }],
  getVirtualTagVersion: [{ virtualTagId: "i", id: "v" }],
  getVirtualTagMetadata: [{ virtualTagId: "i" }],
  getNotificationEndpoints: [],
  getNotificationEndpoint: [{ type: "email" }],
  getCatalogKeys: [],
  getCatalogValues: [{ costCenter: "AWS", key: "team" }],
  getScans: [],
};
const surface = costallocation as unknown as Record<string, (...args: unknown[]) => unknown>;
const call = (name: string, opts: unknown): unknown =>
  surface[name]?.(...(functions[name.replace(/Output$/, "")] ?? []), opts);
const names = Object.keys(functions);

class Component extends pulumi.ComponentResource {
  constructor(name: string, opts: pulumi.ComponentResourceOptions = {}) {
    super("bill:index:Component", name, {}, opts);
  }
}

class Vault extends pulumi.CustomResource {
  declare readonly key: pulumi.Output<string>;
  constructor(opts?: pulumi.CustomResourceOptions) {
    super("test:index:Vault", "vault", { key: undefined }, opts);
  }
}

test("the table above has every function", () => {
  const all = Object.keys(surface).filter((name) => /^get[A-Z]/.test(name));
  expect(all.sort()).toEqual([...names, ...names.map((name) => `${name}Output`)].sort());
});

describe("provider and parent", () => {
  test("provider selects the account, and its credentials don't make the result a secret", async () => {
    const provider = secondAccount();
    expect(await getVirtualTags({ provider })).toEqual([]);
    const output = getVirtualTagsOutput({ provider });
    expect(await value(output)).toEqual([]);
    expect(await pulumi.isSecret(output)).toBe(false);
    expect(await pulumi.isSecret(provider.settings)).toBe(true);
    expect(emulator.control.requests()).toEqual([]);
  });

  test("a function reads the account of its parent, unless it has its own provider", async () => {
    const provider = secondAccount();
    const tag = new costallocation.VirtualTag("tag", { name: "T", rules: [], defaultValue: "" }, { provider });
    const child = new Component("child", { parent: new Component("outer", { providers: [provider] }) });
    for (const parent of [tag, child]) {
      expect(await getVirtualTags({ parent })).toEqual([]);
      expect(await value(getVirtualTagsOutput({ parent }))).toEqual([]);
    }
    expect(emulator.control.requests()).toEqual([]);
    expect(await getVirtualTags({ parent: new Component("plain") })).toHaveLength(4);

    const first = new costallocation.Provider("first", { clientId: emulator.clientId, secretKey: emulator.secretKey });
    expect(await getVirtualTags({ parent: child, provider: first })).toHaveLength(4);
  });

  test("settings that are unknown make the Output form unknown, and the plain form an error", async () => {
    await mockEngine({ isPreview: true });
    const provider = secondAccount(new Vault().key);
    expect(await isKnown(getVirtualTagsOutput({ provider }))).toBe(false);
    await expect(getVirtualTags({ provider })).rejects.toThrow("Use the function's Output form");
  });

  class Other extends pulumi.ProviderResource {
    constructor(packageName: string) {
      super(packageName, "other", {});
    }
  }

  test.each(["aws", "pulumi-nodejs"])("a provider of another package (%s) is refused", async (packageName) => {
    const provider = new Other(packageName);
    await expect(getVirtualTags({ provider })).rejects.toThrow(/provider must be a Provider of pulumi-cost-allocation/);
    expect(() => getVirtualTagsOutput({ provider })).toThrow(/^getVirtualTagsOutput: provider must be a Provider/);
  });

  test("the parent's provider of another package is ignored, but another dynamic provider is refused", async () => {
    expect(await getVirtualTags({ parent: new Component("aws", { providers: [new Other("aws")] }) })).toHaveLength(4);
    const parent = new Component("dynamic", { providers: [new Other("pulumi-nodejs")] });
    await expect(getVirtualTags({ parent })).rejects.toThrow("inherits from parent must be a Provider");
  });

  test("a parent that is not a resource is refused", async () => {
    const opts = { parent: {} } as unknown as pulumi.InvokeOptions;
    await expect(getVirtualTags(opts)).rejects.toThrow("parent must be a resource");
  });
});

describe("options that can't be honored are refused, in every function", () => {
  test.each(names)("%s", async (name) => {
    const refusals: [string, unknown][] = [
      ["dependsOn", { dependsOn: [] }],
      ["version", { version: "1.0.0" }],
      ["pluginDownloadURL", { pluginDownloadURL: "https://example.com" }],
      ["async", { async: false }],
      ["protect", { protect: true }],
    ];
    for (const [option, opts] of refusals) {
      await expect(call(name, opts)).rejects.toThrow(`${name} can't honor the option ${option}: `);
      if (option === "dependsOn") continue;
      expect(() => call(`${name}Output`, opts)).toThrow(`${name}Output can't honor the option ${option}: `);
    }
    expect(emulator.control.requests()).toEqual([]);
  });

  test("undefined options and async: true are fine", async () => {
    const opts = { async: true, version: undefined, dependsOn: undefined } as unknown as pulumi.InvokeOptions;
    expect(await getVirtualTags(opts)).toHaveLength(4);
    expect(await value(getVirtualTagsOutput(opts))).toHaveLength(4);
  });
});

describe("dependsOn", () => {
  test.each(names)("%sOutput is unknown in a preview that would create the dependency", async (name) => {
    await mockEngine({ isPreview: true });
    expect(await isKnown(call(`${name}Output`, { dependsOn: new Vault() }))).toBe(false);
    expect(emulator.control.requests()).toEqual([]);
  });

  test.each<[string, () => Required<pulumi.InvokeOutputOptions>["dependsOn"]]>([
    ["a list", () => [new Vault()]],
    ["an output of a list", () => pulumi.output([new Vault()])],
    ["a promise", () => Promise.resolve(new Vault())],
    [
      "a component with the resource as a child",
      () => {
        const parent = new Component("parent");
        new Vault({ parent });
        return parent;
      },
    ],
  ])("%s is the same as the resource itself", async (_, dependsOn) => {
    await mockEngine({ isPreview: true });
    expect(await isKnown(getVirtualTagsOutput({ dependsOn: dependsOn() }))).toBe(false);
    await mockEngine();
    const output = getVirtualTagsOutput({ dependsOn: dependsOn() });
    expect(await value(output)).toHaveLength(4);
    const resources = [...(await pulumi.getAllResources(output))];
    expect(resources.filter((resource) => resource instanceof Vault)).toHaveLength(1);
  });

  test("the function is called only after the dependency is created", async () => {
    let create: (id: string) => void = () => undefined;
    const created = new Promise<string>((resolve) => (create = resolve));
    await pulumi.runtime.setMocks({
      newResource: async () => ({ id: await created, state: {} }),
    } as unknown as pulumi.runtime.Mocks);
    const dependency = new Vault();
    const output = getVirtualTagsOutput({ dependsOn: [dependency] });
    // By the time that a call without the dependency has ended, the other would have sent its request.
    await value(getVirtualTagsOutput());
    expect(emulator.control.requests()).toHaveLength(1);
    create("vault-id");
    await value(output);
    expect(emulator.control.requests()).toHaveLength(2);
  });

  test("an argument of a resource is a dependency too, even if its value is known in preview", async () => {
    await mockEngine({ isPreview: true });
    const tag = new costallocation.VirtualTag("new", { name: "Not created yet", rules: [], defaultValue: "" });
    expect(await isKnown(tag.name)).toBe(true);
    expect(await isKnown(getVirtualTagOutput({ name: tag.name }))).toBe(false);
    expect(emulator.control.requests()).toEqual([]);
  });
});

test("a secret argument makes the result a secret, and any other does not", async () => {
  const { getNotificationEndpointOutput } = costallocation;
  expect(await pulumi.isSecret(getNotificationEndpointOutput({ name: pulumi.secret("FinOps") }))).toBe(true);
  expect(await pulumi.isSecret(getNotificationEndpointOutput({ name: pulumi.output("FinOps") }))).toBe(false);
});
