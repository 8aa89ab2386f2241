// Promise: The bucket and the role of a StorageBucketAccess in AWS are as documented. The bucket keeps its settings exactly as long as it exists.
import * as iam from "@aws-sdk/client-iam";
import * as s3 from "@aws-sdk/client-s3";
import { accessPolicy, tlsOnlyPolicy, trustPolicy } from "../../../sdk/aws/policies";
import type { Result } from "../../support/result";
import type { Stack } from "../../support/stack";
import { describeWithPython } from "./python";
import { type AwsScene, startAws } from "./awsScene";
import { type Moto, startMoto } from "./moto";

const [partition, prefix, serviceAccountId] = ["aws", "daily/", "999988887777"];
const programWith = (args: string): string =>
  `import { StorageBucketAccess } from "pulumi-cost-allocation/aws";
   const service = { externalId: "ext-1234", serviceAccountId: "${serviceAccountId}", access: "ReadOnly" as const };
   const it = new StorageBucketAccess("it", { ...service, prefix: "daily", ${args} });
   export const { bucketName, region } = it;`;
const allSettings = {
  publicAccessBlock: true,
  policy: true,
  encryption: true,
  ownership: true,
  versioning: true,
  lifecycle: true,
};

describeWithPython("the bucket of a StorageBucketAccess", () => {
  let moto: Moto;
  let scene: AwsScene;
  let stack: Stack;
  let client: s3.S3Client;
  let roles: iam.IAMClient;

  beforeAll(async () => {
    moto = await startMoto();
    const program = programWith("bucket: {}");
    scene = await startAws({ program, ownProcesses: true, env: moto.env }, "sdk");
    stack = await scene.workspace.stack("dev", { config: { "aws:region": moto.region } });
    const { url: endpoint, region, administrator: credentials } = moto;
    client = new s3.S3Client({ endpoint, region, credentials, forcePathStyle: true });
    roles = new iam.IAMClient({ endpoint, region, credentials });
  }, 900_000);

  afterAll(async () => {
    client.destroy();
    roles.destroy();
    await scene.dispose();
    await moto.stop();
  });

  async function bucketName(): Promise<string> {
    return (await stack.outputs())["bucketName"] as string;
  }

  async function settingsOf(Bucket: string): Promise<typeof allSettings> {
    const exists = async (answer: Promise<unknown>): Promise<boolean> => answer.then(() => true).catch(() => false);
    const { Status } = await client.send(new s3.GetBucketVersioningCommand({ Bucket }));
    return {
      publicAccessBlock: await exists(client.send(new s3.GetPublicAccessBlockCommand({ Bucket }))),
      policy: await exists(client.send(new s3.GetBucketPolicyCommand({ Bucket }))),
      encryption: await exists(client.send(new s3.GetBucketEncryptionCommand({ Bucket }))),
      ownership: await exists(client.send(new s3.GetBucketOwnershipControlsCommand({ Bucket }))),
      versioning: Status === "Enabled",
      lifecycle: await exists(client.send(new s3.GetBucketLifecycleConfigurationCommand({ Bucket }))),
    };
  }

  /** moto reads the policy that requires TLS as one that denies everything, so it is away for the moment. */
  async function withoutPolicy(Bucket: string, action: () => Promise<unknown>): Promise<void> {
    const { Policy } = await client.send(new s3.GetBucketPolicyCommand({ Bucket }));
    await client.send(new s3.DeleteBucketPolicyCommand({ Bucket }));
    await action();
    await client.send(new s3.PutBucketPolicyCommand({ Bucket, Policy }));
  }

  async function roleNames(): Promise<string[]> {
    const { Roles = [] } = await roles.send(new iam.ListRolesCommand({}));
    return Roles.map(({ RoleName = "" }) => RoleName);
  }

  const warnings = ({ diagnostics }: Result): string[] => diagnostics.filter((text) => text.startsWith("warning"));

  async function trust(): Promise<unknown> {
    const [RoleName] = await roleNames();
    const { Role } = await roles.send(new iam.GetRoleCommand({ RoleName }));
    return JSON.parse(decodeURIComponent(Role?.AssumeRolePolicyDocument ?? ""));
  }

  test("a new bucket is private, encrypted and versioned, and the role may do what is documented", async () => {
    const up = (await stack.up()).ok();
    expect(warnings(up)).toEqual([]);
    const Bucket = await bucketName();
    expect(await client.send(new s3.GetPublicAccessBlockCommand({ Bucket }))).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    });
    expect(await client.send(new s3.GetBucketVersioningCommand({ Bucket }))).toMatchObject({ Status: "Enabled" });
    expect(await client.send(new s3.GetBucketEncryptionCommand({ Bucket }))).toMatchObject({
      ServerSideEncryptionConfiguration: {
        Rules: [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: "AES256" } }],
      },
    });
    expect(await client.send(new s3.GetBucketOwnershipControlsCommand({ Bucket }))).toMatchObject({
      OwnershipControls: { Rules: [{ ObjectOwnership: "BucketOwnerEnforced" }] },
    });
    expect(await client.send(new s3.GetBucketLifecycleConfigurationCommand({ Bucket }))).toMatchObject({
      Rules: [{ Status: "Enabled", AbortIncompleteMultipartUpload: { DaysAfterInitiation: 7 } }],
    });
    const { Policy = "" } = await client.send(new s3.GetBucketPolicyCommand({ Bucket }));
    expect(JSON.parse(Policy)).toEqual(tlsOnlyPolicy(partition, Bucket));

    const [RoleName] = await roleNames();
    const { PolicyNames = [] } = await roles.send(new iam.ListRolePoliciesCommand({ RoleName }));
    expect(PolicyNames).toHaveLength(1);
    const { PolicyDocument } = await roles.send(new iam.GetRolePolicyCommand({ RoleName, PolicyName: PolicyNames[0] }));
    const of = { partition, bucketName: Bucket, region: moto.region, kmsKeyArn: undefined };
    const reads = accessPolicy({ ...of, access: "ReadOnly", prefix });
    expect(JSON.parse(decodeURIComponent(PolicyDocument ?? ""))).toEqual(reads);
    expect(await trust()).toEqual(trustPolicy({ partition, serviceAccountId, externalId: "ext-1234" }));
  }, 180_000);

  test("what somebody opened in AWS is closed again", async () => {
    const Bucket = await bucketName();
    const PublicAccessBlockConfiguration = { BlockPublicAcls: false };
    await client.send(new s3.PutPublicAccessBlockCommand({ Bucket, PublicAccessBlockConfiguration }));
    const up = (await stack.up({ args: ["--refresh"] })).ok();
    expect(up.steps.filter(({ op }) => op === "update")).toMatchObject([
      { type: "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock" },
    ]);
    expect(await client.send(new s3.GetPublicAccessBlockCommand({ Bucket }))).toMatchObject({
      PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
    });
  }, 120_000);

  test("a refused destroy of a protected bucket leaves its settings, also without a preview", async () => {
    const Bucket = await bucketName();

    const refused = await stack.destroy();

    expect(refused.code).not.toBe(0);
    expect(refused.output).toContain("protected");
    expect(await settingsOf(Bucket)).toEqual(allSettings);
  }, 180_000);

  test("so does a destroy of everything else, and the next up takes the settings back into the state", async () => {
    const Bucket = await bucketName();
    (await stack.destroy({ args: ["--exclude-protected"] })).ok();
    expect(await settingsOf(Bucket)).toEqual(allSettings);
    expect(await roleNames()).toEqual([]);

    (await stack.up()).ok();

    expect(await bucketName()).toBe(Bucket);
    const types = (await stack.exportState()).deployment.resources?.map(({ type }) => type) ?? [];
    expect(types.filter((type) => type.startsWith("aws:s3/"))).toHaveLength(7);
    (await stack.preview({ args: ["--expect-no-changes"] })).ok();
    (await stack.refresh({ args: ["--expect-no-changes"] })).ok();
  }, 180_000);

  test("so does an up of a program without the component", async () => {
    const Bucket = await bucketName();
    scene.workspace.write("index.ts", "export const nothing = 1;");

    const refused = await stack.up();

    expect(refused.code).not.toBe(0);
    expect(refused.output).toContain("protected");
    expect(await settingsOf(Bucket)).toEqual(allSettings);
  }, 120_000);

  test("an unprotected bucket with objects keeps its settings too, because AWS refuses to delete it", async () => {
    scene.workspace.write("index.ts", programWith("bucket: { protect: false }"));
    (await stack.up()).ok();
    const Bucket = await bucketName();
    await withoutPolicy(Bucket, () => client.send(new s3.PutObjectCommand({ Bucket, Key: "daily/a", Body: "a" })));

    const refused = await stack.destroy();

    expect(refused.code).not.toBe(0);
    expect(refused.output).toContain("not empty");
    expect(await settingsOf(Bucket)).toEqual(allSettings);
    await withoutPolicy(Bucket, async () => {
      const { Versions = [] } = await client.send(new s3.ListObjectVersionsCommand({ Bucket }));
      for (const { Key, VersionId } of Versions) {
        await client.send(new s3.DeleteObjectCommand({ Bucket, Key, VersionId }));
      }
    });
  }, 180_000);

  test("another External ID, a renamed role, and then a renamed bucket, are one warning each", async () => {
    (await stack.up()).ok();
    for (const [args, reason] of [
      ['bucket: { protect: false }, externalId: "ext-5678"', "externalId changes"],
      ['bucket: { protect: false }, roleName: "renamed", externalId: "ext-5678"', "roleArn may change"],
      [
        'bucket: { protect: false, name: "renamed" }, roleName: "renamed", externalId: "ext-5678"',
        "bucketName changes",
      ],
    ] as const) {
      scene.workspace.write("index.ts", programWith(args));
      const preview = (await stack.preview()).ok();
      expect(warnings(preview)).toEqual([expect.stringMatching(new RegExp(`${reason}.*\\(CA6101\\)`, "su"))]);
      (await stack.up()).ok();
    }
    expect(await settingsOf("renamed")).toEqual(allSettings);
    expect(await trust()).toEqual(trustPolicy({ partition, serviceAccountId, externalId: "ext-5678" }));
  }, 240_000);

  test("when the bucket is deleted, nothing of it is left", async () => {
    (await stack.destroy()).ok();
    expect((await client.send(new s3.ListBucketsCommand({}))).Buckets).toEqual([]);
    const { deployment } = await stack.exportState();
    expect(deployment.resources ?? []).toEqual([]);
  }, 120_000);

  test("a bucket that exists, in another region, is left alone, also by a destroy", async () => {
    const { url: endpoint, administrator: credentials } = moto;
    const elsewhere = new s3.S3Client({ endpoint, region: "eu-west-1", credentials, forcePathStyle: true });
    const CreateBucketConfiguration = { LocationConstraint: "eu-west-1" } as const;
    await elsewhere.send(new s3.CreateBucketCommand({ Bucket: "shared", CreateBucketConfiguration }));
    elsewhere.destroy();
    scene.workspace.write("index.ts", programWith('bucket: "shared"'));
    const up = (await stack.up()).ok();
    expect(up.steps.map(({ type }) => type).filter((type) => type.startsWith("aws:s3"))).toEqual([]);
    expect(await stack.outputs()).toEqual({ bucketName: "shared", region: "eu-west-1" });
    (await stack.destroy()).ok();
    await expect(client.send(new s3.HeadBucketCommand({ Bucket: "shared" }))).resolves.toBeDefined();
    await expect(client.send(new s3.GetPublicAccessBlockCommand({ Bucket: "shared" }))).rejects.toThrow();
  }, 120_000);

  test("a bucket that does not exist: component and argument are named, and nothing was created", async () => {
    scene.workspace.write("index.ts", programWith('bucket: "missing-bucket"'));
    for (const result of [await stack.preview(), await stack.up()]) {
      expect(result.code).not.toBe(0);
      expect(result.output).toContain('StorageBucketAccess "it": bucket "missing-bucket" was not found');
      expect(result.output).not.toMatch(/^\s+at /mu);
      expect(result.output).not.toContain("serializing");
    }
    expect(await roleNames()).toEqual([]);
  }, 120_000);
});
