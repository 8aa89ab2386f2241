/** Metadata and notification endpoints in a program, and the options of all resources. */
import * as pulumi from "@pulumi/pulumi";
import * as costallocation from "../../sdk";
import { NotificationEndpoint, VirtualTag, VirtualTagMetadata, VirtualTagV1 } from "../../sdk";
import { mockEngine, registered, value } from "./mockEngine";
import { RunMemory } from "../../provider/shared/runMemory";
import { virtualTagMetadataLifecycle } from "../../provider/virtualTagMetadata/lifecycle";
import { stubOf } from "../../stack/state/kinds";
import { inputsOf } from "../../sdk/resource";

describe("options of resources", () => {
  beforeAll(() => mockEngine());

  const args = { name: "Team", rules: [], defaultValue: "x" };
  type Make = (name: string, opts?: pulumi.CustomResourceOptions) => pulumi.CustomResource;
  const classes: readonly [string, Make, RegExp][] = [
    ["VirtualTag", (name, opts) => new VirtualTag(name, args, opts), /set `adopt`/u],
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- deprecated, but still available
    ["VirtualTagV1", (name, opts) => new VirtualTagV1(name, args, opts), /set `adopt`/u],
    [
      "VirtualTagMetadata",
      (name, opts) =>
        new VirtualTagMetadata(name, { virtualTagId: "1", mergeValuesAndMetadata: true, metadata: {} }, opts),
      /set `adopt`/u,
    ],
    [
      "NotificationEndpoint",
      (name, opts) =>
        new NotificationEndpoint(name, { type: "email", name: "Mail", configuration: { to: "a@b.example" } }, opts),
      /identical/u,
    ],
  ];

  test.each(classes)("%s refuses `import` before the engine is asked, and names the way", (kind, make, way) => {
    const importing = (): unknown => make("imported", { import: "1" });
    expect(importing).toThrow(pulumi.RunError);
    expect(importing).toThrow(`${kind} "imported": dynamic resources can't be imported.`);
    expect(importing).toThrow(way);
    expect(registered.has("imported")).toBe(false);
  });

  test.each(classes)("%s with `deletedWith`: a warning if it is a tag, which would stay", async (kind, make) => {
    const warn = jest.spyOn(pulumi.log, "warn").mockResolvedValue(undefined);
    await value(make(`${kind}-with`, { deletedWith: make(`${kind}-other`) }).urn);
    const isTag = kind === "VirtualTag" || kind === "VirtualTagV1";
    expect(warn.mock.calls.map(([text]) => text)).toEqual(
      isTag ? [expect.stringContaining(`${kind} "${kind}-with": If the resource of \`deletedWith\` is deleted`)] : [],
    );
    warn.mockRestore();
  });

  test("a tag that is only read is not warned about", () => {
    const warn = jest.spyOn(pulumi.log, "warn").mockResolvedValue(undefined);
    VirtualTag.get("read", "1", { deletedWith: new VirtualTag("other", args) });
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });
});

