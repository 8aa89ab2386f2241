/** The YAML on the pages is valid, and the ready-made files of all systems do the same. */
import { readFileSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { settingDefinitions } from "../../../client/settings";
import { blocksOf, pages, root, textOf } from "../pages";
import { action, component, dryRun, forks, jobs, template, yamlBlocksOf } from "./readyMade";
import { load } from "./yaml";

test.each(pages.filter((page) => textOf(page).includes("```yaml")))("%s", (page) => {
  for (const block of yamlBlocksOf(page)) expect(block).toEqual(expect.any(Object));
});

test("the page has the commands of every job", () => {
  expect(Object.keys(jobs)).toEqual(["dry-run", "preview", "up", "drift"]);
  expect(Object.values(jobs).map(({ length }) => length)).toEqual([1, 1, 2, 1]);
  expect(dryRun).toContain("pulumi destroy");
});

test("a review in GitHub Actions takes 15 lines", () => {
  const [workflow] = blocksOf("docs/pipelines.md").filter(({ words }) => words[0] === "yaml");
  expect(workflow?.text.trimEnd().split("\n").length).toBeLessThanOrEqual(15);
});

test("the ready-made files run the same scripts, but for the system, and install without the variables of the command", () => {
  const all = [action(), component(), template()];
  const plain = (text: string): string =>
    text.replace("set -eu\n", "").replace(/--comment (?:github|gitlab|azure)/u, "");
  for (const { installation, script } of all) {
    expect([installation, script].map(plain)).toEqual(
      [all[0]?.installation, all[0]?.script].map((text = "") => plain(text)),
    );
  }
  const { runs } = load(readFileSync(join(root, "action.yml"), "utf8")) as {
    runs: { steps: { id: string; env?: object }[] };
  };
  const { steps } = load(readFileSync(join(root, "templates/azure/review.yml"), "utf8")) as {
    steps: { env?: object }[];
  };
  expect([runs.steps[0], steps[0]]).toEqual([
    expect.not.objectContaining({ env: expect.anything() as unknown }),
    expect.not.objectContaining({ env: expect.anything() as unknown }),
  ]);
});

test("the ready-made files have the same inputs, with the same defaults, and the version of the package", () => {
  // A component runs for merge requests only.
  const own = ["token", "working-directory", "stage", "image", "number"];
  const all = [action(), component(), template()];
  expect(all.map(({ inputs }) => "number" in inputs)).toEqual([true, false, true]);
  const [first, ...others] = all.map(({ inputs }) =>
    Object.fromEntries(
      Object.entries(inputs).flatMap(([name, value]) => (own.includes(name) ? [] : [[name, String(value)]])),
    ),
  );
  for (const other of others) expect(other).toEqual(first);
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  expect(first?.["version"]).toBe(version);
  const variables = Object.entries({ ...first, stack: "app", comment: "false" }).map(([name, value]) => [
    `REVIEW_${name.toUpperCase().replaceAll("-", "_")}`,
    value,
  ]);
  for (const { env } of all) expect(env({ stack: "app", comment: false })).toMatchObject(Object.fromEntries(variables));
});

test("GitLab publishes the reports that the script writes", () => {
  const { reports, script } = component();
  expect(Object.keys(reports)).toEqual(["junit", "codequality"]);
  expect(script).toContain(`--junit ${reports["junit"]} --code-quality ${reports["codequality"]}\n`);
});

test("the page has every input", () => {
  const listed = [...textOf("docs/review-inputs.md").matchAll(/^\| (`[a-z-]+`(?:, `[a-z-]+`)*) +\|/gmu)]
    .flatMap(({ 1: names = "" }) => names.split(", "))
    .map((name) => name.replaceAll("`", ""));
  const inputs = [action(), component(), template()].flatMap((one) => Object.keys(one.inputs));
  expect(inputs.filter((name) => !listed.includes(name))).toEqual([]);
});

/** A fork has no credentials: exactly one of the two reviews runs. */
test("a fork gets its own review, and only that", () => {
  const [review, reviewFork] = ["docs/pipelines.md", "docs/forks.md"].map(
    (page) => (yamlBlocksOf(page)[0] as { jobs: { review: { if: string } } }).jobs.review.if,
  );
  const opposite: [string, string][] = [
    ["==", "!="],
    ["!=", "=="],
    ["&&", "||"],
  ];
  const negated = review?.replaceAll(/[=!]=|&&/gu, (one) => Object.fromEntries(opposite)[one] ?? one);
  expect(reviewFork).toBe(negated);
  const [ofEvent, ofProject] = component().rule?.split(" && ") ?? [];
  expect(ofProject).toBe("$CI_PROJECT_ID == $CI_MERGE_REQUEST_PROJECT_ID");
  expect(forks.gitlab.rules).toEqual([{ if: `${ofEvent} && ${ofProject?.replace("==", "!=")}` }]);
  const isFork = "(variables['System.PullRequest.IsFork'], 'True')";
  expect(forks.azure?.condition).toBe(`and(succeeded(), eq${isFork})`);
  expect(template().conditions).toEqual(
    ["succeeded", "succeeded", "succeededOrFailed", "succeededOrFailed"].map((one) => `and(${one}(), ne${isFork})`),
  );
});

test("what the action uses is pinned by a commit", () => {
  expect(action().uses).toEqual([expect.stringMatching(/^actions\/upload-artifact@[0-9a-f]{40}$/)]);
});

test("the environment variables on the page are settings", () => {
  const named = textOf("docs/pipelines.md").match(/COST_ALLOCATION_[A-Z_]*[A-Z]/g) ?? [];
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((name) => !settingDefinitions.some(({ env }) => env === name))).toEqual([]);
});

