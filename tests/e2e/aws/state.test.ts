/**
 * Stacks of every release with a StorageBucketAccess go on as they are, as tests/e2e/state.test.ts has it of the others.
 * Nobody is where AWS should be: whoever asked it anything, or changed anything there, would fail.
 *
 * `npm run state-fixture` makes the fixture of the version in package.json, against moto.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fixtures, isWriting, releasesWith, version, writeFixture } from "../../support/fixtures";
import type { Stack } from "../../support/stack";
import { onPosix } from "../kills/stopped";
import { Workspace } from "../../support/workspace";
import { type BuiltPlugin, buildPlugin } from "./builtPlugin";
import { startMoto } from "./moto";

const [programFile, stateFile] = ["storage-bucket/program.ts", "storage-bucket/state.json"];
const region = "eu-central-1";
const project = "e2e";

// The double of the AWS plugin is started by a shell script.
onPosix("StorageBucketAccess", () => {
  const releases = releasesWith(stateFile);
  let plugin: BuiltPlugin;
  let workspace: Workspace | undefined;

  beforeAll(() => {
    plugin = buildPlugin();
  });

  afterEach(() => workspace?.dispose());

  afterAll(() => {
    plugin.remove();
  });

  async function stackOf(program: string, env: NodeJS.ProcessEnv): Promise<Stack> {
    workspace = await Workspace.create({ program, project, packages: ["@pulumi/aws"], env });
    const runtime = { name: "nodejs", options: { typescript: true } };
    const plugins = { providers: plugin.providers };
    workspace.write("Pulumi.yaml", JSON.stringify({ name: project, main: ".", runtime, plugins }));
    return workspace.stack("dev", { config: { "aws:region": region } });
  }

  if (isWriting) {
    test("the fixture of this version is written", async () => {
      const moto = await startMoto();
      try {
        const program = readFileSync(join(fixtures, "storageBucket.ts"), "utf8");
        const stack = await stackOf(program, moto.env);
        (await stack.up()).ok();
        writeFixture(programFile, program);
        writeFixture(stateFile, await stack.exportState());
      } finally {
        await moto.stop();
      }
    }, 900_000);
  }

  test("this version has a fixture", () => {
    expect(releases).toContain(version);
  });

  test.each(releases)(
    "of %s has nothing to do, and asks AWS nothing",
    async (release) => {
      const nobody = "http://127.0.0.1:1";
      const keys = { AWS_ACCESS_KEY_ID: "nobody", AWS_SECRET_ACCESS_KEY: "nothing" };
      const program = readFileSync(join(fixtures, release, programFile), "utf8");
      const stack = await stackOf(program, { AWS_ENDPOINT_URL: nobody, AWS_REGION: region, ...keys });
      const resources = async (): Promise<number> => (await stack.exportState()).deployment.resources?.length ?? 0;
      (await stack.pulumi(["stack", "import", "--file", join(fixtures, release, stateFile)])).ok();
      const before = await resources();

      const nothing = ["--expect-no-changes"];
      (await stack.preview({ args: nothing })).ok();
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
