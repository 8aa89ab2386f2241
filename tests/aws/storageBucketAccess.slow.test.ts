/** The resources that a StorageBucketAccess registers. */
import { S3Client } from "@aws-sdk/client-s3";
import { Provider } from "@pulumi/aws/provider";
import * as s3 from "@pulumi/aws/s3";
import * as pulumi from "@pulumi/pulumi";
import { StorageBucketAccess, type StorageBucketAccessArgs } from "../../sdk/aws";
import { ownerAccountId, record, type Recording, regions } from "./recording";

const args = {
  access: "ReadOnly",
  externalId: "ext-1234",
  serviceAccountId: "999988887777",
  bucket: {},
} satisfies StorageBucketAccessArgs;

const type = "costallocation:aws:StorageBucketAccess";
const one = (
  changes: Partial<StorageBucketAccessArgs> = {},
  opts?: pulumi.ComponentResourceOptions,
  partition?: string,
): Promise<Recording> =>
  record(() => {
    const { access, bucketName, prefix, region, registration, roleArn } = new StorageBucketAccess(
      "exports",
      { ...args, ...changes },
      opts,
    );
    return { access, bucketName, prefix, region, registration, roleArn };
  }, partition);
const statements = (policy: unknown): { Sid: string; Action: unknown; Resource: unknown; Condition?: unknown }[] =>
  (JSON.parse(policy as string) as { Statement: never[] }).Statement;

const children = [
  "aws:s3/bucket:Bucket",
  "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock",
  "aws:s3/bucketOwnershipControls:BucketOwnershipControls",
  "aws:s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration",
  "aws:s3/bucketVersioning:BucketVersioning",
  "aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration",
  "aws:s3/bucketPolicy:BucketPolicy",
  "aws:iam/role:Role",
  "aws:iam/rolePolicy:RolePolicy",
  "pulumi-nodejs:dynamic/costallocation:StorageBucketRegistration",
];
const ofRole = children.slice(7);
const childrenIn = ({ asked }: Recording): string[] =>
  asked.filter(({ parent }) => parent === type).map((child) => child.type);

test("a new bucket has ten children, in an order that AWS accepts", async () => {
  const recording = await one();
  expect(childrenIn(recording).sort()).toEqual([...children].sort());
  expect(recording.asked.map(({ name }) => name)).toEqual(["bill-dev", ...Array<string>(11).fill("exports")]);
  const after = (child: string): string[] => recording.asked.find((asked) => asked.type.endsWith(child))?.after ?? [];
  expect(after(":BucketPolicy")).toContain(children[1]);
  expect(after(":BucketLifecycleConfiguration")).toContain(children[4]);
  // Otherwise an update without a preview would extend the permissions before the registration fails.
  expect(after(":RolePolicy")).toContain(children[9]);
  expect(after(":BucketOwnershipControls")).toContain(children[9]);
  // S3 refuses two changes of the access to a bucket at the same time.
  expect(after(":BucketOwnershipControls")).toContain(children[6]);
});

test("a new bucket is private, encrypted and versioned, requires TLS, and aborts unfinished uploads", async () => {
  const { asked, inputs } = await one();
  const [bucket = "", block = "", ownership = "", encryption = "", versioning = "", lifecycle = "", policy = ""] =
    children;
  expect(inputs(bucket)).toEqual({ forceDestroy: false });
  expect(asked.find((resource) => resource.type === bucket)?.protect).toBe(true);
  expect(asked.filter((resource) => resource.type !== bucket && resource.protect)).toEqual([]);
  const name = { bucket: "exports-1a2b3c4" };
  expect(inputs(block)).toEqual({
    ...name,
    blockPublicAcls: true,
    blockPublicPolicy: true,
    ignorePublicAcls: true,
    restrictPublicBuckets: true,
  });
  expect(inputs(ownership)).toEqual({ ...name, rule: { objectOwnership: "BucketOwnerEnforced" } });
  expect(inputs(encryption)).toEqual({
    ...name,
    rules: [{ applyServerSideEncryptionByDefault: { sseAlgorithm: "AES256" }, bucketKeyEnabled: false }],
  });
  expect(inputs(versioning)).toEqual({ ...name, versioningConfiguration: { status: "Enabled" } });
  expect(inputs(lifecycle)).toMatchObject({
    rules: [{ status: "Enabled", filter: {}, abortIncompleteMultipartUpload: { daysAfterInitiation: 7 } }],
  });
  expect(statements(inputs(policy)["policy"])).toMatchObject([
    { Effect: "Deny", Principal: "*", Condition: { Bool: { "aws:SecureTransport": "false" } } },
  ]);
});

