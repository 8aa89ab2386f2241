/** The catalog's types in a real program, which Pulumi compiles, and then the check of its plan. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import type { CheckResult } from "../../cli/studies/check";
import { type Emulator, startEmulator } from "../../emulator";
import { newWrites } from "../support/scene";
import type { Stack } from "../support/stack";
import { Workspace } from "../support/workspace";

const program = (key: string): string => `
import type {} from "./catalog";
import { tag, VirtualTag } from "pulumi-cost-allocation";
new VirtualTag("team", { name: "Team", rules: [{ to: "Checkout", filters: tag("AWS", ${key}).is("checkout") }], defaultValue: "Shared" });
`;

let emulator: Emulator;
let workspace: Workspace;
let stack: Stack;

beforeAll(async () => {
  emulator = await startEmulator();
  workspace = await Workspace.create({ program: program('"taem"'), checksTypes: true });
  stack = await workspace.stack("dev", {
    config: { "costallocation:baseUrl": emulator.url },
    secrets: { "costallocation:clientId": emulator.clientId, "costallocation:secretKey": emulator.secretKey },
  });
}, 900_000);

afterAll(async () => {
  await emulator.stop();
  await workspace.dispose();
});

/** Runs the installed command in the project. */
function costAllocation(...args: string[]): Promise<{ code: number; stdout: string }> {
  const main = join(workspace.projectFolder, "node_modules", "pulumi-cost-allocation", "dist", "cli", "main.js");
  const env = {
    ...process.env,
    COST_ALLOCATION_BASE_URL: emulator.url,
    COST_ALLOCATION_CLIENT_ID: emulator.clientId,
    COST_ALLOCATION_SECRET_KEY: emulator.secretKey,
  };
  return new Promise((done) => {
    execFile(process.execPath, [main, ...args], { cwd: workspace.projectFolder, env }, (error, stdout) => {
      done({ code: error === null ? 0 : Number(error.code), stdout });
    });
  });
}

test("with the types, Pulumi refuses a misspelled key; where the compiler can't know it, check finds it in the plan", async () => {
  expect((await costAllocation("catalog", "types", "--out", "catalog.d.ts", "--values")).code).toBe(0);
  const refused = await stack.preview();
  expect(refused.code).not.toBe(0);
  expect(refused.output).toContain("TS2345");
  expect(refused.output).toContain('"taem"');

  workspace.write("index.ts", program('"taem" as string'));
  const preview = (await stack.pulumi(["preview", "--json", "--show-sames"])).ok();
  workspace.write("preview.json", preview.stdout);
  const { code, stdout } = await costAllocation("check", "--plan", "preview.json", "--json");
  expect(code).toBe(1);
  expect((JSON.parse(stdout) as CheckResult).findings).toMatchObject([
    { kind: "unknown-key", tag: { name: "Team" }, path: "rules[0].filters", key: "taem", closest: "team" },
  ]);
  expect(newWrites(emulator)).toEqual([]);
}, 240_000);
