// Promise: The jobs of docs/pipelines.md, docs/dry-run.md, docs/forks.md and docs/other-systems.md run as they stand there, and so do the ready-made reviews of GitHub, GitLab and Azure.
import { spawn } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { programsOf } from "../docs/pages";
import { cubeBytes } from "../../cost/cube/cubeFile";
import { smallCube } from "../cost/impact/smallCube";
import {
  action,
  bitbucketComment,
  bitbucketStep,
  component,
  dryRun,
  forks,
  type Inputs,
  jobs,
  type ReadyMade,
  reviewFork,
  template,
} from "../docs/pipelines/readyMade";
import { asOther } from "../support/asOther";
import { bitbucket } from "../support/pullRequests/bitbucket";
import { startDouble, startPullRequest, type SystemName, token } from "../support/pullRequests/service";
import { environmentOf, type Scene, startScene } from "../support/scene";

const program = (team: string): string => `
import { tag, VirtualTag } from "pulumi-cost-allocation";
new VirtualTag("team", { name: "Team", rules: [{ to: "Web", filters: tag("AWS", "team").is("${team}") }], defaultValue: "x" });
`;

let scene: Scene;
let env: NodeJS.ProcessEnv;
let credentials: NodeJS.ProcessEnv;

beforeAll(async () => {
  scene = await startScene(program("web"), { emulator: { limits: { enabled: false } } });
  const { emulator, workspace } = scene;
  workspace.write("ci/dry-run.sh", dryRun);
  // The packages are there. What is installed where is in tests/docs/pipelines.
  workspace.write("package-lock.json", JSON.stringify({ packages: { "node_modules/pulumi-cost-allocation": {} } }));
  workspace.write("bin/npm", "#!/bin/sh\n");
  chmodSync(join(workspace.projectFolder, "bin/npm"), 0o755);
  await workspace.stack("production");
  credentials = environmentOf(emulator);
  env = {
    ...Object.fromEntries(Object.entries(workspace.env).filter(([name]) => !name.startsWith("GITHUB_"))),
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    CI: "true",
    PATH: [join(workspace.projectFolder, "bin"), workspace.env["PATH"]].join(delimiter),
    STACK: "production",
  };
}, 900_000);

afterAll(() => scene.dispose());

interface Ended {
  status: number | null;
  output: string;
}

