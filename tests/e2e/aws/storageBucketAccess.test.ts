/**
 * StorageBucketAccess by the real engine: the program of examples/storage-bucket, with the real classes of `@pulumi/aws`, a
 * test double of their plugin, and moto in AWS's place, which asks IAM about every request.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import * as iam from "@aws-sdk/client-iam";
import * as s3 from "@aws-sdk/client-s3";
import { type Emulator, startEmulator } from "../../../emulator";
import { accessPolicy, tlsOnlyPolicy, trustPolicy } from "../../../sdk/aws/policies";
import type { Result } from "../../support/result";
import type { Stack } from "../../support/stack";
import { Workspace } from "../../support/workspace";
import { type BuiltPlugin, buildPlugin } from "./builtPlugin";
import { type Moto, startMoto } from "./moto";
import { describeWithPython } from "./python";

const example = readFileSync(resolve(__dirname, "../../../examples/storage-bucket/index.ts"), "utf8");
const project = "cost-allocation-storage-bucket";
const serviceAccountId = "999988887777";
const partition = "aws";

/** A change of the program's text that must change it. */
function changed(program: string, from: string, to: string): string {
  if (!program.includes(from)) throw new Error(`The program does not say ${from}.`);
  return program.replaceAll(from, to);
}

describeWithPython("by the real engine", () => {
  let moto: Moto;
  let plugin: BuiltPlugin;
  let emulator: Emulator;
  let workspace: Workspace;
  let stack: Stack;
  let buckets: s3.S3Client;
  let roles: iam.IAMClient;

  beforeAll(async () => {
    [moto, emulator] = await Promise.all([startMoto(), startEmulator()]);
    plugin = buildPlugin();
    workspace = await Workspace.create({
      program: example,
      project,
      packages: ["@pulumi/aws"],
      ownProcesses: true,
      env: moto.env,
    });
    const runtime = { name: "nodejs", options: { typescript: true } };
    const plugins = { providers: plugin.providers };
    workspace.write("Pulumi.yaml", JSON.stringify({ name: project, main: ".", runtime, plugins }));
    stack = await newStack("dev");
    const { url: endpoint, region, administrator: credentials } = moto;
    buckets = new s3.S3Client({ endpoint, region, credentials, forcePathStyle: true });
    roles = new iam.IAMClient({ endpoint, region, credentials });
  }, 900_000);

  afterAll(async () => {
    buckets.destroy();
    roles.destroy();
    await workspace.dispose();
    await Promise.all([emulator.stop(), moto.stop()]);
    plugin.remove();
  });

  async function newStack(name: string, withService = true): Promise<Stack> {
    const config = {
      "aws:region": moto.region,
      [`${project}:externalId`]: "ext-1234",
      [`${project}:serviceAccountId`]: serviceAccountId,
    };
    const { clientId, secretKey, url } = emulator;
    if (!withService) return workspace.stack(name, { config });
    return workspace.stack(name, {
      config: { ...config, "costallocation:baseUrl": url, "costallocation:clientId": clientId },
      secrets: { "costallocation:secretKey": secretKey },
    });
  }

  // The first run checks the program's types against the packed package; the others need not wait for that again.
  const quick = { env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" } };
  const warnings = ({ events }: Result): string[] =>
    events.flatMap(({ diagnosticEvent: said }) => (said?.severity === "warning" ? [said.message.trim()] : []));
  const operations = ({ steps }: Result): string[] =>
    steps
      .filter(({ op }) => op !== "same")
      .map(({ op, urn }) => `${op} ${urn.split("::").slice(2).join(" ").split("$").at(-1) ?? ""}`);

  interface Form extends Record<string, string> {
    "Role ARN": string;
    "Bucket Name": string;
  }
  async function forms(): Promise<[reports: Form, telemetry: Form]> {
    return (await stack.outputs())["registrations"] as [Form, Form];
  }
  const roleNameIn = (form: Form): string => form["Role ARN"].split("/").at(-1) ?? "";

  async function trustOf(RoleName: string): Promise<unknown> {
    const { Role } = await roles.send(new iam.GetRoleCommand({ RoleName }));
    return JSON.parse(decodeURIComponent(Role?.AssumeRolePolicyDocument ?? ""));
  }

  async function policyOf(RoleName: string): Promise<unknown> {
    const { PolicyNames = [] } = await roles.send(new iam.ListRolePoliciesCommand({ RoleName }));
    expect(PolicyNames).toHaveLength(1);
    const { PolicyDocument } = await roles.send(new iam.GetRolePolicyCommand({ RoleName, PolicyName: PolicyNames[0] }));
    return JSON.parse(decodeURIComponent(PolicyDocument ?? ""));
  }

  test("up makes both endpoints' sides on one bucket, and hands over both forms", async () => {
    const up = (await stack.up()).ok();
    expect(warnings(up)).toEqual([]);
    expect(up.changes).toEqual({ create: 17 });
    const [reports, telemetry] = await forms();
    const bucketName = reports["Bucket Name"];
    expect([reports, telemetry]).toEqual([
      {
        "Endpoint Name": "Cost reports",
        Description: "Monthly reports, written by the service",
        "Bucket Access": "Read and Write",
        "Role ARN": expect.stringMatching(/^arn:aws:iam::123456789012:role\/reports-\w+$/u) as string,
        "Bucket Name": bucketName,
        "S3 Path Prefix": "reports/",
        Region: moto.region,
      },
      {
        "Endpoint Name": "Usage telemetry",
        "Bucket Access": "Read Only",
        "Role ARN": expect.stringMatching(/^arn:aws:iam::123456789012:role\/telemetry-\w+$/u) as string,
        "Bucket Name": bucketName,
        "S3 Path Prefix": "telemetry/daily/",
        Region: moto.region,
      },
    ]);
    const of = { partition, bucketName, region: moto.region, kmsKeyArn: undefined };
    const writes = accessPolicy({ ...of, access: "ReadWrite", prefix: "reports/" });
    expect(await policyOf(roleNameIn(reports))).toEqual(writes);
    const reads = accessPolicy({ ...of, access: "ReadOnly", prefix: "telemetry/daily/" });
    expect(await policyOf(roleNameIn(telemetry))).toEqual(reads);
    const trust = trustPolicy({ partition, serviceAccountId, externalId: "ext-1234" });
    expect(await trustOf(roleNameIn(telemetry))).toEqual(trust);
  }, 180_000);

  test("the new bucket is as promised", async () => {
    const Bucket = (await forms())[0]["Bucket Name"];
    expect(await buckets.send(new s3.GetPublicAccessBlockCommand({ Bucket }))).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    });
    expect(await buckets.send(new s3.GetBucketVersioningCommand({ Bucket }))).toMatchObject({ Status: "Enabled" });
    expect(await buckets.send(new s3.GetBucketEncryptionCommand({ Bucket }))).toMatchObject({
      ServerSideEncryptionConfiguration: {
        Rules: [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: "AES256" } }],
      },
    });
    expect(await buckets.send(new s3.GetBucketOwnershipControlsCommand({ Bucket }))).toMatchObject({
      OwnershipControls: { Rules: [{ ObjectOwnership: "BucketOwnerPreferred" }] },
    });
    expect(await buckets.send(new s3.GetBucketLifecycleConfigurationCommand({ Bucket }))).toMatchObject({
      Rules: [{ Status: "Enabled", AbortIncompleteMultipartUpload: { DaysAfterInitiation: 7 } }],
    });
    const { Policy = "" } = await buckets.send(new s3.GetBucketPolicyCommand({ Bucket }));
    expect(JSON.parse(Policy)).toEqual(tlsOnlyPolicy(partition, Bucket));
  }, 60_000);

  test("the next refresh and preview find nothing to do", async () => {
    (await stack.refresh({ ...quick, args: ["--expect-no-changes"] })).ok();
    (await stack.preview({ ...quick, args: ["--expect-no-changes"] })).ok();
  }, 120_000);

  test("what somebody opened in AWS is closed again", async () => {
    const Bucket = (await forms())[0]["Bucket Name"];
    const PublicAccessBlockConfiguration = { BlockPublicAcls: false };
    await buckets.send(new s3.PutPublicAccessBlockCommand({ Bucket, PublicAccessBlockConfiguration }));
    const up = (await stack.up({ ...quick, args: ["--refresh"] })).ok();
    expect(operations(up).filter((operation) => !operation.startsWith("refresh"))).toEqual([
      "update aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock reports",
    ]);
    expect(await buckets.send(new s3.GetPublicAccessBlockCommand({ Bucket }))).toMatchObject({
      PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
    });
  }, 120_000);

  test("a changed access is refused in preview and in up, with the way out", async () => {
    // The one that reads comes to write, too.
    workspace.write("index.ts", changed(example, '"ReadOnly"', '"ReadWrite"'));
    for (const result of [await stack.preview(quick), await stack.up(quick)]) {
      expect(result.code).not.toBe(0);
      expect(result.codes).toContain("CA6301");
    }
    expect(JSON.stringify(await policyOf(roleNameIn((await forms())[1])))).not.toContain("s3:PutObject");
  }, 120_000);

  test("another External ID, and another role, are told in preview to end the endpoint", async () => {
    await stack.configure({ [`${project}:externalId`]: "ext-5678" });
    workspace.write("index.ts", changed(example, 'prefix: "reports",', 'prefix: "reports", roleName: "reports-role",'));
    const preview = (await stack.preview(quick)).ok();
    // One for each component.
    expect(warnings(preview)).toHaveLength(2);
    expect(warnings(preview)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/externalId changes.*roleArn may change.*\(CA6101\)/su),
        expect.stringMatching(/externalId changes[^;]*\(CA6101\)/su),
      ]),
    );
    workspace.write("index.ts", example);
    const up = (await stack.up(quick)).ok();
    expect(operations(up).sort()).toEqual([
      "update aws:iam/role:Role reports",
      "update aws:iam/role:Role telemetry",
      "update pulumi-nodejs:dynamic/costallocation:StorageBucketRegistration reports",
      "update pulumi-nodejs:dynamic/costallocation:StorageBucketRegistration telemetry",
    ]);
    const trust = trustPolicy({ partition, serviceAccountId, externalId: "ext-5678" });
    expect(await trustOf(roleNameIn((await forms())[0]))).toEqual(trust);
  }, 120_000);

  test("values that are known later: a conflict of prefixes and a bad External ID end the preview, by name", async () => {
    const later = changed(example, '"telemetry/daily"', 'pulumi.output("reports/eu")');
    workspace.write("index.ts", later);
    const conflict = await stack.preview(quick);

    expect(conflict.code).not.toBe(0);
    expect(conflict.codes).toContain("CA6302");

    workspace.write("index.ts", changed(example, 'config.require("externalId")', 'pulumi.secret("not an ID")'));
    const bad = await stack.preview(quick);

    expect(bad.code).not.toBe(0);
    expect(bad.output).toContain('StorageBucketAccess "reports": externalId must be the External ID');
    expect(bad.output).not.toMatch(/^\s+at /mu);
    expect(bad.output).not.toContain("not an ID");
    workspace.write("index.ts", example);
  }, 120_000);

  test("a stack without credentials of the service can have one, on a bucket that exists, which is left alone", async () => {
    const { url: endpoint, administrator: credentials } = moto;
    const elsewhere = new s3.S3Client({ endpoint, region: "eu-west-1", credentials, forcePathStyle: true });
    const CreateBucketConfiguration = { LocationConstraint: "eu-west-1" } as const;
    await elsewhere.send(new s3.CreateBucketCommand({ Bucket: "shared", CreateBucketConfiguration }));
    elsewhere.destroy();
    workspace.write(
      "index.ts",
      `import { StorageBucketAccess } from "pulumi-cost-allocation/aws";
       const service = { externalId: "ext-1234", serviceAccountId: "${serviceAccountId}" };
       export const { registration } = new StorageBucketAccess("only", { ...service, access: "ReadOnly", bucket: "shared" });`,
    );
    const bare = await newStack("bare", false);
    const up = (await bare.up(quick)).ok();
    expect(up.changes).toEqual({ create: 5 });
    expect((await bare.outputs())["registration"]).toMatchObject({ "Bucket Name": "shared", Region: "eu-west-1" });
    (await bare.destroy(quick)).ok();
    await expect(buckets.send(new s3.HeadBucketCommand({ Bucket: "shared" }))).resolves.toBeDefined();
    await expect(buckets.send(new s3.GetPublicAccessBlockCommand({ Bucket: "shared" }))).rejects.toThrow();
    workspace.write("index.ts", example);
  }, 120_000);

  test("destroy spares the bucket until it is unprotected; then nothing of the stack is left", async () => {
    const Bucket = (await forms())[0]["Bucket Name"];
    const refused = await stack.destroy(quick);
    expect(refused.code).not.toBe(0);
    expect(refused.output).toContain("protected");
    await expect(buckets.send(new s3.HeadBucketCommand({ Bucket }))).resolves.toBeDefined();

    (await stack.pulumi(["state", "unprotect", "--all", "--yes"])).ok();
    (await stack.destroy(quick)).ok();
    await expect(buckets.send(new s3.HeadBucketCommand({ Bucket }))).rejects.toThrow();
    expect((await roles.send(new iam.ListRolesCommand({}))).Roles).toEqual([]);
  }, 120_000);
});