test("with ReadWrite, the bucket has ACLs enabled", async () => {
  const { inputs } = await one({ access: "ReadWrite" });
  expect(inputs(children[2] ?? "")).toMatchObject({ rule: { objectOwnership: "BucketOwnerPreferred" } });
});

test("the bucket encrypts with a KMS key from the arguments, and the role can use the key through S3", async () => {
  const kmsKeyArn = "arn:aws:kms:eu-central-1:111122223333:key/abcd";
  const { inputs } = await one({ kmsKeyArn });
  expect(inputs(children[3] ?? "")).toMatchObject({
    rules: [
      {
        applyServerSideEncryptionByDefault: { sseAlgorithm: "aws:kms", kmsMasterKeyId: kmsKeyArn },
        bucketKeyEnabled: true,
      },
    ],
  });
  expect(statements(inputs("aws:iam/rolePolicy:RolePolicy")["policy"])).toContainEqual({
    Sid: "UseKeyByWayOfS3",
    Effect: "Allow",
    Action: ["kms:Decrypt"],
    Resource: kmsKeyArn,
    Condition: { StringEquals: { "kms:ViaService": "s3.eu-central-1.amazonaws.com" } },
  });
});

test("the outputs, and the fields of the form in the application", async () => {
  const { outputs } = await one({ prefix: "/daily/exports", endpointName: "Exports", description: "All of them" });
  const roleArn = `arn:aws:iam::${ownerAccountId}:role/exports-1a2b3c4`;
  expect(outputs).toEqual({
    access: "ReadOnly",
    bucketName: "exports-1a2b3c4",
    prefix: "daily/exports/",
    region: "eu-central-1",
    roleArn,
    registration: {
      "Endpoint Name": "Exports",
      Description: "All of them",
      "Bucket Access": "Read Only",
      "Role ARN": roleArn,
      "Bucket Name": "exports-1a2b3c4",
      "S3 Path Prefix": "daily/exports/",
      Region: "eu-central-1",
    },
  });
  const short = await one({ access: "ReadWrite" });
  expect(short.outputs["registration"]).toEqual({
    "Endpoint Name": "exports",
    "Bucket Access": "Read and Write",
    "Role ARN": roleArn,
    "Bucket Name": "exports-1a2b3c4",
    Region: "eu-central-1",
  });
});

test("an existing bucket, by name or as a resource, does not change and keeps its region", async () => {
  const byName = await one({ bucket: "shared-exports" });
  expect(childrenIn(byName).sort()).toEqual([...ofRole].sort());
  expect(byName.outputs).toMatchObject({ bucketName: "shared-exports", region: "us-west-2" });

  const byOutput = await one({ bucket: pulumi.output("shared-exports") });
  expect(byOutput.outputs).toMatchObject({ bucketName: "shared-exports", region: "us-west-2" });

  const asResource = await record(() => {
    const bucket = new s3.Bucket("mine", { bucket: "mine-alone" });
    const access = new StorageBucketAccess("exports", { ...args, bucket });
    expect(access.bucket).toBe(bucket);
    return { name: access.bucketName };
  });
  expect(childrenIn(asResource).sort()).toEqual([...ofRole].sort());
  expect(asResource.outputs).toEqual({ name: "mine-alone" });
});

