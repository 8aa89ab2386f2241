/** `--stack` of the commands that read the account: settings come from the stack's config. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { analyzeCommand } from "../../../cli/commands/analyze";
import { checkCommand } from "../../../cli/commands/check";
import { driftCommand } from "../../../cli/commands/drift";
import { reportCommand } from "../../../cli/commands/report";
import { reviewCommand } from "../../../cli/commands/review";
import { CostAllocationClient } from "../../../client";
import { cubeBytes } from "../../../cost/cube/cubeFile";
import { type Emulator, startEmulator } from "../../../emulator";
import { versionsCommand } from "../../../cli/commands/versions";
import { teamRule } from "../../support/rules";
import { type Ended, type MakeCommand, runCommand } from "../../support/commands/runCommand";
import { smallCube } from "../../cost/impact/smallCube";
import { exportOf } from "./drift/state";
import { planFile, runReview } from "../studies/review/reviewed";
import { startPullRequest, type SystemName, systems, token } from "../../support/pullRequests/service";
import { file, folder } from "../../support/folder";

let emulator: Emulator;
beforeEach(async () => {
  emulator = await startEmulator({ limits: { enabled: false } });
});
afterEach(async () => {
  await emulator.stop();
});

const secret = (value: string): object => ({ value, secret: true });

/** A `pulumi` that prints a config, a plan and the state of {@link state}, and remembers its arguments. */
function pulumi(config: object | undefined, more: { code?: number; stderr?: string; plan?: string } = {}): void {
  const { code = 0, stderr = "", plan = planFile("update") } = more;
  writeFileSync(join(folder(), "config.json"), config === undefined ? "secret-on-stdout" : JSON.stringify(config));
  const script = `#!${process.execPath}
const fs = require("node:fs");
fs.appendFileSync(${JSON.stringify(join(folder(), "calls"))}, JSON.stringify(process.argv.slice(2)) + "\\n");
fs.appendFileSync(${JSON.stringify(join(folder(), "variables"))}, JSON.stringify(process.env) + "\\n");
const files = { preview: ${JSON.stringify(plan)}, stack: ${JSON.stringify(join(folder(), "state.json"))} };
fs.writeSync(2, ${JSON.stringify(stderr)});
fs.writeSync(1, fs.readFileSync(files[process.argv[2]] ?? ${JSON.stringify(join(folder(), "config.json"))}));
process.exitCode = ${code};
`;
  writeFileSync(join(folder(), "pulumi"), script, { mode: 0o755 });
}

const calls = (): string[][] =>
  readFileSync(join(folder(), "calls"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as string[]);

const settings = (): Record<string, object> => ({
  "costallocation:baseUrl": { value: emulator.url, secret: false },
  "costallocation:clientId": secret(emulator.clientId),
  "costallocation:secretKey": secret(emulator.secretKey),
});

const run = (command: MakeCommand, args: string[], env: Record<string, string> = {}): Promise<Ended> =>
  runCommand(command, args, { env: { PATH: folder(), ...env } });

test("the stack's config has the settings, and wins over the environment", async () => {
  pulumi(settings());
  const env = { COST_ALLOCATION_CLIENT_ID: "other", COST_ALLOCATION_BASE_URL: "https://wrong.example.com" };
  const { code, stderr } = await run(versionsCommand, ["list", "Team", "--stack", "prod"], env);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("no Virtual Tag") as string });
  expect(calls()).toEqual([["config", "--json", "--non-interactive", "--stack=prod", "--show-secrets"]]);
});

test("what the config lacks comes from the environment, and --base-url wins over both", async () => {
  pulumi({ "costallocation:baseUrl": { value: "https://wrong.example.com" } });
  const args = ["list", "Team", "--stack", "prod", "--base-url", emulator.url];
  const { clientId, secretKey } = emulator;
  const env = { COST_ALLOCATION_CLIENT_ID: clientId, COST_ALLOCATION_SECRET_KEY: secretKey };
  const { stderr } = await run(versionsCommand, args, env);
  expect(stderr).toContain("no Virtual Tag");
});

test.each([true, false])(
  "half of the credentials in the config is refused; the environment has the other: %s",
  async (has) => {
    pulumi({ ...settings(), "costallocation:secretKey": undefined });
    const env = has ? { COST_ALLOCATION_SECRET_KEY: emulator.secretKey } : {};
    const { code, stderr } = await run(versionsCommand, ["list", "Team", "--stack", "prod"], env);
    expect(code).toBe(2);
    expect(stderr).toMatch(/secretKey is not set.*config of stack prod, costallocation:clientId.*not combined/u);
    expect(emulator.control.requests()).toEqual([]);
  },
);

test("a recommended command names the stack, and needs no variables", async () => {
  pulumi(settings());
  emulator.control.seed();
  const { stderr } = await run(versionsCommand, ["show", "Environment", "nothing", "--stack", "prod"]);
  expect(stderr).toMatch(/versions list [-\w]+ --stack prod$/mu);
  expect(stderr).not.toContain("COST_ALLOCATION_");
});

