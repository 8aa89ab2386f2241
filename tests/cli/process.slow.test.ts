/** `cost-allocation` as a process: stdin, streams, exit codes, pipes that close. Other tests run the commands in their own process. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../package.json";
import { type Account, startAccount } from "../support/commands/account";
import { buildCommand } from "../support/commands/buildCommand";
import type { Ended } from "../support/commands/runCommand";
import { teamRule } from "../support/rules";
import { planFile, runReview } from "./studies/review/reviewed";

const { main, remove } = buildCommand();
let account: Account;
beforeAll(async () => {
  account = await startAccount();
});
afterAll(async () => {
  await account.stop();
  remove();
});

async function run(args: string[], { input = "", closeStdout = false } = {}): Promise<Ended> {
  const { url, clientId, secretKey } = account.emulator;
  const child = spawn(process.execPath, [main, ...args], {
    env: {
      PATH: process.env["PATH"],
      // This must not turn colors on.
      CI: "true",
      COST_ALLOCATION_BASE_URL: url,
      COST_ALLOCATION_CLIENT_ID: clientId,
      COST_ALLOCATION_SECRET_KEY: secretKey,
    },
  });
  const ended = { code: -1, stdout: "", stderr: "" };
  child.stderr.setEncoding("utf8").on("data", (text: string) => (ended.stderr += text));
  if (closeStdout) child.stdout.destroy();
  else child.stdout.setEncoding("utf8").on("data", (text: string) => (ended.stdout += text));
  child.stdin.end(input);
  const [code] = (await once(child, "close")) as [number | null];
  return { ...ended, code: code ?? -1 };
}

test("--version prints the version of the package", async () => {
  expect(await run(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
});

test("--help prints the help, and exits with 0", async () => {
  const help = readFileSync(join(__dirname, "golden", "outputs", "help", "cost-allocation.txt"), "utf8");
  expect(await run(["--help"])).toEqual({ code: 0, stdout: help, stderr: "" });
});

test("a result is on stdout, without colors in a pipe", async () => {
  await account.create("Team", { rules: [teamRule("A", "A")], defaultValue: "None" });
  expect(await run(["versions", "list", "Team"])).toEqual(await account.run(["list", "Team"]));
});

test("a plan from stdin gives what a plan from a file gives", async () => {
  const input = readFileSync(planFile("update"), "utf8");
  expect(await run(["review", "--plan", "-"], { input })).toEqual(await runReview(["--plan", planFile("update")]));
});

test.each<[string, number, string[]]>([
  ["an error of the command", 2, ["review", "--plan", "-"]],
  ["wrong arguments", 2, ["versions", "show", "Team", "live", "--nope"]],
  ["an error that no command catches", 1, ["bucket-form"]],
])("%s: exit code %i, and one line on stderr without a stack trace", async (_, code, args) => {
  expect(await run(args, { input: "{}" })).toEqual({
    code,
    stdout: "",
    stderr: expect.stringMatching(/^error: .*\n$/u) as string,
  });
});

test("a restore without a terminal for confirmation saves nothing; if the reader stops reading, it saves once", async () => {
  const content = (teams: number) => ({
    rules: Array.from({ length: teams }, (_, index) => teamRule(`Team ${index}`, String(index))),
    defaultValue: "None",
  });
  const tag = await account.create("Piped", content(1));
  await account.save(tag, content(200));
  const args = ["versions", "restore", "Piped", (await account.versions(tag)).at(-1)?.id ?? ""];
  expect(await run(args)).toEqual({
    code: 2,
    stdout: expect.any(String) as string,
    stderr: "error: Nothing was saved: no terminal for confirmation. Run again with --yes.\n",
  });
  expect(await account.versions(tag)).toHaveLength(2);
  expect(await run([...args, "--yes"], { closeStdout: true })).toEqual({ code: 0, stdout: "", stderr: "" });
  expect(await account.versions(tag)).toHaveLength(3);
});