describe("a resource that a run does not create", () => {
  const seen = new Map<string, unknown>();
  beforeAll(() =>
    pulumi.runtime.setMocks(
      {
        newResource: ({ name, inputs }) => {
          seen.set(name, (inputs as Record<string, unknown>)["__notCreated"]);
          return { id: name === "absent" ? undefined : name, state: inputs as object };
        },
        call: () => ({}),
      },
      "bill",
      "dev",
    ),
  );

  type Make = (name: string, used: VirtualTag) => pulumi.CustomResource;
  const ofTag = (key: pulumi.Input<string>): costallocation.VirtualTagArgs => ({
    name: "Team",
    rules: [{ to: "x", filters: { AND: [costallocation.virtualTagKey(key).is("x")] } }],
    defaultValue: "x",
  });
  test.each<[string, Make]>([
    ["VirtualTag", (name, { id }) => new VirtualTag(name, ofTag(id))],
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- deprecated, but still available
    ["VirtualTagV1", (name, { id }) => new VirtualTagV1(name, ofTag(id) as costallocation.VirtualTagV1Args)],
    // The engine passes an output that is no ID as a value that is known, and missing.
    [
      "VirtualTagMetadata",
      (name, { createdBy }) =>
        new VirtualTagMetadata(name, { virtualTagId: createdBy as pulumi.Output<string>, metadata: {} }),
    ],
    [
      "VirtualTagMetadata with a text",
      (name, { createdBy }) =>
        new VirtualTagMetadata(name, {
          virtualTagId: "1",
          metadata: { a: { customMetadata: pulumi.output({ by: pulumi.interpolate`${createdBy}` }) } },
        }),
    ],
    [
      "NotificationEndpoint",
      (name, { id }) =>
        new NotificationEndpoint(name, {
          type: "email",
          name: "Mail",
          configuration: { to: pulumi.interpolate`${id}` },
        }),
    ],
  ])("is named to the provider by a %s that takes a value of it", async (kind, make) => {
    const names = ["absent", "present"];
    for (const name of names) {
      const used = new VirtualTag(name, { name, rules: [], defaultValue: "x" });
      await value(make(`${kind} of ${name}`, used).urn);
    }
    const absent = "urn:pulumi:dev::bill::pulumi-nodejs:dynamic/costallocation:VirtualTag::absent";
    expect(names.map((name) => seen.get(`${kind} of ${name}`))).toEqual([[absent], undefined]);
  });

  class Component extends pulumi.ComponentResource {
    readonly id = "a plain field";
  }
  const missing = undefined as unknown as string;
  const urnText = (urn: pulumi.Output<string>): pulumi.Output<string> => urn.apply((text) => text.slice(0, 3));
  test.each<[string, () => pulumi.Input<string>]>([
    ["the URN of a component with a field `id`", () => urnText(new Component("bill:Component", "component").urn)],
    ["a value that such a component lacks", () => new Component("bill:Component", "other").urn.apply(() => missing)],
    ["the URN of a resource", () => urnText(new VirtualTag("absent", { name: "a", rules: [], defaultValue: "x" }).urn)],
  ])("is not named for a value of a component, or one that every run knows: %s", async (title, name) => {
    await value(new VirtualTag(title, { name: name(), rules: [], defaultValue: "x" }).urn);
    expect(seen.has(title)).toBe(true);
    expect(seen.get(title)).toBeUndefined();
  });
});

