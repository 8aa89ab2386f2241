/** The pull request of a job, in the system that the job runs in. */
import { openAzure } from "./azure";
import { openGitHub } from "./github";
import { openGitLab } from "./gitlab";
import type { Place, PullRequest, Surroundings, Variables } from "./pullRequest";
import { requiredVariables, valueOf } from "./variables";

/** The systems, as options name them. */
export const systems = ["github", "gitlab", "azure"] as const;

/** One of the systems. */
export type SystemName = (typeof systems)[number];

/**
 * Opens the pull request of the job, or the one that a person names.
 *
 * @param hides whether comments are to be hidden, which GitHub can do by another API
 * @throws {Error} that names every variable that is missing
 */
export async function openPullRequest(
  system: SystemName,
  surroundings: Surroundings,
  hides: boolean,
  place: Place,
): Promise<PullRequest> {
  if (hides) requiredVariables(surroundings.env, { GITHUB_GRAPHQL_URL: "GitHub Actions sets it" });
  const open = { github: openGitHub, gitlab: openGitLab, azure: openAzure }[system];
  return await open(surroundings, place);
}

/** What is wrong with what a person says of the pull request. Undefined if nothing is. */
export function placeProblem(
  system: SystemName | undefined,
  { number, repository, project }: Place,
): string | undefined {
  if (number !== undefined && !/^[1-9]\d{0,14}$/u.test(number)) return "--number must be the number of a pull request";
  // The number of the job's own pull request is another one elsewhere.
  if (number === undefined && (repository ?? project) !== undefined) return "--repository and --project need --number";
  if (system === "github" && project !== undefined) return "--project is for GitLab and Azure DevOps";
  return system === "gitlab" && repository !== undefined ? "--repository is for GitHub and Azure DevOps" : undefined;
}

const tokenVariables = { github: "GITHUB_TOKEN", gitlab: "GITLAB_TOKEN", azure: "SYSTEM_ACCESSTOKEN" } as const;

/** The environment without the token that posts the comment, under whatever name: a program under review has no use for it. */
export function withoutToken(system: SystemName, env: Variables): Variables {
  const token = valueOf(env, tokenVariables[system]);
  return token === undefined
    ? env
    : Object.fromEntries(Object.entries(env).filter(([name]) => valueOf(env, name) !== token));
}
