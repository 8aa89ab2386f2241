/** docs/pipelines.md: its dry run, its jobs and the ready-made reviews, with the packed package and the real engine. */
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Emulator, startEmulator } from "../../emulator";
import { programsOf } from "../docs/pages";
import { cubeBytes } from "../../cost/cube/cubeFile";
import { smallCube } from "../cost/impact/smallCube";
import { action, component, dryRun, type Inputs, jobs, type ReadyMade, template } from "../docs/pipelines/readyMade";
import { asOther } from "../support/asOther";
import { prepared } from "../support/prepared";
import { startPullRequest, type SystemName, token } from "../support/pullRequests/service";
import { Workspace } from "../support/workspace";

const program = (team: string): string => `
import { tag, VirtualTag } from "pulumi-cost-allocation";
new VirtualTag("team", { name: "Team", rules: [{ to: "Web", filters: tag("AWS", "team").is("${team}") }], defaultValue: "x" });
`;

let account: Emulator;
let workspace: Workspace;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  const { path } = await prepared();
  account = await startEmulator({ limits: { enabled: false } });
  workspace = await Workspace.create({ program: program("web") });
  workspace.write("ci/dry-run.sh", dryRun);
  const state = join(workspace.folder, "pipeline");
  mkdirSync(state);
  const own = Object.entries(process.env).filter(([name]) => !/^(?:COST_ALLOCATION|PULUMI|GITHUB)_/u.test(name));
  env = {
    ...Object.fromEntries(own),
    PATH: [...path, process.env["PATH"]].join(delimiter),
    PULUMI_HOME: join(workspace.folder, "home"),
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    PULUMI_BACKEND_URL: pathToFileURL(state).href,
    PULUMI_CONFIG_PASSPHRASE: "pipeline",
    CI: "true",
    STACK: "production",
  };
}, 900_000);

afterAll(async () => {
  await account.stop();
  await workspace.dispose();
});

interface Ended {
  status: number | null;
  output: string;
}

/** Runs a command. Not in this process's own time: the account is an emulator in it. */
function shell(command: string, more: NodeJS.ProcessEnv): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn("bash", ["-e", "-c", command], { cwd: workspace.projectFolder, env: { ...env, ...more } });
    let output = `$ ${command}\n`;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    child.on("error", reject).on("close", (status) => {
      resolve({ status, output });
    });
  });
}

/** Runs what a pipeline runs: each command in a shell of its own, until one fails. */
async function run(commands: readonly string[] = [], more: NodeJS.ProcessEnv = {}): Promise<Ended> {
  let output = "";
  for (const command of commands) {
    const ended = await shell(command, more);
    output += ended.output;
    if (ended.status !== 0) return { status: ended.status, output };
  }
  return { status: 0, output };
}

const credentials = (): NodeJS.ProcessEnv => ({
  COST_ALLOCATION_BASE_URL: account.url,
  COST_ALLOCATION_CLIENT_ID: account.clientId,
  COST_ALLOCATION_SECRET_KEY: account.secretKey,
});

const tags = () => account.control.exportState().accounts.flatMap((one) => one.tags);

test("the dry run needs no credentials, leaves nothing behind, and the selected stack selected", async () => {
  expect(await run(["pulumi stack init production --non-interactive"])).toMatchObject({ status: 0 });
  const { status, output } = await run(jobs["dry-run"]);
  expect({ status, output }).toMatchObject({ status: 0 });
  expect(output).toContain("+ 2 created");
  expect(output).toContain("- 2 deleted");
  expect(account.control.requests()).toEqual([]);
  expect((await run(["ls -A"])).output).not.toContain("Pulumi.dry-run.yaml");
  expect((await run(["pulumi stack --show-name"])).output).toMatch(/^production$/m);
}, 120_000);

test("a dry run of a program that the service would refuse fails", async () => {
  workspace.write("index.ts", program(""));
  const { status, output } = await run(jobs["dry-run"]);
  expect(status).not.toBe(0);
  expect(output).toContain("rules[0].filters.value");
  workspace.write("index.ts", program("web"));
}, 120_000);

const reviews: [SystemName, ReadyMade][] = [
  ["github", action()],
  ["gitlab", component()],
  ["azure", template()],
];

/** Runs the script of a ready-made file in a job of its system. */
async function review(
  { script, env: envOf }: ReadyMade,
  inputs: Inputs,
  job: Record<string, string>,
  more: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  const ended = await run([script], { ...job, ...envOf(inputs), ...more });
  expect(ended.output).not.toContain(token);
  return ended;
}

