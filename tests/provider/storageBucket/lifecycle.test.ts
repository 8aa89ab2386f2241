/** The state of a StorageBucketAccess: what it refuses and warns about in preview, without credentials of the service. */
import type * as dynamic from "@pulumi/pulumi/dynamic";
import { dynamicProvider, withoutAccount } from "../../../provider/engine/dynamic";
import type { Host } from "../../../provider/shared/operations";
import type { Message } from "../../../provider/shared/message";
import { RunMemory } from "../../../provider/shared/runMemory";
import { unknownValue } from "../../../stack/state/unknown";
import { storageBucketRegistrationLifecycle } from "../../../provider/storageBucket/lifecycle";

const urnOf = (name: string): string =>
  `urn:pulumi:dev::bill::costallocation:aws:StorageBucketAccess$pulumi-nodejs:dynamic/costallocation:StorageBucketRegistration::${name}`;
const inputs = {
  access: "ReadOnly",
  externalId: "ext-1234",
  serviceAccountId: "999988887777",
  roleArn: "arn:aws:iam::111122223333:role/reader",
  bucketName: "exports",
  region: "eu-central-1",
  prefix: "daily/",
  __resourceUrn: urnOf("one"),
};

let warnings: Message[];
let provider: Required<dynamic.ResourceProvider<object, object>>;

beforeEach(() => {
  warnings = [];
  const host: Host = {
    memory: new RunMemory(),
    log: { info: () => undefined, warning: (message) => warnings.push(message), status: () => undefined },
    configure: () => undefined,
    settings: () => ({}),
    settingsProblem: () => ({ code: "INVALID_SETTINGS", text: "clientId is not set." }),
    context: () => {
      throw new Error("clientId is not set.");
    },
  };
  provider = dynamicProvider(storageBucketRegistrationLifecycle, withoutAccount(host)) as typeof provider;
});

const reasons = async (news: object, olds: object = {}): Promise<string[]> =>
  ((await provider.check(olds, news)).failures ?? []).map(({ reason }) => reason);

test("no operation needs credentials", async () => {
  expect(await provider.check({}, inputs)).toEqual({ inputs, failures: [] });
  const { id, outs } = await provider.create(inputs);
  expect({ id, outs }).toEqual({ id: "s3://exports/daily/", outs: inputs });
  expect(await provider.read(id, inputs)).toEqual({ id, props: inputs, inputs });
  expect(await provider.diff(id, inputs, inputs)).toEqual({ changes: false });
  expect(await provider.update(id, inputs, { ...inputs, region: "us-east-1" })).toEqual({
    outs: { ...inputs, region: "us-east-1" },
  });
  await expect(provider.delete(id, inputs)).resolves.toBeUndefined();
});

describe("access", () => {
  test("can't change: CA6301", async () => {
    expect(await reasons({ ...inputs, access: "ReadWrite" }, inputs)).toEqual([
      expect.stringMatching(/^access .*ReadOnly.*ReadWrite.* \(CA6301\)$/u),
    ]);
  });

  test.each([
    ["stays the same", "ReadOnly", { access: "ReadOnly" }],
    ["is new", "ReadOnly", {}],
    ["is not a string yet", undefined, { access: "ReadOnly" }],
  ])("passes if it %s", async (_, access, olds) => {
    expect(await reasons({ ...inputs, access }, olds)).toEqual([]);
  });
});

