// Promise: A new release finds nothing to change in stacks with a StorageBucketAccess that older ones left behind.
/**
 * As tests/e2e/state.test.ts has it of the other stacks. Whoever asked AWS anything, or changed anything there, would fail.
 *
 * `npm run state-fixture` makes the fixture of the version in package.json.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fixtures, isWriting, releasesWith, version, writeFixture } from "../../support/fixtures";
import type { Stack } from "../../support/stack";
import { onPosix } from "../kills/stopped";
import { type AwsScene, startAws } from "./awsScene";

const [programFile, stateFile] = ["storage-bucket/program.ts", "storage-bucket/state.json"];
const region = "eu-central-1";

// The double of the AWS plugin is started by a shell script.
onPosix("StorageBucketAccess", () => {
  const releases = releasesWith(stateFile);
  let scene: AwsScene | undefined;

  afterEach(() => scene?.dispose());

  async function stackOf(program: string): Promise<Stack> {
    scene = await startAws({ program, env: { AWS_REGION: region } });
    return scene.workspace.stack("dev", { config: { "aws:region": region } });
  }

  if (isWriting) {
    test("the fixture of this version is written", async () => {
      const program = readFileSync(join(fixtures, "storageBucket.ts"), "utf8");
      const stack = await stackOf(program);
      (await stack.up()).ok();
      writeFixture(programFile, program);
      writeFixture(stateFile, await stack.exportState());
    }, 900_000);
  }

  test("this version has a fixture", () => {
    expect(releases).toContain(version);
  });

  test.each(releases)(
    "of %s has nothing to do, and asks AWS nothing",
    async (release) => {
      const program = readFileSync(join(fixtures, release, programFile), "utf8");
      const stack = await stackOf(program);
      const resources = async (): Promise<number> => (await stack.exportState()).deployment.resources?.length ?? 0;
      (await stack.pulumi(["stack", "import", "--file", join(fixtures, release, stateFile)])).ok();
      const before = await resources();

      const nothing = ["--expect-no-changes"];
      (await stack.up({ args: nothing })).ok();
      // What is AWS's own is not ours to read.
      const refresh = await stack.refresh({ args: [...nothing, "--target", "**:StorageBucketRegistration::**"] });
      expect(refresh.ok().steps.filter(({ op }) => op === "refresh")).toHaveLength(2);
      (await stack.preview({ args: nothing })).ok();
      expect(before).toBeGreaterThan(10);
      expect(await resources()).toBe(before);
    },
    900_000,
  );

  test.each(releases)("the fixture of %s keeps the External ID encrypted", (release) => {
    expect(readFileSync(join(fixtures, release, stateFile), "utf8")).not.toContain("fixture-external-id");
  });
});
