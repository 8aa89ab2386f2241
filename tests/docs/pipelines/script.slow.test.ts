/** The script of the ready-made reviews, with doubles of what it starts: what it installs, what it runs, and what the action then sets. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { root } from "../pages";
import { folder } from "../../support/folder";
import { action, type Inputs } from "./readyMade";

const npm = '"node_modules/pulumi-cost-allocation": {}';
const other = "  pulumi-cost-allocation@0.1.0:";
const defaults = [
  "--html",
  "review.html",
  "--markdown",
  "review.md",
  "--json",
  "review.json",
  "--junit",
  "review-junit.xml",
  "--code-quality",
  "review-quality.json",
];
const comment = ["--comment", "github", "--comment-key", "review", "--comment-behavior", "update"];

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder(), path)), { recursive: true });
  writeFileSync(join(folder(), path), text);
}

/** Runs the scripts in a folder of the project. Each program that they start notes the folder and its arguments. */
function run(cwd: string, programs: readonly string[], given: Inputs = {}): string[] {
  // A runner has npx and yarn, also where the project has neither.
  for (const name of new Set([...programs, "npx", "yarn"])) {
    const note = `echo "\${PWD#${realpathSync(folder())}/}: ${name} $*" >> "$LOG"`;
    write(`bin/${name}`, `#!/bin/sh\n${programs.includes(name) ? note : "exit 127"}\n`);
    chmodSync(join(folder(), "bin", name), 0o755);
  }
  mkdirSync(join(folder(), cwd), { recursive: true });
  const { installation, script, env } = action();
  // Where pnpm and yarn may be installed on this machine must not count.
  const path = [join(folder(), "bin"), "/usr/bin", "/bin"].join(delimiter);
  const log = join(folder(), "log");
  for (const text of [installation, script]) {
    const ended = spawnSync("bash", ["--norc", "-e", "-o", "pipefail", "-c", text], {
      cwd: join(folder(), cwd),
      env: { PATH: path, LOG: log, ...(text === script ? env(given) : {}) },
      encoding: "utf8",
    });
    expect(ended).toMatchObject({ status: 0, stderr: "" });
  }
  return readFileSync(log, "utf8")
    .trimEnd()
    .split("\n")
    .filter((line) => !line.endsWith("cost-allocation --version"));
}

const review = [...defaults, "--live", ...comment].join(" ");

test.each<[string, Record<string, string>, string[], string[]]>([
  [
    "npm",
    { "p/app/package-lock.json": npm },
    ["npm", "npx"],
    ["p/app: npm ci", "p/app: npx --no-install cost-allocation"],
  ],
  [
    "npm, in a workspace",
    { "p/package-lock.json": npm },
    ["npm", "npx"],
    ["p: npm ci", "p/app: npx --no-install cost-allocation"],
  ],
  [
    "pnpm",
    { "p/pnpm-lock.yaml": other },
    ["pnpm", "npx"],
    ["p: pnpm install --frozen-lockfile", "p/app: npx --no-install cost-allocation"],
  ],
  [
    "pnpm that only corepack has",
    { "p/pnpm-lock.yaml": other },
    ["corepack", "npx"],
    ["p: corepack pnpm install --frozen-lockfile", "p/app: npx --no-install cost-allocation"],
  ],
  [
    "yarn",
    { "p/app/yarn.lock": other },
    ["yarn"],
    ["p/app: yarn install --frozen-lockfile", "p/app: yarn run cost-allocation"],
  ],
  [
    "another language",
    { "p/app/requirements.txt": "" },
    ["npm"],
    ["p/app: npm exec --yes --package=pulumi-cost-allocation@1.2.3 -- cost-allocation"],
  ],
  [
    "another language, beside a lockfile of something else",
    { "p/package-lock.json": '{ "name": "pulumi-cost-allocation-x" }', "p/yarn.lock": "x-pulumi-cost-allocation@1:" },
    ["npm"],
    ["p/app: npm exec --yes --package=pulumi-cost-allocation@1.2.3 -- cost-allocation"],
  ],
])("%s", (_, files, programs, expected) => {
  for (const [path, text] of Object.entries(files)) write(path, text);
  const lines = run("p/app", programs, { version: "1.2.3" });
  expect(lines).toEqual(
    expected.map((line, index) => (index < expected.length - 1 ? line : `${line} review ${review}`)),
  );
});

