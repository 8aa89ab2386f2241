/** `cost-allocation` as a process: its version, and its exit codes for wrong arguments. */
import { spawnSync } from "node:child_process";
import { version } from "../../package.json";
import { buildCommand } from "../support/commands/buildCommand";

const { main, remove } = buildCommand();
afterAll(remove);

function run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const env = { PATH: process.env["PATH"] };
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], { env, encoding: "utf8" });
  return { status, stdout, stderr };
}

test("--version prints the version of the package", () => {
  expect(run("--version")).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
});

test.each([
  [[]],
  [["versions"]],
  [["nonsense"]],
  [["versions", "nonsense"]],
  [["emulator", "--port", "70000"]],
  [["emulator", "--nonsense"]],
  [["emulator", "nonsense"]],
  [["bucket-form", "--nonsense"]],
  [["bucket-form", "one.json", "two.json"]],
])("wrong arguments %j: exit code 2", (args) => {
  const { status, stdout, stderr } = run(...args);
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^Usage: cost-allocation|^error: /);
});

test("--help exits with 0", () => {
  expect(run("--help")).toMatchObject({ status: 0, stderr: "" });
});
