/** V1 of the API ends on 2027-03-31. Then VirtualTagV1 goes by being deleted: this test does so in a copy. */
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const checkout = resolve(__dirname, "../..");
let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "cost-allocation-without-v1-"));
  const { include } = JSON.parse(readFileSync(join(checkout, "tsconfig.build.json"), "utf8")) as { include: string[] };
  const files = ["package.json", "tsconfig.json", "tsconfig.build.json", "jest.config.cjs", "schemas", "tests"];
  for (const name of [...include, ...files]) cpSync(join(checkout, name), join(copy, name), { recursive: true });
  symlinkSync(join(checkout, "node_modules"), join(copy, "node_modules"), "junction");
  deleteV1();
});
afterAll(() => {
  rmSync(copy, { recursive: true, force: true });
});

/** Deletes V1's folder, its class, their lines in the two index files, and their tests. */
function deleteV1(): void {
  for (const path of ["provider/virtualTagV1", "sdk/virtualTagV1.ts", "tests/provider/virtualTagV1"]) {
    rmSync(join(copy, path), { recursive: true });
  }
  edit("sdk/index.ts", /^export \{[^}]*\} from ".\/virtualTagV1";\n/mu, "");
  edit("provider/index.ts", /^import .* from ".\/virtualTagV1\/lifecycle";\n/mu, "");
  // As the comment there says.
  edit("provider/index.ts", /\bvirtualTagV1Lifecycle\b/u, "virtualTagLifecycle");
  for (const { name, parentPath } of readdirSync(join(copy, "tests"), { recursive: true, withFileTypes: true })) {
    const path = join(parentPath, name);
    if (name.endsWith(".ts") && /\/virtualTagV1\/|\bnew VirtualTagV1\b/u.test(readFileSync(path, "utf8"))) rmSync(path);
  }
}

function edit(file: string, what: RegExp, by: string): void {
  const text = readFileSync(join(copy, file), "utf8");
  expect(text).toMatch(what);
  writeFileSync(join(copy, file), text.replace(what, by));
}

async function run(tool: string, ...args: string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [join("node_modules", tool), ...args], {
    cwd: copy,
  }).catch((error: unknown) => error as { stdout: string; stderr: string });
  return stdout + stderr;
}

test("everything else compiles", async () => {
  expect(await run("typescript/lib/tsc.js", "-p", "tsconfig.build.json", "--noEmit")).toBe("");
}, 900_000);

test("the tests of stacks, of VirtualTag and of drift stay green, V1's stub resolves, and V2 handles V1's states", async () => {
  const folders = ["tests/stack", "tests/provider/virtualTag/(lifecycle|leftByV1|refresh)", "tests/cli/commands/drift"];
  const output = await run("jest/bin/jest.js", ...folders, "--selectProjects", "unit");
  expect(output).toMatch(/Tests: +[1-9]\d* passed, [1-9]\d* total/u);
  expect(output).toContain("tests/stack/state/fields.test.ts");
  expect(output).toContain("tests/provider/virtualTag/leftByV1.test.ts");
}, 900_000);