/** The workflows of this repository: pinned actions, the least permissions, commands that exist. */
describe("the project's own workflows", () => {
  interface Job {
    permissions?: Record<string, string>;
    "timeout-minutes"?: number;
    steps: { uses?: string; run?: string; with?: Record<string, unknown> }[];
  }

  interface Workflow {
    permissions: Record<string, string>;
    jobs: Record<string, Job>;
  }

  const folder = join(root, ".github", "workflows");
  const workflows = readdirSync(folder).map((name): [string, Workflow] => [
    name,
    load(readFileSync(join(folder, name), "utf8")) as Workflow,
  ]);
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };

  test.each(workflows)("%s", (_, { permissions, jobs }) => {
    expect(permissions).toEqual({ contents: "read" });
    const steps = Object.values(jobs).flatMap((job) => job.steps);
    for (const { uses, with: inputs } of steps.filter((step) => step.uses !== undefined)) {
      expect(uses).toMatch(/@[0-9a-f]{40}$/);
      if (uses?.startsWith("actions/checkout@")) expect(inputs).toMatchObject({ "persist-credentials": false });
    }
    const commands = steps.flatMap(({ run = [] }) => run);
    for (const name of commands.flatMap((command) => /^npm run ([\w:]+)/.exec(command)?.[1] ?? [])) {
      expect(scripts).toHaveProperty([name]);
    }
    for (const path of commands.flatMap((command) => /^node (\S+)/.exec(command)?.[1] ?? [])) {
      expect(existsSync(join(root, path))).toBe(true);
    }
    // A script never has an expression in it: its value could be a command.
    expect(commands.filter((command) => command.includes("${{"))).toEqual([]);
  });

  test("only the jobs that publish may write", () => {
    const writing = workflows.flatMap(([name, { jobs }]) =>
      Object.entries(jobs).flatMap(([job, { permissions = {} }]) =>
        Object.entries(permissions).flatMap(([right, level]) => (level === "write" ? [`${name} ${job} ${right}`] : [])),
      ),
    );
    expect(writing).toEqual([
      "release.yml draft contents",
      "release.yml publish id-token",
      "release.yml release contents",
    ]);
  });
});