test("every input is an option, and a value is one argument", () => {
  const given: Inputs = {
    ...Object.fromEntries(
      [
        "stack",
        "cube",
        "mapping",
        "gates",
        "fail-on",
        "warn-on",
        "closed-through",
        "billing-periods",
        "restatement",
        "comment-threshold",
      ].map((name) => [name, `${name} of "mine"; $(false)`]),
    ),
    refresh: true,
    "new-only": true,
    number: "7",
  };
  const [line = ""] = run(".", ["npm"], given);
  for (const [name, value] of Object.entries(given))
    expect(line).toContain(value === true ? `--${name}` : `--${name} ${value}`);
  expect(run(".", ["npm"], { plan: "plan.json", data: "focus/*.csv", live: false, comment: false })[1]).toMatch(
    /review --html review.html --markdown review.md --json review.json --junit review-junit.xml --code-quality review-quality.json --plan plan.json --data focus\/\*\.csv$/u,
  );
});

describe("the outputs of the action", () => {
  function outputs(json: object | undefined): { set: Record<string, string>; summary: string } {
    if (json !== undefined) write("review.json", JSON.stringify(json));
    write("output", "");
    write("summary", "");
    const env = {
      ...process.env,
      REVIEW_COMMENT_KEY: "acme/costs/prod",
      REVIEW_FOLDER: "infra",
      GITHUB_OUTPUT: join(folder(), "output"),
      GITHUB_STEP_SUMMARY: join(folder(), "summary"),
    };
    const { status } = spawnSync("bash", ["--norc", "-e", "-c", action().outputs], { cwd: folder(), env });
    expect(status).toBe(0);
    const read = (name: string): string => readFileSync(join(folder(), name), "utf8");
    const lines = read("output").trimEnd().split("\n");
    return {
      set: Object.fromEntries(lines.map((line) => line.split(/=(.*)/su).slice(0, 2) as [string, string])),
      summary: read("summary"),
    };
  }

  const artifact = { name: "cost-allocation-acme--costs--prod" };

  test("of a review with money", () => {
    write("review.md", "### Virtual Tags\n");
    const cost = [{ currency: "USD", moved: "66.00", total: "100" }];
    const tags = [
      { name: "Team", change: "updated", cost },
      { name: "Unit", change: "follows" },
    ];
    const gates = [{ passed: true }, { gate: "max-moved", passed: false }, { passed: false, level: "warn" }];
    // What a failed gate found is not counted again.
    const findings = [
      { check: "max-moved", outcome: "fails" },
      { check: "rule-stops", outcome: "fails" },
      { check: "rule-stops", outcome: "shown" },
    ];
    expect(outputs({ tags, metadata: [], endpoints: [], gates, findings })).toEqual({
      set: {
        ...artifact,
        changed: "true",
        moved: JSON.stringify([{ tag: "Team", currency: "USD", moved: "66.00" }]),
        "gates-failed": "2",
        html: "infra/review.html",
        json: "infra/review.json",
      },
      summary: "### Virtual Tags\n",
    });
  });

  test("of a review without changes", () => {
    const { set } = outputs({ tags: [{ name: "Unit", change: "follows" }], metadata: [], endpoints: [] });
    expect(set).toMatchObject({ ...artifact, changed: "false", moved: "[]", "gates-failed": "0" });
  });

  test("of a review that failed before it wrote anything: only the name of the artifact, which has no slash", () => {
    expect(outputs(undefined)).toEqual({ set: artifact, summary: "" });
    expect(action().artifact).toBe("${{ steps.outputs.outputs.name }}");
    const azure = readFileSync(join(root, "templates/azure/review.yml"), "utf8");
    expect(azure).toContain("artifact: cost-allocation-${{ replace(parameters.commentKey, '/', '--') }}");
  });
});
