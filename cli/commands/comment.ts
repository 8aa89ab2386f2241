/** `cost-allocation comment`: posts a file to the pull request of a job. */
import * as fs from "node:fs";
import { Command } from "@commander-js/extra-typings";
import { withExitCode } from "../console/account";
import { onTerminal } from "../console/onTerminal";
import { processTerminal, type Terminal } from "../console/terminal";
import { openPullRequest, placeProblem, type SystemName, systems } from "../sources/pullRequest/openPullRequest";
import type { Place } from "../sources/pullRequest/pullRequest";
import { readInput } from "../sources/textFile";
import type { Behavior } from "../studies/comment";
import { noFileDocument } from "../words/review/comment";
import { behaviorOption, behaviorProblem, defaultKey, keyProblem, postComment } from "./options/comment";

const help = `
Posts a file of Markdown as a comment of the pull request that the job runs for, such as the review of "cost-allocation
review --markdown". The next push updates that comment. It is found by a hidden first line with the key, and by its author:
nothing else is changed.

--behavior:
  update        update the comment of the last push
  new           post a new one, and keep the last one
  hide-and-new  post a new one, and hide the earlier ones as outdated (GitHub)
  delete        delete the comment, and post nothing

If the file does not exist, the comment of an earlier push says so. Without one, nothing is posted.

--number, --repository and --project say which pull request it is, and win over the environment. A job of GitHub's
workflow_run finds the open pull request of the branch, also from a fork, if it still has the commit of that workflow.

The pull request and the token come from the environment, as the system sets it in its jobs:
  --github  GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_EVENT_PATH; GITHUB_TOKEN with the right pull-requests: write
  --gitlab  CI_API_V4_URL, CI_PROJECT_ID, CI_MERGE_REQUEST_IID; GITLAB_TOKEN with the role Reporter and the scope api
  --azure   SYSTEM_COLLECTIONURI, SYSTEM_TEAMPROJECT, BUILD_REPOSITORY_ID, SYSTEM_PULLREQUEST_PULLREQUESTID;
            SYSTEM_ACCESSTOKEN with the right "Contribute to pull requests"

These are also read if they are set:
  --github  GITHUB_GRAPHQL_URL, which hide-and-new needs; GITHUB_SERVER_URL and GITHUB_RUN_ID, for a link to the job
  --gitlab  CI_MERGE_REQUEST_PROJECT_ID, instead of CI_PROJECT_ID; CI_JOB_URL, for a link to the job
  --azure   BUILD_BUILDID, for a link to the job

Exit code: 0 on success, also if there was nothing to post; 2 for wrong arguments or after an error.

Examples:
  npx cost-allocation comment --file review.md --github
  npx cost-allocation comment --file review.md --gitlab --key production
  npx cost-allocation comment --file review.md --github --repository acme/costs --number 7
  npx cost-allocation comment --behavior delete --azure`;

interface Options extends Place {
  file?: string | undefined;
  github?: true | undefined;
  gitlab?: true | undefined;
  azure?: true | undefined;
  behavior: Behavior;
  key: string;
}

/**
 * The subcommand.
 *
 * @param terminal where it writes. Default: the terminal of the process
 */
export function commentCommand(terminal: Terminal = processTerminal()): Command {
  return onTerminal(new Command("comment"), terminal)
    .description("Post a file as a comment of the pull request, and update it on the next push")
    .option("--file <file>", "Markdown; - reads stdin")
    .option("--github", "the pull request of a job in GitHub Actions")
    .option("--gitlab", "the merge request of a job in GitLab CI")
    .option("--azure", "the pull request of a job in Azure Pipelines")
    .addOption(behaviorOption("--behavior <behavior>", ["update", "new", "hide-and-new", "delete"]))
    .option("--key <name>", "tells several comments in one pull request apart", defaultKey)
    .option("--number <number>", "the number of the pull request or merge request")
    .option("--repository <name>", "GitHub: OWNER/NAME; Azure: the repository's name or ID")
    .option("--project <id>", "GitLab and Azure: the project's ID or name")
    .addHelpText("after", help)
    .action(async (options, command) => {
      const problem = argumentProblem(options);
      if (problem !== undefined) command.error(`error: ${problem}`, { exitCode: 2, code: "comment.arguments" });
      await withExitCode(terminal, () => run(options, terminal));
    });
}

/** What is wrong with a combination of options. */
function argumentProblem({ file, behavior, key, ...options }: Options): string | undefined {
  if (systems.filter((name) => options[name] === true).length !== 1)
    return "give one of --github, --gitlab and --azure";
  if (file === undefined && behavior !== "delete") return "--file is missing";
  return (
    behaviorProblem(systemOf(options), behavior) ?? placeProblem(systemOf(options), options) ?? keyProblem("--key", key)
  );
}

const systemOf = (options: Pick<Options, SystemName>): SystemName | undefined =>
  systems.find((name) => options[name] === true);

async function run({ file, behavior, key, ...options }: Options, terminal: Terminal): Promise<number> {
  const pullRequest = await openPullRequest(
    systemOf(options) ?? "github",
    terminal,
    behavior === "hide-and-new",
    options,
  );
  const text = behavior === "delete" || file === undefined ? undefined : await readIfThere(file);
  const nothing = noFileDocument(file ?? "");
  await postComment(pullRequest, { key, behavior }, { text, nothing }, terminal);
  return 0;
}

/** The text of a file; undefined if it does not exist. */
async function readIfThere(file: string): Promise<string | undefined> {
  const isThere = file === "-" || fs.statSync(file, { throwIfNoEntry: false }) !== undefined;
  return isThere ? await readInput(file) : undefined;
}