describe("VirtualTagMetadata", () => {
  beforeAll(() => mockEngine());

  test("metadata registers only its arguments, its URN and the stub", async () => {
    const metadata = new costallocation.VirtualTagMetadata("team", {
      virtualTagId: pulumi.output("tag-1"),
      metadata: { Web: { groups: ["g"], endpoints: [pulumi.output("e")], customMetadata: { owner: "ines" } } },
      mergeValuesAndMetadata: true,
    });
    await value(metadata.urn);
    expect(registered.get("team")).toMatchObject({ type: "pulumi-nodejs:dynamic/costallocation:VirtualTagMetadata" });
    expect(registered.get("team")?.inputs).toEqual({
      virtualTagId: "tag-1",
      metadata: { Web: { groups: ["g"], endpoints: ["e"], customMetadata: { owner: "ines" } } },
      mergeValuesAndMetadata: true,
      __resourceUrn: "urn:pulumi:dev::bill::pulumi-nodejs:dynamic/costallocation:VirtualTagMetadata::team",
      __provider: stubOf("VirtualTagMetadata"),
    });
    expect(costallocation.VirtualTagMetadata.isInstance(metadata)).toBe(true);
    expect(costallocation.VirtualTagMetadata.isInstance({})).toBe(false);
  });

  test("only the arguments that the program marks as secrets are secrets", async () => {
    const metadata = new costallocation.VirtualTagMetadata("secret", {
      virtualTagId: "tag-1",
      metadata: { Web: { customMetadata: pulumi.secret({ pin: "1234" }) } },
    });
    expect(await pulumi.isSecret(metadata.metadata)).toBe(true);
    expect(await pulumi.isSecret(metadata.virtualTagId)).toBe(false);
  });

  test("a name that Pulumi would drop silently is a problem of the check, with its path", async () => {
    const problemsOf = async (metadata: costallocation.VirtualTagMetadataArgs["metadata"]): Promise<unknown[]> => {
      const lost = new costallocation.VirtualTagMetadata("lost", { virtualTagId: "tag-1", metadata });
      await value(lost.urn);
      const inputs = registered.get("lost")?.inputs as Record<string, unknown>;
      const { __provider, ...news } = inputs;
      expect(__provider).toBe(stubOf("VirtualTagMetadata"));
      const { problems } = virtualTagMetadataLifecycle.check(news, { memory: new RunMemory() });
      return problems.filter(({ code }) => code === "CA3303").map(({ path }) => path);
    };
    const top = JSON.parse('{"__proto__":{"groups":["g"]}}') as costallocation.VirtualTagMetadataArgs["metadata"];
    expect(await problemsOf(top)).toEqual(['metadata["__proto__"]']);
    const custom = JSON.parse('{"limits":[{"__proto__":{"polluted":true}}]}') as Record<string, unknown>;
    const inside = { Web: { customMetadata: custom, endpoints: [pulumi.output("e1")] } };
    expect(await problemsOf(inside)).toEqual(['metadata["Web"]["customMetadata"]["limits"][0]["__proto__"]']);
    expect(await problemsOf({ Web: { groups: ["g"] } })).toEqual([]);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  test("get reads the metadata of a tag by ID", async () => {
    expect(await value(costallocation.VirtualTagMetadata.get("existing", "tag-1").id)).toBe("tag-1");
  });
});

describe("NotificationEndpoint", () => {
  beforeAll(() => mockEngine());

  const to = "https://hooks.slack.example/services/T000/B000/a-canary";

  test("an endpoint registers only its arguments, its URN and the stub", async () => {
    const endpoint = new costallocation.NotificationEndpoint("finops", {
      type: "slack",
      name: "#finops",
      configuration: { to },
    });
    await value(endpoint.urn);
    const { type, inputs } = registered.get("finops") as { type: string; inputs: object };
    const { configuration, ...others } = inputs as Record<string, unknown>;
    expect(type).toBe("pulumi-nodejs:dynamic/costallocation:NotificationEndpoint");
    expect(others).toEqual({
      type: "slack",
      name: "#finops",
      __resourceUrn: "urn:pulumi:dev::bill::pulumi-nodejs:dynamic/costallocation:NotificationEndpoint::finops",
      __provider: stubOf("NotificationEndpoint"),
    });
    expect(pulumi.runtime.isRpcSecret(configuration)).toBe(true);
    expect(pulumi.runtime.unwrapRpcSecret(configuration)).toEqual({ to });
    expect(costallocation.NotificationEndpoint.isInstance(endpoint)).toBe(true);
    expect(costallocation.NotificationEndpoint.isInstance({})).toBe(false);
  });

  test.each([
    ["a Slack URL", "slack", to],
    ["a Slack URL with the wrong type", "email", to],
    ["an email address", "email", "finops@example.com"],
  ] as const)("%s is a secret", async (_, type, destination) => {
    const endpoint = new costallocation.NotificationEndpoint("secret", {
      type,
      name: "x",
      configuration: pulumi.output({ to: destination }),
    });
    expect(await pulumi.isSecret(endpoint.configuration)).toBe(true);
    expect(await pulumi.isSecret(endpoint.name)).toBe(false);
    expect(await pulumi.isSecret(endpoint.id)).toBe(false);
  });

  test("get reads an endpoint by its ID", async () => {
    const endpoint = costallocation.NotificationEndpoint.get("existing", "an-id");
    expect(await value(endpoint.id)).toBe("an-id");
  });

  test("an argument is encrypted because its table says so, whatever class it is of", async () => {
    const field = { role: "argument", shape: () => true } as const;
    const fields = { hidden: { ...field, secret: true }, absent: { ...field, secret: true }, shown: field } as const;
    const inputs = inputsOf("VirtualTag", fields, "x", { hidden: "h", shown: "s" }, { opts: undefined });
    expect(await pulumi.isSecret(inputs["hidden"] as pulumi.Output<string>)).toBe(true);
    expect(inputs).toMatchObject({ shown: "s", absent: undefined });
  });
});
