/** `cost-allocation review`: what a preview would change, by meaning, and the money that this moves. */
import { rmSync } from "node:fs";
import { Command, Option } from "@commander-js/extra-typings";
import { withNearKeysOf } from "../../cost/cube/evaluationInput";
import type { Gates } from "../../cost/impact/gateFile";
import { withHint } from "../../rules/closestName";
import { nameKey } from "../../rules/names";
import type { Reach } from "../console/account";
import { writeNamed } from "../console/atomicFile";
import { baseUrlOption, onAccountIf, settingsHelp, stackOption } from "./options/account";
import { cubeOfPlan } from "./options/tags";
import { type Plan, parsePlan } from "../sources/plan/plan";
import { readPlan, readTagsFile } from "../sources/tagsFile";
import { onTerminal } from "../console/onTerminal";
import { processTerminal, quoted, type Terminal } from "../console/terminal";
import { behaviorOption, behaviorProblem, defaultKey, keyProblem, postComment } from "./options/comment";
import { checksIn, type CostOptions, costProblem, gatesOf, hasCost, hasGates, lackOf, levelsOf } from "./options/gates";
import { csvText } from "../document/csv";
import { htmlPage } from "../document/html";
import { junitXml } from "../document/junit";
import { capitalized, plainText } from "../document/document";
import { markdownText } from "../document/markdown";
import { terminalText } from "../document/terminal";
import { dataWarnings } from "../words/money/costData";
import { failedGates, gateLines, warnedGates } from "../words/review/gateLines";
import { restatementColumns, restatementRows } from "../words/money/restatement";
import { closedMonths } from "../sources/billingPeriods";
import { type CubeSource, loadCube } from "../sources/costData";
import { costOfReview, movesLess, type ReviewCost } from "../studies/money/reviewCost";
import { contentsNeeded, contentsRequired, sidesOfTags, sidesWithKeys } from "../studies/money/tagSides";
import { levelledIds } from "../studies/review/checks/catalogue";
import { checkReview, isLevelled } from "../studies/review/checks/judge";
import { fixesFor } from "../studies/review/fixes";
import { planOfLists } from "../studies/review/listPlan";
import { type LivePlan, offline, readAccount } from "./review/readAccount";
import { reviewDocument, type Reviewed, smallPhrase, smallReviewDocument } from "../words/review/review";
import type { Review } from "../studies/review/review";
import { reviewPlan } from "../studies/review/reviewPlan";
import { previewStack } from "../sources/pulumi";
import { programFiles } from "../sources/programFiles";
import { readStackState } from "../sources/stackState";
import {
  openPullRequest,
  placeProblem,
  type SystemName,
  systems,
  withoutToken,
} from "../sources/pullRequest/openPullRequest";
import type { Behavior } from "../studies/comment";
import type { Place, PullRequest } from "../sources/pullRequest/pullRequest";
import { checkList, listedChecks } from "../words/review/checkList";
import { checkCases, codeQuality } from "../words/review/checkReports";
import { fixesText } from "../words/review/fixes";
import { reviewJson } from "../words/review/reviewJson";

const help = `
Shows for each Virtual Tag which rules are added, removed, changed and moved, and which tags follow a change because they
refer to it. Only differences in meaning count. Also shows adoptions, staged versions that go live, renames, changes of the
owner, metadata and notification endpoints (never their destinations). Changes nothing.

Give one of these:
  --plan <file>               output of "pulumi preview --json --show-sames"; - reads stdin
  --stack <name>              runs that preview in the current folder; with --refresh, drift shows as a change
  --before <file> --after <file>
                              tags as JSON: [{ "id", "name", "rules", "defaultValue" }], "id" optional; - reads stdin

The review works offline. With --live, tags are compared with what is live in the account: whose changes are undone, what an
adoption overwrites, what staged versions that go live replace, and which tags outside the stack follow.

${settingsHelp}

With --cube or --data, it also shows how much money moves from value to value, what each rule takes, and what is left for
the default: an estimate from FOCUS cost data, which never leaves this machine. A gate passes only if that is certain
by what is compared: with --live, what is live now; without it, what the stack's state has, which others may have changed.

--comment posts the comment that --markdown writes, as "cost-allocation comment" does; its help lists the variables.

Exit code: 0 on success, 2 for wrong arguments or after an error, 3 if a gate failed. A preview that failed is an error.

Examples:
  npx cost-allocation review --stack production
  npx cost-allocation review --plan preview.json --markdown review.md --html review.html
  npx cost-allocation review --stack production --refresh --live --comment github
  npx cost-allocation review --before main.json --after branch.json --json
  npx cost-allocation review --plan preview.json --cube cube.json.gz --max-moved 10000 --max-unallocated-increase 1%`;

