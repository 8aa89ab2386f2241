/** The pipelines of docs/pipelines.md, as data. */
import { createRequire } from "node:module";
import { blocksOf } from "./pages";

/** The YAML parser of Pulumi's SDK. */
const { load } = createRequire(require.resolve("@pulumi/pulumi/package.json"))("js-yaml") as {
  load: (text: string) => unknown;
};

/** The YAML blocks of a page, parsed. */
export function yamlBlocksOf(page: string): unknown[] {
  return blocksOf(page)
    .filter(({ words }) => words[0] === "yaml")
    .map(({ text }) => load(text));
}

/** The commands of a job, without the installation, which needs the registry. */
export type Job = readonly string[];

/** The jobs of both pipelines, by name. */
export interface Pipelines {
  /** `ci/dry-run.sh`. */
  dryRun: string;
  github: Record<string, Job>;
  gitlab: Record<string, Job>;
}

const isInstallation = (command: string): boolean => command.startsWith("npm ci");

/** Reads the page. */
export function pipelines(): Pipelines {
  const page = "docs/pipelines.md";
  const [github, gitlab] = yamlBlocksOf(page) as [
    { jobs: Record<string, { steps: { run?: string }[] }> },
    Record<string, { script?: string[] }>,
  ];
  return {
    dryRun: blocksOf(page).find(({ words }) => words[0] === "sh")?.text ?? "",
    github: Object.fromEntries(
      Object.entries(github.jobs).map(([name, { steps }]) => [
        name,
        steps.flatMap(({ run = "" }) => (run === "" || isInstallation(run) ? [] : [run])),
      ]),
    ),
    gitlab: Object.fromEntries(
      Object.entries(gitlab).flatMap(([name, { script }]) => (script === undefined ? [] : [[name, script]])),
    ),
  };
}