describe("prefixes", () => {
  test.each([
    ["daily/", "daily/"],
    ["daily/", "daily/eu/"],
    ["daily/eu/", "daily/"],
    ["daily/", ""],
    ["", "daily/"],
  ])("%p and %p on one bucket overlap: CA6302", async (one, other) => {
    expect(await reasons({ ...inputs, prefix: one })).toEqual([]);
    const [reason, ...more] = await reasons({ ...inputs, prefix: other, __resourceUrn: urnOf("other") });
    expect(more).toEqual([]);
    expect(reason).toMatch(/^prefix .* \(CA6302\)$/u);
    // Both places, and the resource that declares the other one.
    expect(reason).toContain(`s3://exports/${one}`);
    expect(reason).toContain(`s3://exports/${other}`);
    expect(reason).toContain('"costallocation:aws:StorageBucketAccess$one"');
  });

  test.each([
    ["apart", { prefix: "dail/" }],
    ["apart, with a common beginning", { prefix: "daily2/" }],
    ["on another bucket", { bucketName: "exports2", prefix: "" }],
    ["on a bucket that is unknown until deployment", { bucketName: unknownValue }],
    ["unknown until deployment", { prefix: unknownValue }],
  ])("pass if the other one is %s", async (_, other) => {
    expect(await reasons(inputs)).toEqual([]);
    expect(await reasons({ ...inputs, ...other, __resourceUrn: urnOf("other") })).toEqual([]);
  });

  test("pass if neither has a bucket, which others refuse", async () => {
    const news = { ...inputs, bucketName: undefined };
    expect(await reasons(news)).toEqual([]);
    expect(await reasons({ ...news, __resourceUrn: urnOf("other") })).toEqual([]);
  });

  test("pass if the same resource is checked again", async () => {
    expect(await reasons(inputs)).toEqual([]);
    expect(await reasons(inputs)).toEqual([]);
    expect(await reasons({ ...inputs, prefix: "daily/eu/" })).toEqual([]);
  });

  test("that were refused are not in use", async () => {
    await reasons(inputs);
    await reasons({ ...inputs, prefix: "", __resourceUrn: urnOf("refused") });
    expect(await reasons({ ...inputs, prefix: "weekly/", __resourceUrn: urnOf("other") })).toEqual([]);
  });
});

describe("a change of what the endpoint was created with", () => {
  const names = ["externalId", "serviceAccountId", "roleArn", "bucketName", "region", "prefix"];
  const diff = (change: object): ReturnType<typeof provider.diff> =>
    provider.diff("id", inputs, { ...inputs, ...change });
  /** The calls of the engine for a resource of the program. */
  async function update(change: object): ReturnType<typeof provider.diff> {
    expect(await reasons({ ...inputs, ...change }, inputs)).toEqual([]);
    return diff(change);
  }

  test.each(names)("%s: an update, with the warning that the endpoint stops working: CA6101", async (name) => {
    expect(await update({ [name]: "other" })).toEqual({ replaces: [], deleteBeforeReplace: false });
    expect(warnings.map(({ code }) => code)).toEqual(["CA6101"]);
    const named = names.filter((other) => warnings[0]?.text.includes(`${other} changes:`));
    expect(named).toEqual([name]);
    expect(warnings[0]?.text).toContain("npx cost-allocation bucket-form");
  });

  test("several changes are one warning", async () => {
    await update({ region: "us-east-1", prefix: "weekly/" });
    expect(warnings.map(({ code }) => code)).toEqual(["CA6101"]);
    expect(warnings[0]?.text).toMatch(/region changes: .*prefix changes: /u);
  });

  test("a role or bucket that is renamed is one warning, although the engine asks for the difference twice", async () => {
    // It replaces the role or bucket, and asks what becomes of everything that uses it.
    await diff({ roleArn: unknownValue });
    await diff({ bucketName: unknownValue });
    await update({ bucketName: "renamed", region: unknownValue, roleArn: unknownValue });
    expect(warnings.map(({ code }) => code)).toEqual(["CA6101"]);
    expect(warnings[0]?.text).toMatch(/roleArn may change: .*bucketName changes: .*region may change: /u);
  });

  test("a new component has no warning", async () => {
    expect(await reasons(inputs, {})).toEqual([]);
    expect(warnings).toEqual([]);
  });

  test("a renamed or moved resource is no change of what it was created with: only its state gets the new URN", async () => {
    expect(await update({ __resourceUrn: urnOf("renamed") })).toMatchObject({ changes: true, replaces: [] });
    expect(warnings).toEqual([]);
  });

  test("a refused change has no warning", async () => {
    await reasons({ ...inputs, access: "ReadWrite", region: "us-east-1" }, inputs);
    expect(warnings).toEqual([]);
  });
});
