/** `cost-allocation versions` as a process: streams, exit codes, pipes that close. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { buildCommand } from "../../../support/commands/buildCommand";
import type { Ended } from "../../../support/commands/runCommand";
import { type Account, startAccount } from "../../../support/commands/account";
import { teamRule } from "../../../support/rules";

const { main, remove } = buildCommand();
let account: Account;
beforeAll(async () => {
  account = await startAccount();
});
afterAll(async () => {
  await account.stop();
  remove();
});

const content = (...teams: string[]) => ({ rules: teams.map((team) => teamRule(team, team)), defaultValue: "None" });

async function runProcess(args: string[], { closeStdout = false, env = {} } = {}): Promise<Ended> {
  const { url, clientId, secretKey } = account.emulator;
  const child = spawn(process.execPath, [main, "versions", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"],
      COST_ALLOCATION_BASE_URL: url,
      COST_ALLOCATION_CLIENT_ID: clientId,
      COST_ALLOCATION_SECRET_KEY: secretKey,
      ...env,
    },
  });
  const ended = { code: -1, stdout: "", stderr: "" };
  child.stderr.setEncoding("utf8").on("data", (text: string) => (ended.stderr += text));
  if (closeStdout) child.stdout.destroy();
  else child.stdout.setEncoding("utf8").on("data", (text: string) => (ended.stdout += text));
  const [code] = (await once(child, "close")) as [number | null];
  return { ...ended, code: code ?? -1 };
}

test("list, diff, restore: output on stdout, without colors in a pipe", async () => {
  const tag = await account.create("Team", content("A"));
  await account.save(tag, content("A", "B"));
  const first = (await account.versions(tag)).at(-1)?.id ?? "";
  const inCi = { env: { CI: "true" } };
  expect(await runProcess(["list", "Team"], inCi)).toEqual(await account.run(["list", "Team"]));
  expect(await runProcess(["diff", "Team", first], inCi)).toEqual(await account.run(["diff", "Team", first]));
  expect(await runProcess(["restore", "Team", first])).toMatchObject({
    code: 2,
    stderr: "error: Nothing was saved: no terminal for confirmation. Run again with --yes.\n",
  });
  expect(await runProcess(["restore", "Team", first, "--yes"])).toMatchObject({ code: 0, stderr: "" });
  expect(await runProcess(["diff", "Team", first])).toMatchObject({ code: 0 });
}, 30_000);

test("if the reader of a pipe stops reading, the restore still saves once", async () => {
  const tag = await account.create("Piped", content("A"));
  await account.save(tag, content(...Array.from({ length: 200 }, (_, index) => `Team ${index}`)));
  const first = (await account.versions(tag)).at(-1)?.id ?? "";
  expect(await runProcess(["restore", "Piped", first, "--yes"], { closeStdout: true })).toEqual({
    code: 0,
    stdout: "",
    stderr: "",
  });
  expect(await account.versions(tag)).toHaveLength(3);
}, 30_000);

test("errors on stderr, exit code 2, no stack trace; help on stdout, exit code 0", async () => {
  for (const args of [["list", "Nope"], ["diff"], ["show", "Team", "live", "--nope"]]) {
    const { code, stdout, stderr } = await runProcess(args);
    expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: "" });
    expect(stderr).toMatch(/^error: /);
    expect(stderr).not.toMatch(/\n\s+at /);
  }
  const help = await runProcess(["restore", "--help"]);
  expect(help).toMatchObject({ code: 0, stderr: "" });
  expect(help.stdout).toContain("Usage: cost-allocation versions restore [options] <tag> <version>");
}, 30_000);
