/**
 * The bucket of a StorageBucketAccess by the real engine, with AWS calls carried out by moto: its settings stay exactly as long as
 * it does, a bucket that does not exist is refused first, and a rename is one warning.
 */
import * as iam from "@aws-sdk/client-iam";
import * as s3 from "@aws-sdk/client-s3";
import type { Result } from "../../support/result";
import type { Stack } from "../../support/stack";
import { Workspace } from "../../support/workspace";
import { type BuiltPlugin, buildPlugin } from "./builtPlugin";
import { type Moto, startMoto } from "./moto";
import { describeWithPython } from "./python";

const project = "e2e";
const programWith = (args: string): string =>
  `import { StorageBucketAccess } from "pulumi-cost-allocation/aws";
   const service = { externalId: "ext-1234", serviceAccountId: "999988887777", access: "ReadOnly" as const };
   const it = new StorageBucketAccess("it", { ...service, prefix: "daily", ${args} });
   export const { bucketName } = it;`;
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
  let plugin: BuiltPlugin;
  let workspace: Workspace;
  let stack: Stack;
  let client: s3.S3Client;
  let roles: iam.IAMClient;

  beforeAll(async () => {
    moto = await startMoto();
    plugin = buildPlugin();
    workspace = await Workspace.create({
      program: programWith("bucket: {}"),
      project,
      packages: ["@pulumi/aws"],
      ownProcesses: true,
      env: moto.env,
    });
    const runtime = { name: "nodejs", options: { typescript: true } };
    const plugins = { providers: plugin.providers };
    workspace.write("Pulumi.yaml", JSON.stringify({ name: project, main: ".", runtime, plugins }));
    stack = await workspace.stack("dev", { config: { "aws:region": moto.region } });
    const { url: endpoint, region, administrator: credentials } = moto;
    client = new s3.S3Client({ endpoint, region, credentials, forcePathStyle: true });
    roles = new iam.IAMClient({ endpoint, region, credentials });
  }, 900_000);

  afterAll(async () => {
    client.destroy();
    roles.destroy();
    await workspace.dispose();
    await moto.stop();
    plugin.remove();
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

  test("a refused destroy of a protected bucket leaves its settings, also without a preview", async () => {
    (await stack.up()).ok();
    const Bucket = await bucketName();
    expect(await settingsOf(Bucket)).toEqual(allSettings);

    const refused = await stack.destroy();

    expect(refused.code).not.toBe(0);
    expect(refused.output).toContain("protected");
    expect(await settingsOf(Bucket)).toEqual(allSettings);
  }, 180_000);

  test("so does a destroy of everything else, and the next up takes the settings back into the state", async () => {
    (await stack.up()).ok();
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
    workspace.write("index.ts", "export const nothing = 1;");

    const refused = await stack.up();

    expect(refused.code).not.toBe(0);
    expect(refused.output).toContain("protected");
    expect(await settingsOf(Bucket)).toEqual(allSettings);
  }, 120_000);

  test("an unprotected bucket with objects keeps its settings too, because AWS refuses to delete it", async () => {
    workspace.write("index.ts", programWith("bucket: { protect: false }"));
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

  test("a renamed role, and then a renamed bucket, are one warning each", async () => {
    (await stack.up()).ok();
    for (const [args, reason] of [
      ['bucket: { protect: false }, roleName: "renamed"', "roleArn may change"],
      ['bucket: { protect: false, name: "renamed" }, roleName: "renamed"', "bucketName changes"],
    ] as const) {
      workspace.write("index.ts", programWith(args));
      const preview = (await stack.preview()).ok();
      expect(warnings(preview)).toEqual([expect.stringMatching(new RegExp(`${reason}.*\\(CA6101\\)`, "su"))]);
      (await stack.up()).ok();
    }
    expect(await settingsOf("renamed")).toEqual(allSettings);
  }, 240_000);

  test("when the bucket is deleted, nothing of it is left", async () => {
    (await stack.destroy()).ok();
    expect((await client.send(new s3.ListBucketsCommand({}))).Buckets).toEqual([]);
    const { deployment } = await stack.exportState();
    expect(deployment.resources ?? []).toEqual([]);
  }, 120_000);

  test("a bucket that does not exist: component and argument are named, and nothing was created", async () => {
    workspace.write("index.ts", programWith('bucket: "missing-bucket"'));
    for (const result of [await stack.preview(), await stack.up()]) {
      expect(result.code).not.toBe(0);
      expect(result.output).toContain('StorageBucketAccess "it": bucket "missing-bucket" was not found');
      expect(result.output).not.toMatch(/^\s+at /mu);
      expect(result.output).not.toContain("serializing");
    }
    expect(await roleNames()).toEqual([]);
  }, 120_000);
});