/** Runs a command. Not in this process's own time: the account is an emulator in it. */
function shell(command: string, more: NodeJS.ProcessEnv): Promise<Ended> {
  const cwd = scene.workspace.projectFolder;
  return new Promise((resolve, reject) => {
    const child = spawn("bash", ["-e", "-c", command], { cwd, env: { ...env, ...more } });
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

/**
 * Runs what a pipeline runs: each command in a shell of its own, until one fails.
 *
 * @param attaches whether each command is, or starts, one operation of the engine, which then attaches to hosts that stay
 */
async function run(
  commands: readonly string[] = [],
  more: NodeJS.ProcessEnv = {},
  { attaches = false } = {},
): Promise<Ended> {
  let output = "";
  for (const command of commands) {
    const attached = attaches ? await scene.workspace.attach(more) : undefined;
    const ended = await shell(command, { ...more, ...attached?.env });
    output += `${ended.output}${attached?.release() ?? ""}`;
    if (ended.status !== 0) return { status: ended.status, output };
  }
  return { status: 0, output };
}

const attached = { attaches: true };
const tags = () => scene.emulator.control.exportState().accounts.flatMap((one) => one.tags);

test("the dry run needs no credentials, leaves nothing behind, and the selected stack selected", async () => {
  const { status, output } = await run(jobs["dry-run"]);
  expect({ status, output }).toMatchObject({ status: 0 });
  expect(output).toContain("+ 2 created");
  expect(output).toContain("- 2 deleted");
  expect(scene.emulator.control.requests()).toEqual([]);
  expect((await run(["ls -A"])).output).not.toContain("Pulumi.dry-run.yaml");
  expect((await run(["pulumi stack --show-name"])).output).toMatch(/^production$/m);
}, 120_000);

test("a fork is reviewed against its base, without credentials", async () => {
  const { emulator, workspace } = scene;
  workspace.write("ci/review-fork.sh", reviewFork);
  workspace.write(".gitignore", "node_modules\n");
  const git = "git -c user.name=x -c user.email=x@example.com -c commit.gpgsign=false";
  expect(await run([`git init --quiet && git add . && ${git} commit --quiet -m base`])).toMatchObject({ status: 0 });
  workspace.write("index.ts", program("shop"));
  // GitHub has this command, too. On both, the first parent is the base.
  const onAzure = await run([`${git} commit --quiet -am head`, forks.azure?.bash ?? ""]);
  expect(onAzure).toMatchObject({
    status: 0,
    output: expect.stringContaining("##vso[task.uploadsummary]/") as unknown,
  });
  expect((await run(["cat review.md"])).output).toContain("1 rule changed (rule 1)");

  workspace.write("README.md", "A second commit of the fork.");
  const second = `rm review.md && git add README.md && ${git} commit --quiet -m second`;
  expect(await run([second])).toMatchObject({ status: 0 });
  const CI_MERGE_REQUEST_DIFF_BASE_SHA = (await run(["git rev-parse HEAD^1^1"])).output.trimEnd().split("\n").at(-1);
  const onGitLab = await run(forks.gitlab.script, { CI_MERGE_REQUEST_DIFF_BASE_SHA });
  expect(onGitLab).toMatchObject({ status: 0, output: expect.stringContaining("1 rule changed (rule 1)") as unknown });
  const removed = "git checkout --quiet HEAD^1^1 && rm -rf .git review.md";
  expect(await run([removed])).toMatchObject({ status: 0 });
  expect(emulator.control.requests()).toEqual([]);
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
  more: NodeJS.ProcessEnv,
  options?: typeof attached,
): Promise<Ended> {
  const ended = await run([script], { ...more, ...envOf(inputs) }, options);
  expect(ended.output).not.toContain(token);
  return ended;
}

/** Two pushes to a pull request: one comment. One system is enough for both, because the scripts are the same (tests/docs/pipelines). */
async function reviewed(): Promise<void> {
  for (const [system, readyMade] of reviews) {
    const isFirst = system === "github";
    const pullRequest = await startPullRequest(system);
    try {
      for (let push = 1; push <= (isFirst ? 2 : 1); push += 1) {
        const job = { ...pullRequest.env, ...credentials };
        const ended = await review(readyMade, { stack: "production" }, job, isFirst ? undefined : attached);
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

/** The commands for Bitbucket, which end with a comment that the next push would find. */
async function reviewedOnBitbucket(): Promise<void> {
  const { script, "after-script": afterwards } = bitbucketStep();
  const pullRequest = await startDouble(bitbucket);
  try {
    scene.workspace.write("ci/comment.sh", bitbucketComment(pullRequest.env));
    const job = { ...pullRequest.env, ...credentials };
    expect(await run(script, job, attached)).toMatchObject({ status: 0 });
    for (let push = 1; push <= 2; push += 1) expect(await run(afterwards, job)).toMatchObject({ status: 0 });
    expect(pullRequest.store.own()).toEqual([
      expect.stringMatching(/^### Virtual Tags of `[^`]*production`\n[^]*1 rule changed \(rule 1\)/u),
    ]);
  } finally {
    await pullRequest.stop();
  }
}

/** With a plan and a cube, and without an account: the comment is posted before the gate fails the job. */
async function reviewedOffline(): Promise<void> {
  const { workspace } = scene;
  const key = "AWS:tag:team";
  const rows = [
    { keys: { [key]: "web" }, cost: "60" },
    { keys: { [key]: "shop" }, cost: "40" },
  ];
  writeFileSync(join(workspace.projectFolder, "cube.json.gz"), cubeBytes(smallCube(rows, [key])));
  workspace.write("gates.json", JSON.stringify({ Team: { "max-moved": "10" } }));
  const preview = 'pulumi preview --json --show-sames --stack "$STACK" > plan.json';
  expect(await run([preview], credentials, attached)).toMatchObject({ status: 0 });
  const inputs = { plan: "plan.json", live: false, cube: "cube.json.gz", gates: "gates.json", "comment-key": "money" };
  for (const [system, readyMade] of reviews) {
    const pullRequest = await startPullRequest(system);
    try {
      expect(await review(readyMade, inputs, pullRequest.env)).toMatchObject({ status: 3 });
      expect(pullRequest.store.own()).toEqual([expect.stringMatching(/^<!-- [^>]*money -->[^]*max-moved/)]);
    } finally {
      await pullRequest.stop();
    }
  }
  expect(await review(action(), { ...inputs, comment: false }, {})).toMatchObject({ status: 3 });
}

test("merge, pull request, and the morning's look for drift", async () => {
  const { emulator, workspace } = scene;
  expect(await run(jobs["up"], credentials, attached)).toMatchObject({ status: 0 });
  expect(tags()).toHaveLength(1);

  workspace.write("index.ts", program("shop"));
  const preview = await run(jobs["preview"], credentials, attached);
  expect(preview).toMatchObject({ status: 0, output: expect.stringContaining('"web" => "shop"') as unknown });
  await reviewed();
  await reviewedOnBitbucket();
  await reviewedOffline();
  workspace.write("index.ts", program("web"));
  expect(await run(jobs["drift"], credentials)).toMatchObject({ status: 0 });

  const [team] = tags();
  await asOther(emulator, "PUT", `/v2/virtual-tags/${team?.id ?? ""}`, { name: "Team", rules: [], defaultValue: "x" });
  const drift = await run(jobs["drift"], credentials);
  expect(drift).toMatchObject({ status: 1, output: expect.stringContaining("ines@example.com") as unknown });
  expect((await run(["cat drift.md"])).output).toContain("Drift in 1 of 1 resource");
}, 240_000);

test("with a copy of the account and the transform of the page, a program that created its tags has a dry run", async () => {
  const { emulator, workspace } = scene;
  const [team] = tags();
  const condition = { costCenter: "Virtual Tags", key: team?.id ?? "", type: "virtual_tag", operator: "exists" };
  const squad = { name: "Squad", rules: [{ to: "X", filters: condition }], defaultValue: "x" };
  await asOther(emulator, "POST", "/v2/virtual-tags", squad);
  const snapshot = "./node_modules/.bin/cost-allocation export --snapshot account.json";
  expect(await run([snapshot], credentials)).toMatchObject({ status: 0 });
  emulator.control.clearRequests();

  const transform = programsOf("docs/dry-run.md").find(({ text }) => text.includes("registerStackTransformation"));
  workspace.write("dryRun.ts", transform?.text ?? "");
  workspace.write("index.ts", `import "./dryRun";\n${program("web")}`);
  const { status, output } = await run(jobs["dry-run"]);
  expect({ status, output }).toMatchObject({ status: 0 });
  expect(output).toContain("CA2205");
  expect(output).toContain("CA2113");
  expect(emulator.control.requests()).toEqual([]);
}, 240_000);
