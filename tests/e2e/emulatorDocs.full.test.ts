// Promise: The jest example of docs/emulator.md works as it stands there, and again with the same snapshot.
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { transformSync } from "@swc/core";
import { prepared } from "../support/prepared";
import { Workspace } from "../support/workspace";

const program = `
import { tag, VirtualTag } from "pulumi-cost-allocation";
const make = (name: string) =>
  new VirtualTag(name, { name, rules: [{ to: "Web", filters: tag("AWS", "team").exists() }], defaultValue: "x" });
["Team", "Product", "Region"].map(make);
`;

/** Stands in for jest: prints what would be compared with the snapshot. */
const harness = `
globalThis.expect = (value) => ({ toMatchSnapshot: () => console.log(JSON.stringify(value)) });
globalThis.test = (name, run) => run().catch((error) => { console.error(error); process.exitCode = 1; });
`;

test("the example gives the same snapshot at its second run", async () => {
  const { path } = await prepared();
  const workspace = await Workspace.create({ program });
  try {
    const docs = fs.readFileSync(resolve(__dirname, "../../docs/emulator.md"), "utf8");
    const [, example = ""] = /```ts\n(import \{ LocalWorkspace[^]*?)```/.exec(docs) ?? [];
    const { code } = transformSync(example.replace("path/to/your/program", "."), {
      jsc: { target: "es2022", parser: { syntax: "typescript" } },
      module: { type: "commonjs" },
    });
    workspace.write("example.js", harness + code);
    const env = {
      ...process.env,
      PATH: [...path, process.env["PATH"]].join(delimiter),
      PULUMI_BACKEND_URL: pathToFileURL(join(workspace.folder, "state")).href,
      PULUMI_CONFIG_PASSPHRASE: "e2e",
      PULUMI_HOME: join(workspace.folder, "home"),
      PULUMI_SKIP_UPDATE_CHECK: "true",
      PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    };
    const run = (): unknown =>
      JSON.parse(
        execFileSync(process.execPath, ["example.js"], { cwd: workspace.projectFolder, env, encoding: "utf8" }),
      );
    const first = run();
    expect(first).toMatchObject([{ name: "Product" }, { name: "Region" }, { name: "Team", defaultValue: "x" }]);
    expect(run()).toEqual(first);
  } finally {
    await workspace.dispose();
  }
}, 900_000);