/** A stack with a tag that somebody has changed, and one whose last operation was interrupted. */
async function state(): Promise<void> {
  const client = new CostAllocationClient({ ...emulator, baseUrl: emulator.url });
  const rules = [teamRule("A", "a")];
  const team = await client.virtualTags.create({ name: "Team", rules, defaultValue: "theirs" });
  client.close();
  const resources = [
    { resource: "team", id: team.id, inputs: { name: "Team", rules, defaultValue: "ours" } },
    { resource: "pending", id: team.id, more: { pendingReplacement: true } },
  ];
  writeFileSync(join(folder(), "state.json"), exportOf(resources));
}

test("the commands that drift recommends name the stack and the address", async () => {
  pulumi(settings());
  await state();
  const { code, stdout } = await run(driftCommand, ["--stack", "my prod", "--base-url", emulator.url]);
  expect(code).toBe(1);
  expect(stdout).not.toContain("COST_ALLOCATION_");
  const commands = [...stdout.matchAll(/`((?:pulumi|npx) [^`]+)`/gu)].map(({ 1: command = "" }) => command);
  expect(commands.length).toBeGreaterThan(2);
  expect(commands.filter((command) => !command.includes(" --stack 'my prod'"))).toEqual([]);
  expect(commands.filter((command) => command.startsWith("npx"))).toEqual([
    expect.stringMatching(new RegExp(`--base-url ${emulator.url}$`, "u")),
  ]);
});

test("the cube that review and report recommend is made from the same stack and account", async () => {
  pulumi(settings());
  await state();
  // One tag of the plan shows that the account is the stack's own.
  const { control } = emulator;
  const stored = control.exportState();
  const accounts = stored.accounts.map((one) => ({
    ...one,
    tags: one.tags.map((tag) => ({ ...tag, id: "81463e16-7284-42ba-b122-22f813cad6b2" })),
  }));
  control.importState({ ...stored, accounts });
  const cube = join(folder(), "cube.json.gz");
  writeFileSync(cube, cubeBytes(smallCube([{ cost: "1" }], [])));
  const onAccount = ["--live", "--stack", "prod", "--base-url", emulator.url];
  const recommended = async (command: MakeCommand, args: string[]): Promise<string> => {
    const { code, stderr } = await run(command, [...args, "--cube", cube]);
    expect(code).toBe(2);
    return stderr;
  };
  const reviewed = await recommended(reviewCommand, onAccount);
  expect(reviewed).toContain(`--plan plan.json ${onAccount.join(" ")} --out ${cube}`);
  expect(reviewed).toMatch(/: pulumi preview --json --show-sames --stack prod$/mu);
  const offline = await recommended(reviewCommand, ["--stack", "prod", "--refresh"]);
  expect(offline).toContain(`--plan plan.json --out ${cube}`);
  expect(offline).toMatch(/--show-sames --refresh --stack prod$/mu);
  const reported = await recommended(reportCommand, [...onAccount, "--html", join(folder(), "report.html")]);
  expect(reported).toContain(`'focus/*.parquet' ${onAccount.join(" ")} --out ${cube}`);
  expect(reported).not.toContain("pulumi preview");
});

test("a variable that changes what a preview prints isn't passed on", async () => {
  pulumi(settings());
  await run(versionsCommand, ["list", "Team", "--stack", "prod"], {
    PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true",
    PULUMI_HOME: folder(),
  });
  const variables = readFileSync(join(folder(), "variables"), "utf8");
  expect(variables).toContain("PULUMI_HOME");
  expect(variables).not.toContain("PULUMI_ENABLE_STREAMING_JSON_PREVIEW");
});

test("if the config can't be read, the error says why, and never what pulumi printed", async () => {
  pulumi(undefined, { code: 255, stderr: "error: no stack named 'prod' found\n" });
  const { code, stderr } = await run(versionsCommand, ["list", "Team", "--stack", "prod"]);
  expect(code).toBe(2);
  expect(stderr).toContain("no stack named 'prod' found");
  expect(stderr).not.toContain("secret-on-stdout");
});

describe("without the passphrase", () => {
  const credentials = (): Record<string, string> => ({
    COST_ALLOCATION_CLIENT_ID: emulator.clientId,
    COST_ALLOCATION_SECRET_KEY: emulator.secretKey,
  });
  function locked(config: object): void {
    pulumi(config);
    const script = readFileSync(join(folder(), "pulumi"), "utf8");
    const failing =
      'if (process.argv.includes("--show-secrets")) { console.error("error: passphrase must be set"); process.exit(1); }';
    writeFileSync(join(folder(), "pulumi"), script.replace("\n", `\n${failing}\n`), { mode: 0o755 });
  }
  const baseUrl = (): object => ({ value: emulator.url });
  const list = ["list", "Team", "--stack", "prod"];

  test("nothing is missing if the config has no secrets of ours", async () => {
    locked({ "costallocation:baseUrl": baseUrl(), "other:password": { secret: true } });
    const { stderr } = await run(versionsCommand, list, credentials());
    expect(stderr).toMatch(/^error: .*no Virtual Tag/u);
  });

  test("the environment's credentials stand for those of the config, with a warning, and never for a write", async () => {
    const clientId = { value: "the config's own" };
    locked({
      "costallocation:baseUrl": baseUrl(),
      "costallocation:clientId": clientId,
      "costallocation:secretKey": { secret: true },
    });
    const { stderr } = await run(versionsCommand, list, credentials());
    expect(stderr).toMatch(/^warning: costallocation:secretKey of stack "prod"/u);
    expect(stderr).toContain("no Virtual Tag");
    for (const [args, env] of [
      [["restore", "Team", "live", "--yes", "--stack", "prod"], credentials()],
      [list, {}],
      [list, { COST_ALLOCATION_SECRET_KEY: emulator.secretKey }],
    ] as const) {
      const { code, stderr: error } = await run(versionsCommand, [...args], env);
      expect({ code, error }).toEqual({ code: 2, error: expect.stringContaining("passphrase must be set") as string });
    }
  });

  test("an address that is a secret is not replaced", async () => {
    locked({ "costallocation:baseUrl": { secret: true } });
    const env = { ...credentials(), COST_ALLOCATION_BASE_URL: emulator.url };
    expect(await run(versionsCommand, list, env)).toMatchObject({ code: 2, stdout: "" });
  });
});

test("a wrong value names the stack and the setting, and a misspelled one is a warning", async () => {
  pulumi({
    ...settings(),
    "costallocation:maxConcurrency": { value: "many" },
    "costallocation:driftPolcy": { value: "x" },
  });
  const { code, stderr } = await run(versionsCommand, ["list", "Team", "--stack", "prod"]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/warning: .*driftPolcy.*driftPolicy/u);
  expect(stderr).toContain("maxConcurrency (config of stack prod, costallocation:maxConcurrency)");
});

test("analyze and check take the tags from the stack's preview; with --live, from the account", async () => {
  pulumi(settings());
  const fromPlan = await run(analyzeCommand, ["--stack", "prod"]);
  expect(fromPlan.code).toBeLessThan(2);
  expect(calls().map(([verb]) => verb)).toEqual(["preview"]);
  const checked = await run(checkCommand, ["--stack", "prod", "--json"]);
  expect(checked.code).toBe(1);
  expect(calls().map(([verb]) => verb)).toEqual(["preview", "config", "preview"]);
  const live = await run(analyzeCommand, ["--stack", "prod", "--live"]);
  expect(live).toMatchObject({ code: 0, stdout: "No findings in 0 Virtual Tags.\n" });
});

test("review runs the preview of the stack, whatever its name", async () => {
  pulumi({}, { stderr: "Previewing\n" });
  expect(await run(reviewCommand, ["--stack", "--yes"])).toEqual(await runReview(["--plan", planFile("update")]));
  expect(calls()).toEqual([
    ["preview", "--json", "--show-sames", "--non-interactive", "--color=never", "--stack=--yes"],
  ]);
});

test.each<[string, string, string, RegExp]>([
  ["of the plan", readFileSync(planFile("failed"), "utf8"), "", /^(?!.*"severity").*\(CA1101\)/su],
  ["on stderr", "", "error: no stack named 'dev' found\u001b[2K\n", /no stack named 'dev' found\\u001b/u],
  [
    "on stderr, beside a plan without errors",
    '{"config": {}, "diagnostics": [{ "message": "a note", "severity": "info" }]}',
    "error: preview cancelled\n",
    /preview cancelled/u,
  ],
])("review shows the errors of a preview that fails: %s", async (_, plan, stderr, shown) => {
  pulumi({}, { plan: file("plan.json", plan), stderr, code: 1 });
  const ended = await run(reviewCommand, ["--stack", "dev"]);
  expect(ended).toMatchObject({ code: 2, stdout: "" });
  expect(ended.stderr).toMatch(shown);
});

test("without pulumi on the PATH, the error says so", async () => {
  const { code, stderr } = await run(reviewCommand, ["--stack", "dev"]);
  expect(code).toBe(2);
  expect(stderr).toContain("PATH");
});

test.each(Object.keys(systems) as SystemName[])(
  "%s: no pulumi that a review starts has the token of the comment",
  async (system) => {
    const service = await startPullRequest(system);
    pulumi(settings());
    const args = ["--stack", "prod", "--comment", system];
    const env = { ...service.env, OTHER_TOKEN: ` ${token}`, KEPT: "kept" };
    expect(await run(reviewCommand, args, env)).toMatchObject({ code: 0 });
    expect(service.store.own()).toHaveLength(1);
    // This also reads the config and the state. The account has none of the plan's tags.
    await run(reviewCommand, [...args, "--live"], env);
    const started = readFileSync(join(folder(), "variables"), "utf8");
    expect(started.match(/"KEPT":"kept"/gu)).toHaveLength(4);
    expect(started).not.toContain(token);
    await service.stop();
  },
);
