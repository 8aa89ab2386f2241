/**
 * The plugin from Python, by the program of examples/python: with Pulumi's own generated classes, the real engine and the single
 * executable, without Node.js.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { type Emulator, startEmulator } from "../../emulator";
import { version } from "../../package.json";
import { newWrites } from "../support/scene";
import type { Stack } from "../support/stack";
import { Workspace } from "../support/workspace";

const checkout = resolve(__dirname, "../..");
const example = (file: string): string => readFileSync(join(checkout, "examples", "python", file), "utf8");
const program = example("__main__.py");

const isThere = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;
const hasTools = isThere("go", "version") && isThere("python3", "-c", "import venv, ensurepip");
if (!hasTools) console.warn("Skipped: nothing runs in Python, which requires Go and python3 with venv.");
const ifThere = hasTools ? describe : describe.skip;

ifThere("Python", () => {
  let emulator: Emulator;
  let workspace: Workspace;
  let stack: Stack;
  let generator: string;

  beforeAll(async () => {
    emulator = await startEmulator();
    const base = await Workspace.create({ program: "", ownLanguageHost: true });
    workspace = base;
    const script = join(checkout, "scripts", "e2e", "python.mjs");
    const output = execFileSync(process.execPath, [script, base.folder], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });
    const tools = JSON.parse(output) as { host: string; generator: string; python: string; classes: string };
    ({ generator } = tools);
    // No folder of this PATH has Node.js. The language host takes the first Python.
    const engines = join(base.folder, "engine");
    mkdirSync(engines);
    const found = (base.env["PATH"] ?? "").split(delimiter).find((one) => existsSync(join(one, "pulumi"))) ?? "";
    symlinkSync(join(found, "pulumi"), join(engines, "pulumi"));
    base.env["PATH"] = [dirname(tools.python), tools.host, engines].join(delimiter);
    base.env["PYTHONPATH"] = tools.classes;
    const packer = join(checkout, "scripts", "plugin", "executable.mjs");
    const archive = execFileSync(process.execPath, [packer, base.folder], { encoding: "utf8" }).trim();
    (await base.run(["plugin", "install", "resource", "costallocation", version, "--file", archive])).ok();
    base.write("Pulumi.yaml", example("Pulumi.yaml"));
    base.write("__main__.py", program);
    rmSync(join(base.projectFolder, "index.ts"));
    stack = await base.stack("dev", {
      config: { "costallocation:baseUrl": emulator.url },
      secrets: { "costallocation:clientId": emulator.clientId, "costallocation:secretKey": emulator.secretKey },
    });
  }, 1_500_000);
  afterAll(async () => {
    await emulator.stop();
    await workspace.dispose();
  });

  test.each([
    { language: "nodejs", file: "virtualTag.ts" },
    { language: "go", file: join("costallocation", "virtualTag.go") },
  ])("Pulumi generates classes for $language", ({ language, file }) => {
    const folder = join(workspace.folder, language);
    execFileSync(generator, [language, join(checkout, "plugin", "schema.json"), folder]);
    expect(readdirSync(folder, { recursive: true, encoding: "utf8" })).toContain(file);
  });

  test("Node.js is not on the PATH", () => {
    expect(spawnSync("node", ["--version"], { env: workspace.env }).error).toMatchObject({ code: "ENOENT" });
  });

  test("up, no change, a change, a refresh and a destroy write what they must", async () => {
    expect((await stack.preview()).ok().changes).toMatchObject({ create: 3 });
    expect(newWrites(emulator)).toEqual([]);
    (await stack.up()).ok();
    expect(newWrites(emulator)).toEqual(["POST /v2/virtual-tags", "PUT /v2/virtual-tags/{id}/metadata"]);
    (await stack.preview({ args: ["--expect-no-changes"] })).ok();
    (await stack.refresh({ args: ["--expect-no-changes"] })).ok();
    workspace.write("__main__.py", program.replace('"payments"', '"payments", "cart"'));
    (await stack.up()).ok();
    expect(newWrites(emulator)).toEqual(["PUT /v2/virtual-tags/{id}"]);
    (await stack.destroy()).ok();
    expect(newWrites(emulator).at(-1)).toBe("DELETE /v2/virtual-tags/{id}");
  }, 300_000);

  test("a mistake is named as in the schema", async () => {
    workspace.write("__main__.py", program.replace('"to": "Checkout"', '"to_key": {"key": "team"}'));
    const { code, output } = await stack.preview();
    expect([code === 0, output]).toEqual([false, expect.stringContaining("rules[0].toKey.costCenter")]);
  }, 300_000);
});
