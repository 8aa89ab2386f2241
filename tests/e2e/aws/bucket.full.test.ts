// Promise: The bucket of a StorageBucketAccess keeps its settings exactly as long as it exists.
/** The double of the AWS plugin refuses to change or to delete a setting. What the settings are: tests/aws/storageBucketAccess.slow.test.ts. */
import { onPosix } from "../kills/stopped";
import type { Stack } from "../../support/stack";
import { type AwsScene, startAws } from "./awsScene";

const region = "eu-central-1";
const programWith = (args: string): string =>
  `import { StorageBucketAccess } from "pulumi-cost-allocation/aws";
   const service = { externalId: "ext-1234", serviceAccountId: "999988887777", access: "ReadOnly" as const };
   export const { bucketName } = new StorageBucketAccess("it", { ...service, prefix: "daily", ${args} });`;

onPosix("the bucket of a StorageBucketAccess", () => {
  let scene: AwsScene;
  let stack: Stack;
  let settings: string[];

  beforeAll(async () => {
    scene = await startAws({ program: programWith("bucket: {}"), env: { AWS_REGION: region } });
    stack = await scene.workspace.stack("dev", { config: { "aws:region": region } });
    (await stack.up()).ok();
    settings = await typesOf("aws:s3/");
    expect(settings).toHaveLength(7);
  }, 900_000);

  afterAll(() => scene.dispose());

  async function typesOf(prefix: string): Promise<string[]> {
    const { resources = [] } = (await stack.exportState()).deployment;
    return resources.map(({ type }) => type).filter((type) => type.startsWith(prefix));
  }

  test("a refused destroy of a protected bucket leaves its settings; the next up takes them back into the state", async () => {
    const { bucketName } = await stack.outputs();
    const refused = await stack.destroy();
    expect(refused.code).not.toBe(0);
    expect(refused.output).toContain("protected");
    (await stack.destroy({ args: ["--exclude-protected"] })).ok();
    expect(await typesOf("aws:iam/")).toEqual([]);

    (await stack.up()).ok();
    expect((await stack.outputs())["bucketName"]).toBe(bucketName);
    expect((await typesOf("aws:s3/")).sort()).toEqual(settings.sort());
    (await stack.preview({ args: ["--expect-no-changes"] })).ok();
  }, 240_000);

  test("so does an up of a program without the component", async () => {
    scene.workspace.write("index.ts", "export const nothing = 1;");
    const refused = await stack.up();
    expect(refused.code).not.toBe(0);
    expect(refused.output).toContain("protected");
  }, 120_000);

  test("when an unprotected bucket is deleted, nothing of it is left", async () => {
    scene.workspace.write("index.ts", programWith("bucket: { protect: false }"));
    (await stack.up()).ok();
    (await stack.destroy()).ok();
    expect((await stack.exportState()).deployment.resources ?? []).toEqual([]);
  }, 180_000);
});