test("two components can share a bucket resource, but a bucket given by name has none", async () => {
  const recording = await record(() => {
    const writer = new StorageBucketAccess("writer", { ...args, access: "ReadWrite", prefix: "in" });
    new StorageBucketAccess("reader", { ...args, bucket: writer.bucket, prefix: "out" });
    const byName = new StorageBucketAccess("third", { ...args, bucket: "shared-exports" });
    expect(() => byName.bucket).toThrow("no bucket resource");
    return {};
  });
  expect(recording.asked.filter((resource) => resource.type === children[0])).toHaveLength(1);
  expect(recording.asked.filter((resource) => resource.type === "aws:iam/role:Role")).toHaveLength(3);
});

test("ReadWrite on a bucket with disabled ACLs is an error, because S3 would refuse to set an ACL", async () => {
  const program = (transform: StorageBucketAccessArgs["transform"]) => () => {
    const reader = new StorageBucketAccess("reader", { ...args, prefix: "out", ...(transform && { transform }) });
    new StorageBucketAccess("writer", { ...args, access: "ReadWrite", bucket: reader.bucket, prefix: "in" });
    return {};
  };
  await expect(record(program(undefined))).rejects.toThrow(/"writer": access "ReadWrite" requires ACLs.*"reader"/s);
  const preferred = { ownershipControls: { rule: { objectOwnership: "BucketOwnerPreferred" } } };
  await expect(record(program(preferred))).resolves.toBeDefined();
});

test("the role and the bucket get their arguments: name, path, boundary, tags, forceDestroy, protect", async () => {
  const tags = { owner: "finops" };
  const { asked, inputs } = await one({
    bucket: { name: "my-exports", forceDestroy: true, protect: false },
    roleName: "reader",
    path: "/vendors/",
    permissionsBoundary: "arn:aws:iam::111122223333:policy/boundary",
    tags,
  });
  expect(inputs("aws:s3/bucket:Bucket")).toEqual({ bucket: "my-exports", forceDestroy: true, tags });
  expect(asked.some(({ protect }) => protect)).toBe(false);
  expect(inputs("aws:iam/role:Role")).toMatchObject({
    name: "reader",
    path: "/vendors/",
    permissionsBoundary: "arn:aws:iam::111122223333:policy/boundary",
    tags,
  });
});

test("every AWS child and function uses the provider of the component, and no other child does", async () => {
  const recording = await record(() => {
    const provider = new Provider("elsewhere", { region: "us-west-2" });
    new StorageBucketAccess("exports", { ...args, bucket: "shared-exports" }, { providers: [provider] });
    new StorageBucketAccess("more", { ...args }, { providers: { aws: provider } });
    return {};
  });
  const ofChildren = recording.asked.filter(({ parent }) => parent === type);
  expect(ofChildren).toHaveLength(children.length + ofRole.length);
  for (const child of ofChildren) {
    expect([child.type, child.provider]).toEqual([
      child.type,
      child.type.startsWith("aws:") ? expect.stringContaining("::elsewhere") : "",
    ]);
  }
  expect(recording.called.map(([token]) => token).sort()).toEqual([
    "aws:index/getPartition:getPartition",
    "aws:index/getPartition:getPartition",
    "aws:s3/getBucket:getBucket",
  ]);
  for (const [, provider] of recording.called) expect(provider).toContain("::elsewhere");
});

