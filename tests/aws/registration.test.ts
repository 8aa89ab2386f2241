/** The memory of a StorageBucketAccess: what it refuses and warns of in preview, without credentials of the service. */
import type * as dynamic from "@pulumi/pulumi/dynamic";
import { dynamicProvider, type Host, withoutAccount } from "../../provider/dynamic";
import { storageBucketRegistrationLifecycle } from "../../provider/storageBucketRegistration";
import { unknownValue } from "../../provider/unknown";

const inputs = {
  access: "ReadOnly",
  externalId: "ext-1234",
  serviceAccountId: "999988887777",
  roleArn: "arn:aws:iam::111122223333:role/reader",
  bucketName: "exports",
  region: "eu-central-1",
  prefix: "daily/",
  resourceUrn: "urn:one",
};

let warnings: string[];
let provider: Required<dynamic.ResourceProvider<object, object>>;

beforeEach(() => {
  warnings = [];
  const host: Host = {
    claims: new Map([["Virtual Tag named s3", "urn:tag"]]),
    log: { info: () => undefined, warning: (message) => warnings.push(message), status: () => undefined },
    configure: () => undefined,
    settings: () => ({}),
    settingsProblem: () => "clientId is not set.",
    context: () => {
      throw new Error("clientId is not set.");
    },
  };
  provider = dynamicProvider(storageBucketRegistrationLifecycle, withoutAccount(host)) as typeof provider;
});

const reasons = async (news: object, olds: object = {}): Promise<string[]> =>
  ((await provider.check(olds, news)).failures ?? []).map(({ reason }) => reason);

test("its whole life needs no credentials", async () => {
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

test("a changed access is refused, with the reason and the way out", async () => {
  expect(await reasons({ ...inputs, access: "ReadWrite" }, inputs)).toEqual([
    expect.stringMatching(/^access can't change from ReadOnly to ReadWrite: .* a second one with another prefix\.$/su),
  ]);
  expect(await reasons(inputs, inputs)).toEqual([]);
});

test.each([
  ["daily/", "daily/"],
  ["daily/", "daily/eu/"],
  ["daily/eu/", "daily/"],
  ["daily/", ""],
  ["", "daily/"],
])("prefixes %p and %p on one bucket are refused", async (one, other) => {
  expect(await reasons({ ...inputs, prefix: one })).toEqual([]);
  expect(await reasons({ ...inputs, prefix: other, resourceUrn: "urn:other" })).toEqual([
    expect.stringMatching(/^prefix conflicts: s3:\/\/exports\/.* and s3:\/\/exports\/.*, which urn:one declares/u),
  ]);
});

test("prefixes apart, other buckets, the same resource again, and what is not known yet pass", async () => {
  expect(await reasons(inputs)).toEqual([]);
  expect(await reasons(inputs)).toEqual([]);
  const others = [
    { prefix: "dail/" },
    { prefix: "daily2/" },
    { bucketName: "exports2", prefix: "" },
    { bucketName: unknownValue },
    { prefix: unknownValue },
  ];
  for (const [index, other] of others.entries()) {
    expect(await reasons({ ...inputs, ...other, resourceUrn: `urn:${index}` })).toEqual([]);
  }
});

test.each(["externalId", "serviceAccountId", "roleArn", "bucketName", "region", "prefix"])(
  "a changed %s is an update that warns: the endpoint in the application stops working",
  async (name) => {
    expect(await provider.diff("id", inputs, { ...inputs, [name]: "other" })).toEqual({
      replaces: [],
      deleteBeforeReplace: false,
    });
    expect(warnings).toEqual([
      expect.stringMatching(
        new RegExp(`^The endpoint in the application stops working \\(${name} changes: .*bucket-form`, "su"),
      ),
    ]);
  },
);

test("a role that is replaced has an ARN that is not known yet", async () => {
  await provider.diff("id", inputs, { ...inputs, roleArn: unknownValue });
  expect(warnings).toEqual([expect.stringContaining("roleArn may change: the endpoint holds the ARN of the role")]);
});

test("a moved resource is no change", async () => {
  expect(await provider.diff("id", inputs, { ...inputs, resourceUrn: "urn:renamed" })).toEqual({ changes: false });
  expect(warnings).toEqual([]);
});