/** Two pushes to a pull request: one comment. */
async function reviewed(): Promise<void> {
  for (const [system, readyMade] of reviews) {
    const pullRequest = await startPullRequest(system);
    try {
      for (let push = 1; push <= 2; push += 1) {
        const ended = await review(readyMade, { stack: "production" }, pullRequest.env, credentials());
        expect(ended).toMatchObject({ status: 0 });
      }
      expect(pullRequest.store.own()).toEqual([expect.stringContaining("1 rule changed (rule 1)")]);
      const writes = pullRequest.requests.filter((one) => !/^GET |graphql$/.test(one));
      expect(writes).toHaveLength(1);
    } finally {
      await pullRequest.stop();
    }
  }
}

/** With a plan and a cube, and without an account: the comment is posted before the gate fails the job. */
async function reviewedOffline(): Promise<void> {
  const key = "AWS:tag:team";
  const rows = [
    { keys: { [key]: "web" }, cost: "60" },
    { keys: { [key]: "shop" }, cost: "40" },
  ];
  writeFileSync(join(workspace.projectFolder, "cube.json.gz"), cubeBytes(smallCube(rows, [key])));
  workspace.write("gates.json", JSON.stringify({ Team: { "max-moved": "10" } }));
  const preview = 'pulumi preview --json --show-sames --stack "$STACK" > plan.json';
  expect(await run([preview], credentials())).toMatchObject({ status: 0 });
  const inputs = { plan: "plan.json", live: false, cube: "cube.json.gz", gates: "gates.json", "comment-key": "money" };
  for (const [system, readyMade] of reviews) {
    const pullRequest = await startPullRequest(system);
    try {
      const ended = await review(readyMade, inputs, pullRequest.env);
      expect(ended).toMatchObject({ status: 3 });
      expect(pullRequest.store.own()).toEqual([expect.stringMatching(/^<!-- [^>]*money -->[^]*max-moved/)]);
      const silent = await review(readyMade, { ...inputs, comment: false }, {});
      expect(silent).toMatchObject({ status: 3 });
    } finally {
      await pullRequest.stop();
    }
  }
}

test("merge, pull request, and the morning's look for drift", async () => {
  expect(await run(jobs["up"], credentials())).toMatchObject({ status: 0 });
  expect(tags()).toHaveLength(1);

  workspace.write("index.ts", program("shop"));
  const preview = await run(jobs["preview"], credentials());
  expect(preview).toMatchObject({ status: 0, output: expect.stringContaining('"web" => "shop"') as unknown });
  await reviewed();
  await reviewedOffline();
  workspace.write("index.ts", program("web"));
  expect(await run(jobs["drift"], credentials())).toMatchObject({ status: 0 });

  const [team] = tags();
  await asOther(account, "PUT", `/v2/virtual-tags/${team?.id ?? ""}`, { name: "Team", rules: [], defaultValue: "x" });
  const drift = await run(jobs["drift"], credentials());
  expect(drift).toMatchObject({ status: 1, output: expect.stringContaining("ines@example.com") as unknown });
  expect((await run(["cat drift.md"])).output).toContain("Drift in 1 of 1 resource");
}, 240_000);

test("a dry run of a program that created its tags needs the transform of the page, if there is a copy", async () => {
  const [team] = tags();
  const condition = { costCenter: "Virtual Tags", key: team?.id ?? "", type: "virtual_tag", operator: "exists" };
  const squad = { name: "Squad", rules: [{ to: "X", filters: condition }], defaultValue: "x" };
  await asOther(account, "POST", "/v2/virtual-tags", squad);
  const snapshot = "./node_modules/.bin/cost-allocation export --snapshot account.json";
  expect(await run([snapshot], credentials())).toMatchObject({ status: 0 });
  account.control.clearRequests();
  const refused = await run(jobs["dry-run"]);
  expect(refused.status).not.toBe(0);
  expect(refused.output).toContain("CA2002");

  const transform = programsOf("docs/pipelines.md").find(({ text }) => text.includes("registerStackTransformation"));
  workspace.write("dryRun.ts", transform?.text ?? "");
  workspace.write("index.ts", `import "./dryRun";\n${program("web")}`);
  const { status, output } = await run(jobs["dry-run"]);
  expect({ status, output }).toMatchObject({ status: 0 });
  expect(output).toContain("CA2205");
  expect(output).toContain("CA2113");
  expect(account.control.requests()).toEqual([]);
}, 240_000);