const disabled = "pulumi:disable-default-providers";
test.each([
  ['["aws"]', "", ""],
  ["", "", ""],
  ['["*"]', "::storage-bucket-registrations::", "::dynamic::"],
  ['["aws", " pulumi-nodejs"]', "::storage-bucket-registrations::", "::dynamic::"],
])(
  "without the default providers %s, registrations share one of their own, or have that of the component",
  async (names, own, given) => {
    pulumi.runtime.setConfig(disabled, names);
    const { asked } = await record(() => {
      const dynamic = new (class extends pulumi.ProviderResource {})("pulumi-nodejs", "dynamic");
      new StorageBucketAccess("one", { ...args });
      new StorageBucketAccess("two", { ...args });
      if (given !== "") new StorageBucketAccess("three", { ...args }, { provider: dynamic });
      return {};
    }).finally(() => {
      pulumi.runtime.setConfig(disabled, "");
    });
    const providers = asked.filter((child) => child.type === children[9]).map(({ name, provider }) => [name, provider]);
    const containing = (name: string): string => expect.stringContaining(name) as string;
    expect(Object.fromEntries(providers)).toEqual({
      one: containing(own),
      two: containing(own),
      ...(given === "" ? {} : { three: containing(given) }),
    });
    expect(asked.filter(({ name }) => name === "storage-bucket-registrations")).toHaveLength(own === "" ? 0 : 1);
  },
);

test("transforms change each child, as arguments or as a function", async () => {
  const description = "Changed";
  const { asked, inputs } = await one({
    transform: {
      bucket: (bucketArgs, opts, name) => {
        bucketArgs.bucketPrefix = `${name}-`;
        opts.protect = false;
      },
      publicAccessBlock: { blockPublicPolicy: false },
      ownershipControls: { rule: { objectOwnership: "ObjectWriter" } },
      encryption: { expectedBucketOwner: ownerAccountId },
      versioning: { versioningConfiguration: { status: "Suspended" } },
      lifecycle: { rules: [] },
      bucketPolicy: { policy: "{}" },
      role: { description },
      rolePolicy: { name: "access" },
    },
  });
  expect(asked.some(({ protect }) => protect)).toBe(false);
  const changed = children.slice(0, 9).map((child) => inputs(child));
  expect(changed).toMatchObject([
    { bucketPrefix: "exports-", forceDestroy: false },
    { blockPublicAcls: true, blockPublicPolicy: false },
    { rule: { objectOwnership: "ObjectWriter" } },
    { expectedBucketOwner: ownerAccountId },
    { versioningConfiguration: { status: "Suspended" } },
    { rules: [] },
    { policy: "{}" },
    { description },
    { name: "access" },
  ]);
});

test.each(["aws", "aws-cn", "aws-us-gov"])("every ARN is in the partition %s", async (partition) => {
  const { asked } = await one({ prefix: "a" }, undefined, partition);
  const arns = JSON.stringify(asked.map(({ inputs }) => inputs)).match(/arn:[\w-]+:/gu) ?? [];
  expect(new Set(arns)).toEqual(new Set([`arn:${partition}:`]));
  expect(arns).toHaveLength(7);
});

test.each(Object.entries(regions))(
  "in %s, S3 can use a key from its domain in AWS's SDK",
  async (partition, Region) => {
    const key = `arn:${partition}:kms:${Region}:111122223333:key/a`;
    const { inputs } = await one({ kmsKeyArn: key }, undefined, partition);
    const { host } = new S3Client({ region: Region }).config.endpointProvider({ Region }, {}).url;
    const other = `s3.${Region}.amazonaws.com`;
    expect(statements(inputs("aws:iam/rolePolicy:RolePolicy")["policy"]).at(-1)?.Condition).toEqual({
      StringEquals: { "kms:ViaService": partition === "aws-cn" ? [other, host] : host },
    });
  },
);

test("the registration stores the facts that the endpoint is created with, and its own URN", async () => {
  const { inputs } = await one({ prefix: "daily" });
  expect(inputs(children[9] ?? "")).toEqual({
    access: "ReadOnly",
    bucketName: "exports-1a2b3c4",
    externalId: "ext-1234",
    prefix: "daily/",
    region: "eu-central-1",
    roleArn: `arn:aws:iam::${ownerAccountId}:role/exports-1a2b3c4`,
    serviceAccountId: "999988887777",
    __resourceUrn: expect.stringContaining(`${type}$${children[9] ?? ""}::exports`) as string,
    __provider: expect.stringContaining("storageBucketRegistration") as string,
  });
});
