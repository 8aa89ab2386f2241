/** The jobs of docs/pipelines.md and the ready-made files, as data. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { blocksOf, root, textOf } from "../pages";
import { load, loadAll } from "./yaml";

/** The YAML blocks of a page, parsed. */
export function yamlBlocksOf(page: string): unknown[] {
  return blocksOf(page)
    .filter(({ words }) => words[0] === "yaml")
    .map(({ text }) => load(text));
}

/** The commands of a job. */
export type Job = readonly string[];

const page = "docs/pipelines.md";

/** `ci/dry-run.sh`. */
export const dryRun = blocksOf("docs/dry-run.md").find(({ words }) => words[0] === "sh")?.text ?? "";

/** `ci/review-fork.sh`. */
export const reviewFork = blocksOf("docs/forks.md").find(({ words }) => words[0] === "sh")?.text ?? "";

const systems = "docs/other-systems.md";

interface BitbucketStep {
  script: string[];
  "after-script": string[];
}

/** The step for Bitbucket. */
export function bitbucketStep(): BitbucketStep {
  const [file] = yamlBlocksOf(systems) as { pipelines: { "pull-requests": { "**": { step: BitbucketStep }[] } } }[];
  const [one] = file?.pipelines["pull-requests"]["**"] ?? [];
  if (one === undefined) throw new Error(`${systems} has no step.`);
  return one.step;
}

/** `ci/comment.sh`, with the address of a double. */
export function bitbucketComment({ BITBUCKET_API: api = "" }: Env): string {
  const script = blocksOf(systems).find(({ words, text }) => words[0] === "sh" && text.startsWith("#!"))?.text ?? "";
  return script.replace("https://api.bitbucket.org", api);
}

/** The job for forks in GitLab, and the step for those in Azure. */
export const forks = {
  gitlab: ofForks("review-fork") as { rules: { if: string }[]; script: string[] },
  azure: (ofForks("steps") as { bash?: string; condition?: string }[])[1],
};

function ofForks(key: string): unknown {
  const blocks = yamlBlocksOf("docs/forks.md") as Record<string, unknown>[];
  return blocks.map((one) => one[key]).find((one) => one !== undefined);
}

/** The jobs with commands, by name: rows of the table of all jobs. */
export const jobs: Readonly<Record<string, Job>> = Object.fromEntries(
  [...textOf(page).matchAll(/^\| `([a-z-]+)` +\| [^|]*\| (`[^|]*`) +\|/gmu)].map(({ 1: name = "", 2: cell = "" }) => [
    name,
    [...cell.matchAll(/`([^`]+)`/gu)].map(({ 1: command = "" }) => command),
  ]),
);

/** The values of inputs, by the names that the action gives them. */
export type Inputs = Readonly<Record<string, string | boolean>>;

/** The review as a system's ready-made file runs it. */
export interface ReadyMade {
  /** The inputs with their defaults. */
  inputs: Inputs;
  /** Installs the packages, without the variables of the script. */
  installation: string;
  script: string;
  /** The variables of the script that come from inputs. */
  env: (given: Inputs) => Record<string, string>;
}

const read = (path: string): string => readFileSync(join(root, path), "utf8");

type Env = Record<string, string>;

interface Action {
  inputs: Record<string, { default: string }>;
  runs: { steps: { id?: string; run?: string; env?: Env; uses?: string; with?: Env }[] };
}

/** The action. `outputs`: the script that sets its outputs. */
export function action(): ReadyMade & { uses: string[]; outputs: string; artifact: string | undefined } {
  const { inputs, runs } = load(read("action.yml")) as Action;
  const stepOf = (wanted: string) => runs.steps.find(({ id }) => id === wanted);
  const [install, review] = ["install", "review"].map(stepOf);
  return {
    uses: runs.steps.flatMap(({ uses }) => uses ?? []),
    outputs: stepOf("outputs")?.run ?? "",
    artifact: runs.steps.find(({ uses }) => uses?.startsWith("actions/upload-artifact@"))?.with?.["name"],
    ...readyMade(
      Object.entries(inputs).map(([name, { default: value }]) => [name, value]),
      [install?.run, review?.run],
      review?.env,
    ),
  };
}

interface Component {
  rules: { if: string }[];
  script: string[];
  variables: Env;
  artifacts: { reports: Record<string, string> };
}

/** The GitLab component. `rule`: when it runs; `reports`: the files that GitLab reads. */
export function component(): ReadyMade & { rule: string | undefined; reports: Record<string, string> } {
  const [header, jobsOfFile] = loadAll(read("templates/review.yml")) as [
    { spec: { inputs: Record<string, { default: string | boolean }> } },
    Record<string, Component>,
  ];
  const [job] = Object.values(jobsOfFile);
  const inputs = Object.entries(header.spec.inputs).map(([name, one]): [string, string | boolean] => [
    name,
    one.default,
  ]);
  const reports = job?.artifacts.reports ?? {};
  return { rule: job?.rules[0]?.if, reports, ...readyMade(inputs, job?.script ?? [], job?.variables) };
}

interface Template {
  parameters: { name: string; default: string | boolean }[];
  steps: { bash?: string; env?: Env; condition?: string }[];
}

/** The template for Azure Pipelines. `conditions`: when its steps run. */
export function template(): ReadyMade & { conditions: (string | undefined)[] } {
  const { parameters, steps } = load(read("templates/azure/review.yml")) as Template;
  const inputs = parameters
    .filter(({ name }) => name !== "env")
    .map((one): [string, string | boolean] => [inputName(one.name), one.default]);
  return {
    conditions: steps.map(({ condition }) => condition),
    ...readyMade(
      inputs,
      steps.map(({ bash }) => bash),
      steps[1]?.env,
    ),
  };
}

/** The name of an input of the action, of a parameter in Azure. */
const inputName = (name: string): string => name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);

/** An expression that stands for an input in one of the systems. */
const expression = /^(?:\$\{\{|\$\[\[) (?<lower>lower\()?(?:inputs|parameters)\.(?<name>[\w-]+)\)? (?:\}\}|\]\])$/u;

function readyMade(
  defaults: [string, string | boolean][],
  [installation = "", script = ""]: (string | undefined)[],
  env: Env = {},
): ReadyMade {
  const inputs = Object.fromEntries(defaults);
  const valueOf = (text: string, given: Inputs): string | undefined => {
    const { lower, name } = expression.exec(text)?.groups ?? {};
    const input = name === undefined ? undefined : inputName(name);
    if (input === undefined) return undefined;
    const value = given[input] ?? inputs[input];
    if (value === undefined) throw new Error(`There is no input ${input}.`);
    // Azure makes True of a boolean, unless the template makes it lower case.
    return text.includes("parameters.") && typeof value === "boolean" && lower === undefined
      ? { true: "True", false: "False" }[String(value)]
      : String(value);
  };
  return {
    inputs,
    installation,
    script,
    env: (given) =>
      Object.fromEntries(
        Object.entries(env).flatMap(([name, text]) => {
          const value = name.startsWith("REVIEW_") ? valueOf(text, given) : undefined;
          return value === undefined ? [] : [[name, value]];
        }),
      ),
  };
}
