// Promise: One `pulumi up` gives the service access to a new bucket, and hands over what the application's form requires.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Emulator, startEmulator } from "../../../emulator";
import { accessPolicy } from "../../../sdk/aws/policies";
import { onPosix } from "../kills/stopped";
import { environmentOf } from "../../support/scene";
import type { Stack } from "../../support/stack";
import { type AwsScene, startAws } from "./awsScene";

const example = readFileSync(resolve(__dirname, "../../../examples/storage-bucket/index.ts"), "utf8");
const project = "cost-allocation-storage-bucket";
const region = "eu-central-1";

// The double of the AWS plugin is started by a shell script.
onPosix("the program of examples/storage-bucket", () => {
  let emulator: Emulator;
  let scene: AwsScene;
  let stack: Stack;

  beforeAll(async () => {
    emulator = await startEmulator();
    scene = await startAws({ program: example, project, env: { ...environmentOf(emulator), AWS_REGION: region } });
    const config = { [`${project}:externalId`]: "ext-1234", [`${project}:serviceAccountId`]: "999988887777" };
    stack = await scene.workspace.stack("dev", { config: { "aws:region": region, ...config } });
  }, 900_000);

  afterAll(async () => {
    await scene.dispose();
    await emulator.stop();
  });

  test("up makes both endpoints' sides on one bucket, and hands over both forms", async () => {
    const up = (await stack.up()).ok();
    expect(up.diagnostics.filter((said) => said.startsWith("warning"))).toEqual([]);
    expect(up.changes).toEqual({ create: 17 });
    const [reports, telemetry] = (await stack.outputs())["registrations"] as [Record<string, string>, object];
    const bucketName = reports["Bucket Name"] ?? "";
    expect([reports, telemetry]).toEqual([
      {
        "Endpoint Name": "Cost reports",
        Description: "Monthly reports, written by the service",
        "Bucket Access": "Read and Write",
        "Role ARN": expect.stringMatching(/^arn:aws:iam::123456789012:role\/reports-\w+$/u) as string,
        "Bucket Name": expect.stringMatching(/^reports-\w+$/u) as string,
        "S3 Path Prefix": "reports/",
        Region: region,
      },
      {
        "Endpoint Name": "Usage telemetry",
        "Bucket Access": "Read Only",
        "Role ARN": expect.stringMatching(/^arn:aws:iam::123456789012:role\/telemetry-\w+$/u) as string,
        "Bucket Name": bucketName,
        "S3 Path Prefix": "telemetry/daily/",
        Region: region,
      },
    ]);
    const { resources = [] } = (await stack.exportState()).deployment;
    const policies = resources
      .filter(({ type }) => type === "aws:iam/rolePolicy:RolePolicy")
      .map(({ inputs }): unknown => JSON.parse(inputs?.["policy"] as string));
    const of = { partition: "aws", bucketName, region, kmsKeyArn: undefined };
    expect(policies).toHaveLength(2);
    expect(policies).toContainEqual(accessPolicy({ ...of, access: "ReadWrite", prefix: "reports/" }));
    expect(policies).toContainEqual(accessPolicy({ ...of, access: "ReadOnly", prefix: "telemetry/daily/" }));
  }, 180_000);

  test("the next preview finds nothing to do", async () => {
    (await stack.preview({ args: ["--expect-no-changes"] })).ok();
  }, 120_000);

  test("an up that changes the access is refused before it changes a role", async () => {
    scene.workspace.write("index.ts", example.replace('"ReadOnly"', '"ReadWrite"'));
    const up = await stack.up();
    expect(up.code).not.toBe(0);
    expect(up.codes).toEqual(["CA6301"]);
    expect(up.steps.filter(({ op }) => op !== "same")).toEqual([]);
  }, 120_000);

  test("without default providers, the program has to give that of AWS only", async () => {
    scene.workspace.write(
      "index.ts",
      `
import { Provider } from "@pulumi/aws/provider";
import { StorageBucketAccess } from "pulumi-cost-allocation/aws";
const ids = { externalId: "ext-1234", serviceAccountId: "999988887777" };
const provider = new Provider("aws", { region: "${region}" });
const reports = new StorageBucketAccess("reports", { ...ids, access: "ReadOnly", bucket: {}, prefix: "a" }, { provider });
new StorageBucketAccess("usage", { ...ids, access: "ReadOnly", bucket: reports.bucket, prefix: "b" }, { provider });
`,
    );
    const explicit = await scene.workspace.stack("explicit");
    (await explicit.up()).ok();
    // A stack that has been made with them only changes its providers.
    scene.workspace.setPlain("explicit", { "pulumi:disable-default-providers": '["*"]' });
    const { changes } = (await explicit.up()).ok();
    expect(changes).toEqual({ create: 1, same: 17 });
    (await explicit.preview({ args: ["--refresh", "--expect-no-changes"] })).ok();
  }, 180_000);
});
