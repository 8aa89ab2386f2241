/** Whether a class notices that the process of dynamic resources can't load the package, which it does by name. */
import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { providerModule, stubOf } from "../../stack/state/kinds";
import { file, folder } from "../support/folder";

const root = resolve(__dirname, "../..");

/** Links packages into a folder's node_modules. */
function install(within: string, ...names: string[]): void {
  for (const name of names) {
    const link = join(within, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(name === "pulumi-cost-allocation" ? root : join(root, "node_modules", name), link, "junction");
  }
}

/** What the class says in the process of a program, which loads it from elsewhere, and what Pulumi's host says there. */
function run(isPulumi: boolean): { class: string; host: string } {
  file("Pulumi.yaml", "");
  const program = file(
    "index.js",
    `
const { VirtualTag } = require(${JSON.stringify(join(root, "dist", "sdk"))});
const said = (run) => { try { run(); return "ok"; } catch (error) { return error.message; } };
const args = { name: "Team", rules: [], defaultValue: "x" };
process.stdout.write(JSON.stringify({
  class: said(() => new VirtualTag("team", args)),
  host: said(() => require("require-from-string")(${JSON.stringify(stubOf("VirtualTag"))}).handler()),
}));
process.exit();
`,
  );
  install(folder(), "require-from-string", "@pulumi/pulumi");
  const env = { ...process.env, ...(isPulumi ? { PULUMI_NODEJS_MONITOR: "127.0.0.1:1" } : {}) };
  // It exits with an error, because there is no engine to register the resource.
  const { stdout } = spawnSync(process.execPath, [program], { cwd: folder(), env, encoding: "utf8" });
  return JSON.parse(stdout) as { class: string; host: string };
}

test("a program whose folder lacks the package: the class says where to add it, as the host can't load it", () => {
  file("package.json", { dependencies: { wrapper: "1.0.0" } });
  const said = run(true);
  expect(said.host).toContain(`Cannot find module '${providerModule}'`);
  expect(said.class).toContain(`add pulumi-cost-allocation to the dependencies in ${join(folder(), "package.json")}`);
});

test("with the package, both can load it", () => {
  install(folder(), "pulumi-cost-allocation");
  expect(run(true)).toEqual({ class: "ok", host: "ok" });
});

test("a process that isn't Pulumi's, such as a unit test, needs no provider", () => {
  expect(run(false).class).not.toContain("add pulumi-cost-allocation");
});
