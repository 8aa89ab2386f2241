/** The commands of the workflows for forks and for the cube, with doubles of what they start. What the doubles stand for has its own tests. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { file, folder } from "../../support/folder";
import { blocksOf } from "../pages";
import { yamlBlocksOf } from "./readyMade";

interface Workflow {
  jobs: Record<string, { steps: { run?: string }[] }>;
}

/** The commands of the job with this name, of a workflow of a page. */
function runsOf(page: string, job: string): string[] {
  const workflow = (yamlBlocksOf(page) as Partial<Workflow>[]).find(({ jobs = {} }) => job in jobs);
  return workflow?.jobs?.[job]?.steps.flatMap(({ run = [] }) => run) ?? [];
}

/** Runs commands as GitHub does: each in a shell of its own, until one fails. Returns what they have started, with its folder. */
function run(commands: readonly string[], doubles: Record<string, string>): string[] {
  mkdirSync(join(folder(), "bin"), { recursive: true });
  for (const [name, script] of Object.entries(doubles)) {
    const note = `echo "$(basename "$PWD"): ${name} $*" >> "$LOG"`;
    chmodSync(file(`bin/${name}`, `#!/bin/sh\n${note}\n${script}\n`), 0o755);
  }
  const LOG = file("log", "");
  const PATH = [join(folder(), "bin"), process.env["PATH"]].join(delimiter);
  const env = { ...process.env, PATH, LOG, RUNNER_TEMP: folder(), GITHUB_STEP_SUMMARY: join(folder(), "summary") };
  for (const command of commands) {
    const shell = ["--norc", "-e", "-o", "pipefail", "-c", command];
    expect(spawnSync("bash", shell, { cwd: folder(), env, encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
  }
  return readFileSync(LOG, "utf8").trimEnd().split("\n");
}

test("the review of a fork is in the summary, and the comment runs where the pull request has put nothing", () => {
  mkdirSync(join(folder(), "ci"));
  file("ci/review-fork.sh", "echo reviewed > review.md");
  run(runsOf("docs/forks.md", "review"), {});
  expect(readFileSync(join(folder(), "summary"), "utf8")).toBe("reviewed\n");
  const review = join(folder(), "review", "review.md");
  expect(run(runsOf("docs/forks.md", "comment"), { npm: "" })).toEqual([
    `empty: npm exec --yes --package=pulumi-cost-allocation@0.1.0 -- cost-allocation comment --file ${review} --github --key fork`,
  ]);
});

test("the cube is made of what was fetched, stored, and fetched by the review", () => {
  const aws = `case "$1 $2" in "s3 sync") mkdir "$5" && echo data > "$5/a.parquet" ;; *) cp "$(basename "$4")" stored ;; esac`;
  const npx = '[ "$2 $3" = "cube --data" ] && cp focus/a.parquet "$7"';
  const started = run(runsOf("docs/nightly.md", "cube"), { npm: "", aws, npx });
  expect(started.map((line) => line.split(": ")[1]?.split(" ").slice(0, 3).join(" "))).toEqual([
    "npm ci",
    "aws s3 sync",
    "npx cost-allocation cube",
    "aws s3 cp",
  ]);
  expect(readFileSync(join(folder(), "stored"), "utf8")).toBe("data\n");
  const store = /(s3:\S+)$/u.exec(started.at(-1) ?? "")?.[1];
  const fetch = blocksOf("docs/nightly.md").find(({ words, text }) => words[0] === "sh" && text.startsWith("aws"));
  expect(run([fetch?.text ?? ""], { aws: 'echo fetched > "$5"' })[0]).toContain(`${store} cube.json.gz`);
  expect(readFileSync(join(folder(), "cube.json.gz"), "utf8")).toBe("fetched\n");
});
