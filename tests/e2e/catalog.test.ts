// Promise: With the types of the catalog, Pulumi refuses a misspelled key, and `cost-allocation check` finds one that the compiler can't know.
import { execFile } from "node:child_process";
import { join } from "node:path";
import type { CheckResult } from "../../cli/studies/check";
import type { Emulator } from "../../emulator";
import { environmentOf, newWrites, startScene } from "../support/scene";
import type { Stack } from "../support/stack";
import type { Workspace } from "../support/workspace";

const program = (key: string): string => `
import type {} from "./catalog";
import { tag, VirtualTag } from "pulumi-cost-allocation";
new VirtualTag("team", { name: "Team", rules: [{ to: "Checkout", filters: tag("AWS", ${key}).is("checkout") }], defaultValue: "Shared" });
`;

let emulator: Emulator;
let workspace: Workspace;
let stack: Stack;
let dispose: () => Promise<void>;

beforeAll(async () => {
  ({ emulator, workspace, stack, dispose } = await startScene(program('"taem"'), {
    checksTypes: true,
    ownProcesses: false,
  }));
}, 900_000);

afterAll(() => dispose());

/** Runs the installed command in the project. */
function costAllocation(...args: string[]): Promise<{ code: number; stdout: string }> {
  const main = join(workspace.projectFolder, "node_modules", "pulumi-cost-allocation", "dist", "cli", "main.js");
  const env = { ...process.env, ...environmentOf(emulator) };
  return new Promise((done) => {
    execFile(process.execPath, [main, ...args], { cwd: workspace.projectFolder, env }, (error, stdout) => {
      done({ code: error === null ? 0 : Number(error.code), stdout });
    });
  });
}

test("with the types, Pulumi refuses a misspelled key; where the compiler can't know it, check finds it in the plan", async () => {
  expect((await costAllocation("catalog", "types", "--out", "catalog.d.ts", "--values")).code).toBe(0);
  const refused = await stack.start("preview").result;
  expect(refused.code).not.toBe(0);
  expect(refused.output).toContain("TS2345");
  expect(refused.output).toContain('"taem"');

  workspace.write("index.ts", program('"taem" as string'));
  const preview = (await stack.preview({ args: ["--json", "--show-sames"] })).ok();
  workspace.write("preview.json", preview.stdout);
  const { code, stdout } = await costAllocation("check", "--plan", "preview.json", "--json");
  expect(code).toBe(1);
  expect((JSON.parse(stdout) as CheckResult).findings).toMatchObject([
    { kind: "unknown-key", tag: { name: "Team" }, path: "rules[0].filters", key: "taem", closest: "team" },
  ]);
  expect(newWrites(emulator)).toEqual([]);
}, 240_000);