interface ReviewOptions extends CostOptions, Place {
  plan?: string | undefined;
  stack?: string | undefined;
  refresh?: true | undefined;
  before?: string | undefined;
  after?: string | undefined;
  markdown?: string | undefined;
  html?: string | undefined;
  junit?: string | undefined;
  codeQuality?: string | undefined;
  fixes?: string | undefined;
  json?: string | true | undefined;
  comment?: SystemName | undefined;
  commentKey: string;
  commentBehavior: Behavior;
}

/** The options, how a recommended command gets to the account, if this one reads it, and where the comment is posted. */
type ReviewRun = ReviewOptions & { reach: Reach | undefined; pullRequest: PullRequest | undefined };

/**
 * The subcommand.
 *
 * @param terminal where it writes. Default: the terminal of the process
 */
export function reviewCommand(terminal: Terminal = processTerminal()): Command {
  return onTerminal(new Command("review"), terminal)
    .description("Show what a preview would change, by meaning")
    .option("--plan <file>", 'output of "pulumi preview --json --show-sames"; - reads stdin')
    .addOption(stackOption("run the preview of this stack"))
    .option("--refresh", "with --stack: read the account first, so that drift shows as a change")
    .option("--before <file>", "tags before the change; needs --after")
    .option("--after <file>", "tags after the change; needs --before")
    .option("--live", "compare with the account: changes of others, adoptions, promotions")
    .option("--markdown <file>", "write a comment for a pull request")
    .option("--html <file>", "write a page")
    .option("--junit <file>", "write each check as a test, as JUnit's XML")
    .option("--code-quality <file>", "write what the checks found, as GitLab's code quality")
    .option("--fixes <file>", "write what compares with a renamed value as a patch of the program in this folder")
    .addOption(new Option("--comment <system>", "post it to the pull request of this job").choices(systems))
    .option("--comment-key <name>", "with --comment: tells several comments apart", defaultKey)
    .addOption(behaviorOption("--comment-behavior <behavior>", ["update", "new", "hide-and-new"]))
    .option("--number <number>", "with --comment: the number of the pull request or merge request")
    .option("--repository <name>", "with --comment: GitHub: OWNER/NAME; Azure: the repository's name or ID")
    .option("--project <id>", "with --comment: GitLab and Azure: the project's ID or name")
    .option("--json [file]", "print one JSON object, or write it and print the text")
    .option("--cube <file>", 'cost data, as "cost-allocation cube" makes it: adds the money that moves')
    .option("--data <files...>", "FOCUS cost data instead of --cube; quote patterns such as 'focus/*.parquet'")
    .option("--restatement <file>", "write what moves from value to value in each billing month, as CSV")
    .option("--billing-periods <file>", "the FOCUS 1.4 dataset that says which months are closed: .csv or .parquet")
    .option("--mapping <file>", "with --data: which columns hold which keys (cost-data.json)")
    .option("--max-moved <limit>", "gate: the most cost that may move, for each tag and currency: 10000, or 10%")
    .option("--closed-through <month>", "gate: nothing may move in bills of this month or before, such as 2026-09")
    .option("--max-unallocated <percentage>", "gate: the largest share that the default may take, such as 5%")
    .option("--max-unallocated-increase <percentage>", "gate: by how many percentage points it may grow, such as 1%")
    .option("--unmatched-rules", "gate: each rule must match some record")
    .option("--new-only", "gates count only what the change brings")
    .option("--fail-on <checks>", "gate: checks or categories, as --list-checks has them", checksIn)
    .option("--warn-on <checks>", "the same, as a warning", checksIn)
    .option("--gates <file>", "gates for each tag, as JSON")
    .option("--list-checks", "list all checks, and end")
    .option(
      "--comment-threshold <amount>",
      "write no comment if no tag moves as much (100, or 1%), and nothing is found",
    )
    .addOption(baseUrlOption())
    .addHelpText("after", help)
    .action(async ({ live = false, baseUrl, listChecks = false, ...options }, command) => {
      if (listChecks) {
        const json = JSON.stringify(listedChecks, null, 2);
        if (typeof options.json === "string") writeNamed(options.json, `${json}\n`);
        terminal.print(options.json === true ? json : checkList());
        return;
      }
      const problem = argumentProblem(options, live);
      if (problem !== undefined) command.error(`error: ${problem}`, { exitCode: 2, code: "review.arguments" });
      await readAndRun(options, live, baseUrl, terminal);
    });
}

