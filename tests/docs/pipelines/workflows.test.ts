/** The workflows of this repository: pinned actions, the least permissions, commands that exist. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../pages";
import { load } from "./yaml";

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
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> };

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
