// Promise: With the policy pack, a preview fails that violates a policy, whichever front the resources have.
/**
 * The language host that this repository builds from Go modules runs no policy packs. So the copy of the pack here names a runtime
 * without a language host, and the engine starts it with a launcher, as older engines do.
 */
import { chmodSync, readdirSync, readFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import type { Result } from "../support/result";
import { newWrites, type Scene, startScene } from "../support/scene";
import { onPosix } from "./kills/stopped";

const runtime = "test-pack";

const source = resolve(__dirname, "../../policy");

/** A tag of each front. */
const program = (name: string, to: string, first: string): string => `
  import * as pulumi from "@pulumi/pulumi";
  import { VirtualTag } from "pulumi-cost-allocation";
  const key = { costCenter: "AWS", type: "tag", key: "team" };
  const rules = [
    { to: "${to}", filters: { ...key, ...${first} } },
    { to: "Checkout", filters: { ...key, operator: "is", value: ["pay"] } },
  ] as any;
  class PluginTag extends pulumi.CustomResource {
    constructor(name: string, args: object) {
      super("costallocation:index:VirtualTag", name, args as pulumi.Inputs);
    }
  }
  new VirtualTag("dynamic", { name: "${name}", rules, defaultValue: pulumi.secret("Shared") });
  new PluginTag("plugin", { name: "${name}2", rules, defaultValueKey: key });
`;

const good = ["Team", "Checkout", '{ operator: "is", value: ["checkout"] }'] as const;

const projectFile = {
  name: "e2e",
  main: ".",
  runtime: { name: "nodejs", options: { typescript: true } },
  plugins: { providers: [{ name: "costallocation", path: "node_modules/pulumi-cost-allocation/dist/plugin" }] },
};

const allowed = ["Checkout", "Shared"];

const config = {
  "rule-analysis": { enforcementLevel: "mandatory" },
  "tag-names": { pattern: "[A-Z][a-z]+\\d?" },
  "allowed-values": { values: { Team: allowed, team: allowed, Team2: allowed, team2: allowed, Other: allowed } },
};

let scene: Scene;
beforeAll(async () => {
  scene = await startScene(program(...good), { packages: ["@pulumi/policy"] });
  const { workspace } = scene;
  workspace.write("Pulumi.yaml", JSON.stringify(projectFile));
  // Whoever has worked on the pack has node_modules/ there.
  const files = readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { name } of files) {
    const text = readFileSync(join(source, name), "utf8");
    workspace.write(`policy/${name}`, text.replace("runtime: nodejs", `runtime: ${runtime}`));
  }
  workspace.write("policy-config.json", JSON.stringify(config));
  const host = join(workspace.projectFolder, "node_modules/@pulumi/pulumi/cmd/run-policy-pack");
  const launcher = `bin/pulumi-analyzer-policy-${runtime}`;
  workspace.write(launcher, `#!/bin/sh\nexec "${process.execPath}" "${host}" "$@"\n`);
  chmodSync(join(workspace.projectFolder, launcher), 0o755);
}, 900_000);
afterAll(() => scene.dispose());

/** Runs a command with the pack. */
async function run(operation: "preview" | "up", text: string): Promise<Result> {
  const { workspace, stack } = scene;
  workspace.write("index.ts", text);
  const env = { PATH: [join(workspace.projectFolder, "bin"), workspace.env["PATH"]].join(delimiter) };
  return stack[operation]({ args: ["--policy-pack", "policy", "--policy-pack-config", "policy-config.json"], env });
}

/** The policies that a run reports, with the resource and the level: `tag-names dynamic mandatory`. */
const reported = ({ events }: Result): string[] =>
  events
    .flatMap(({ policyEvent }) => (policyEvent === undefined ? [] : [policyEvent]))
    .map(({ policyName, resourceUrn = "", enforcementLevel }) =>
      [policyName, resourceUrn.split("::").at(-1), enforcementLevel].join(" "),
    )
    .sort();

onPosix("the policy pack", () => {
  test("a stack that keeps to the policies comes up", async () => {
    const up = (await run("up", program(...good))).ok();
    expect(reported(up)).toEqual([]);
    expect(newWrites(scene.emulator)).toHaveLength(2);
  }, 300_000);

  test("one violation of each policy, on both fronts: the preview fails, and nothing is written", async () => {
    await scene.stack.configure({ "costallocation:driftPolicy": "overwrite" });
    const bad = program("team", "Chekout", '{ operator: "exists" }');
    const preview = await run("preview", bad);
    const names = ["allowed-values", "drift-policy", "rule-analysis", "tag-names"];
    const expected = names.flatMap((name) => [`${name} dynamic mandatory`, `${name} plugin mandatory`]);
    expect([preview.code === 0, reported(preview)]).toEqual([false, expected]);
    expect(newWrites(scene.emulator)).toEqual([]);
  }, 300_000);
});
