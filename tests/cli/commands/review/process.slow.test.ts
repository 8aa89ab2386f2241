/** `cost-allocation review` as a process: stdin, streams, exit codes, and the preview that --stack runs. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { buildCommand } from "../../../support/commands/buildCommand";
import { planFile, runReview } from "../../studies/review/reviewed";

const { main, remove } = buildCommand();
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "cost-allocation-pulumi-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  remove();
});

function review(
  args: readonly string[],
  input = "",
  path = "",
): { code: number | null; stdout: string; stderr: string } {
  const env = { PATH: [path, dirname(process.execPath)].filter(Boolean).join(delimiter) };
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, "review", ...args], {
    input,
    env,
    encoding: "utf8",
  });
  return { code: status, stdout, stderr };
}

/** A `pulumi` that prints these texts, and what it was called with, and ends with this code. */
function pulumi(stdout: string, stderr: string, code: number): string {
  const script = `#!${process.execPath}
const fs = require("node:fs");
fs.writeFileSync(${JSON.stringify(join(folder, "args.json"))}, JSON.stringify(process.argv.slice(2)));
fs.writeSync(2, ${JSON.stringify(stderr)});
fs.writeSync(1, fs.readFileSync(${JSON.stringify(stdout)}));
process.exitCode = ${code};
`;
  writeFileSync(join(folder, "pulumi"), script, { mode: 0o755 });
  return folder;
}

const empty = (): string => {
  const path = join(folder, "empty");
  writeFileSync(path, "");
  return path;
};

test("a plan from stdin gives what a plan from a file gives; --json prints one object", async () => {
  const plan = readFileSync(planFile("update"), "utf8");
  const fromFile = await runReview(["--plan", planFile("update")]);
  expect(review(["--plan", "-"], plan)).toEqual(fromFile);
  const json = review(["--plan", "-", "--json"], plan);
  expect(json).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(json.stdout)).toMatchObject({ tags: expect.any(Array) as unknown });
});

test("errors end with 2, on stderr, without a stack trace; help ends with 0", () => {
  for (const [args, input] of [
    [["--plan", "-"], ""],
    [["--plan", "-"], "{"],
    [["--plan", planFile("failed")], ""],
    [["--plan", "nope.json"], ""],
    [["--before", "nope.json", "--after", "nope.json"], ""],
    [[], ""],
  ] as const) {
    const { code, stdout, stderr } = review(args, input);
    expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: "" });
    expect(stderr).toMatch(/^error: /);
    expect(stderr).not.toMatch(/\n\s+at /);
  }
  expect(review(["--help"])).toMatchObject({ code: 0, stderr: "" });
});

test("--stack runs the preview of that stack, whatever its name", async () => {
  const path = pulumi(planFile("update"), "Previewing\n", 0);
  expect(review(["--stack", "--yes"], "", path)).toEqual(await runReview(["--plan", planFile("update")]));
  const args = JSON.parse(readFileSync(join(folder, "args.json"), "utf8")) as string[];
  expect(args).toEqual(["preview", "--json", "--show-sames", "--non-interactive", "--color=never", "--stack=--yes"]);
});

test("--stack shows the errors of a preview that fails", () => {
  const inPlan = review(["--stack", "dev"], "", pulumi(planFile("failed"), "", 1));
  expect(inPlan).toMatchObject({ code: 2, stdout: "" });
  expect(inPlan.stderr).toContain("(CA1101)");
  expect(inPlan.stderr).not.toContain('"severity"');
  const onStderr = review(["--stack", "dev"], "", pulumi(empty(), "error: no stack named 'dev' found\u001b[2K\n", 1));
  expect(onStderr).toMatchObject({ code: 2, stdout: "" });
  expect(onStderr.stderr).toContain("no stack named 'dev' found\\u001b");
  const interrupted = join(folder, "interrupted.json");
  writeFileSync(interrupted, '{"config": {}, "diagnostics": [{ "message": "a note", "severity": "info" }]}');
  const cancelled = review(["--stack", "dev"], "", pulumi(interrupted, "error: preview cancelled\n", 1));
  expect(cancelled.stderr).toContain("preview cancelled");
});

test("--stack without pulumi on the PATH says so", () => {
  const { code, stderr } = review(["--stack", "dev"]);
  expect(code).toBe(2);
  expect(stderr).toContain("PATH");
});