async function readAndRun(
  options: ReviewOptions,
  live: boolean,
  baseUrl: string | undefined,
  terminal: Terminal,
): Promise<void> {
  const { comment, commentBehavior, stack } = options;
  // `pulumi` runs the program under review.
  const withoutRights = comment === undefined ? terminal : { ...terminal, env: withoutToken(comment, terminal.env) };
  await onAccountIf(live, withoutRights, { baseUrl, stack }, async (account) => {
    // First, because a preview takes a minute, and a missing variable is found at once.
    const pullRequest =
      comment && (await openPullRequest(comment, terminal, commentBehavior === "hide-and-new", options));
    const plan = await readInputs(options, withoutRights, live);
    const found = account === undefined ? offline(plan) : await readAccount(plan, account, terminal);
    return run(found, { ...options, reach: account?.reach, pullRequest }, terminal);
  });
}

/** What is wrong with a combination of options. */
function argumentProblem(options: ReviewOptions, live: boolean): string | undefined {
  const { plan, stack, refresh, before, after } = options;
  const hasFiles = before !== undefined || after !== undefined;
  const inputs = [plan !== undefined, stack !== undefined, hasFiles].filter(Boolean).length;
  if (inputs !== 1) return "give one of --plan, --stack, or --before with --after";
  if (hasFiles && (before === undefined || after === undefined)) return "--before and --after need each other";
  if (before === "-" && after === "-") return "only one of --before and --after can read stdin";
  if (refresh === true && stack === undefined) return "--refresh needs --stack";
  if (hasFiles && live) return "--live needs --plan or --stack: files have no adoptions";
  if (options.comment === undefined && (options.number ?? options.repository ?? options.project) !== undefined)
    return "--number, --repository and --project need --comment";
  if (options.comment === undefined && options.commentBehavior !== "update")
    return "--comment-behavior needs --comment";
  const place = placeProblem(options.comment, options) ?? behaviorProblem(options.comment, options.commentBehavior);
  return (
    place ??
    keyProblem("--comment-key", options.commentKey) ??
    costProblem(options, options.comment ?? options.markdown)
  );
}

async function readInputs(options: ReviewOptions, terminal: Terminal, live: boolean): Promise<Plan> {
  const { plan, stack, refresh = false, before, after } = options;
  if (plan !== undefined) return readPlan(plan);
  if (stack !== undefined) {
    const preview = await previewStack(stack, refresh, { ...terminal.env });
    // A preview never shows the secrets of the state.
    const state = live ? await readStackState({ stack }, terminal, "--show-secrets") : undefined;
    return parsePlan(preview, undefined, state);
  }
  return planOfLists(await readTagsFile(before ?? ""), await readTagsFile(after ?? ""));
}

async function run({ plan, compared, overwritten }: LivePlan, options: ReviewRun, terminal: Terminal): Promise<number> {
  const review = reviewPlan(plan, compared, overwritten);
  const gates = await gatesOf(options);
  const settings = { levels: levelsOf(options), gates, now: terminal.now() };
  const lack = lackOf(options, gates, review.basis === "account");
  if (lack !== undefined) throw new Error(`${capitalized(lack)}.`);
  if ((hasGates(gates) || levelledIds.some((id) => isLevelled(id, settings))) && !plan.isComplete) {
    throw new Error(
      "Gates need a plan with unchanged resources, because tags that follow a change count, too. Run the preview with --show-sames.",
    );
  }
  refuseUnknownTags(gates, review);
  const cost = hasCost(options) ? await readCost(plan, review, compared, options, gates, terminal) : undefined;
  const reviewed: Reviewed = { review, cost, checked: checkReview(review, cost, settings) };
  const { fixes, html, restatement, json, markdown, commentKey, commentBehavior, pullRequest } = options;
  const hasComment = markdown !== undefined || pullRequest !== undefined;
  const text =
    hasComment && !isSmall(reviewed, options)
      ? markdownText(reviewDocument(reviewed, "comment"), "comment")
      : undefined;
  if (markdown !== undefined && text !== undefined) writeNamed(markdown, text);
  if (markdown !== undefined && text === undefined) {
    // That of the last run.
    rmSync(markdown, { force: true });
    const why = plainText(smallPhrase(reviewed, options.commentThreshold ?? ""));
    terminal.note(`${quoted(markdown)} is not written. ${why}`);
  }
  if (html !== undefined) writeNamed(html, htmlPage(reviewDocument(reviewed, "page")));
  writeCheckReports(reviewed, options);
  if (fixes !== undefined) {
    const files = programFiles(process.cwd());
    writeNamed(fixes, fixesText(fixesFor(reviewed.checked.renamed, files), files));
  }
  if (restatement !== undefined && cost !== undefined)
    writeNamed(restatement, csvText(restatementColumns, restatementRows(review, cost)));
  const object = json === undefined ? "" : JSON.stringify(reviewJson(reviewed), null, 2);
  if (typeof json === "string") writeNamed(json, `${object}\n`);
  terminal.print(json === true ? object : terminalText(reviewDocument(reviewed, "brief"), terminal.colors));
  for (const one of reviewed.checked.unused)
    terminal.note(`note: the acknowledged change ${one} is not in this review.`);
  const lines = gateLines(review, reviewed.checked);
  const warned = warnedGates(lines);
  if (warned !== undefined) terminal.note(warned);
  const failed = failedGates(lines);
  if (failed !== undefined) terminal.note(terminal.colors.red(failed));
  if (pullRequest !== undefined) {
    const nothing = smallReviewDocument(reviewed, options.commentThreshold ?? "");
    await postComment(pullRequest, { key: commentKey, behavior: commentBehavior }, { text, nothing }, terminal);
  }
  return failed === undefined ? 0 : gateFailed;
}

/** The exit code. */
const gateFailed = 3;

/** What the checks found, for the tools of a pipeline. */
function writeCheckReports(reviewed: Reviewed, options: ReviewRun): void {
  if (options.junit !== undefined) writeNamed(options.junit, junitXml("cost-allocation review", checkCases(reviewed)));
  if (options.codeQuality !== undefined)
    writeNamed(options.codeQuality, `${JSON.stringify(codeQuality(reviewed), null, 2)}\n`);
}

async function readCost(
  plan: Plan,
  review: Review,
  compared: LivePlan["compared"],
  options: ReviewRun,
  gates: Gates,
  terminal: Terminal,
): Promise<ReviewCost> {
  const sides = sidesOfTags(plan, review, compared);
  // A cube that was made for the plan may lack the keys of tags outside of the stack.
  const needed = options.cube === undefined ? contentsNeeded(sides.values()) : contentsRequired(plan, sides);
  const loaded = await loadCube(options, needed, cubeSource(options), terminal);
  const cube = withNearKeysOf(contentsNeeded(sides.values()), loaded);
  for (const note of dataWarnings(cube.header)) terminal.note(`warning: ${plainText(note)}`);
  return costOfReview(review, sidesWithKeys(sides, cube), cube, {
    gates,
    closed: await closedMonths(options, terminal),
    now: terminal.now(),
  });
}

/** What makes a cube for the rules of this review. Two lists of tags have no command. */
function cubeSource({ reach, ...options }: ReviewRun): CubeSource | undefined {
  if (options.plan === undefined && options.stack === undefined) return undefined;
  // Contents that were compared with the account may need keys that the plan does not have.
  return cubeOfPlan(options, reach === undefined ? [] : ["--live", ...reach.options]);
}

/** The gate of a misspelled tag would never fail. */
function refuseUnknownTags({ byTag }: Gates, { names, tags, isComplete, outsideNotRead }: Review): void {
  const known = new Set([
    ...names.values(),
    ...outsideNotRead,
    ...tags.flatMap(({ facts }) => facts.renamedFrom ?? []),
  ]);
  const keys = new Set([...known].map(nameKey));
  const [unknown] = [...byTag.keys()].filter((name) => !keys.has(name));
  if (unknown === undefined || !isComplete) return;
  throw new Error(
    withHint(`The gates file names ${quoted(unknown)}, which is no tag of the plan.`, unknown, [...known]),
  );
}

/** Whether there is nothing for a comment: less money than the threshold moves, every gate passes by itself and nothing breaks. */
function isSmall({ review, cost, checked }: Reviewed, options: ReviewOptions): boolean {
  // Without the account, what others changed is never known: the comment says so instead.
  const isKnown =
    review.isComplete &&
    review.outsideNotRead.length === 0 &&
    cost !== undefined &&
    [...cost.tags.values()].every((one) => typeof one !== "string") &&
    review.tags.every(({ facts }) => facts.overwrites?.kind !== "notKnown") &&
    review.metadata.every(({ overwrites }) => overwrites === undefined || overwrites.kind === "notRead");
  // A comment always reports what stops, breaks or undoes work of others, a warning and an acknowledgment, whatever money moves.
  return (
    isKnown &&
    checked.findings.every(({ level, outcome }) => level === "note" && outcome === "shown") &&
    checked.checks.every(({ undecided = [] }) => undecided.every(({ outcome }) => outcome === "shown")) &&
    options.commentThreshold !== undefined &&
    movesLess(cost, options.commentThreshold)
  );
}
