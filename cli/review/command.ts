/** `cost-allocation review`: what a preview would change, by meaning. */
import { Command } from "@commander-js/extra-typings";
import { writeWhole } from "../atomicFile";
import { baseUrlOption, onAccount, settingsHelp, withExitCode } from "../account";
import type { Plan } from "../inputs/plan";
import { readPlan, readTagsFile } from "../inputs/tagInput";
import { onTerminal } from "../onTerminal";
import { processTerminal, quoted, type Terminal } from "../terminal";
import { htmlReport } from "./htmlReport";
import { jsonReport } from "./jsonReport";
import { planOfLists } from "./listPlan";
import { readLiveTags } from "./liveTags";
import { markdownReport } from "./markdownReport";
import type { LiveComparison } from "./review";
import { reviewPlan } from "./reviewPlan";
import { previewStack } from "./stackPreview";
import { terminalReport } from "./terminalReport";

const help = `
Shows for each Virtual Tag which rules are added, removed, changed and moved, and which tags follow a change because they
refer to it. Only differences in meaning count. Also shows adoptions, staged versions that go live, renames, changes of the
owner, metadata and notification endpoints (never their destinations). Changes nothing.

Give one of these:
  --plan <file>               output of "pulumi preview --json --show-sames"; - reads stdin
  --stack <name>              runs that preview in the current folder; with --refresh, drift shows as a change
  --before <file> --after <file>
                              tags as JSON: [{ "id", "name", "rules", "defaultValue" }], "id" optional; - reads stdin

The review works offline. With --live, adopted tags and staged versions that go live are compared with what is live in the
account. ${settingsHelp}

Exit code: 0 on success, 2 for wrong arguments or after an error. A preview that failed is an error.

Examples:
  npx cost-allocation review --stack production
  npx cost-allocation review --plan preview.json --markdown review.md --html review.html
  npx cost-allocation review --before main.json --after branch.json --json`;

interface ReviewOptions {
  plan?: string | undefined;
  stack?: string | undefined;
  refresh?: true | undefined;
  before?: string | undefined;
  after?: string | undefined;
  markdown?: string | undefined;
  html?: string | undefined;
  json?: true | undefined;
}

/**
 * The subcommand.
 *
 * @param terminal where it writes. Default: the terminal of the process
 */
export function reviewCommand(terminal: Terminal = processTerminal()): Command {
  return onTerminal(new Command("review"), terminal)
    .description("Show what a preview would change, by meaning")
    .option("--plan <file>", 'output of "pulumi preview --json --show-sames"; - reads stdin')
    .option("--stack <name>", "run the preview of this stack")
    .option("--refresh", "with --stack: read the account first, so that drift shows as a change")
    .option("--before <file>", "tags before the change; needs --after")
    .option("--after <file>", "tags after the change; needs --before")
    .option("--live", "compare adoptions and promotions with the account")
    .option("--markdown <file>", "write a comment for a pull request")
    .option("--html <file>", "write a page")
    .option("--json", "print one JSON object")
    .addOption(baseUrlOption())
    .addHelpText("after", help)
    .action(async ({ live = false, baseUrl, ...options }, command) => {
      const problem = argumentProblem(options, live);
      if (problem !== undefined) command.error(`error: ${problem}`, { exitCode: 2, code: "review.arguments" });
      if (!live) {
        await withExitCode(terminal, async () => report(await readInputs(options, terminal), options, terminal));
        return;
      }
      await onAccount(terminal, baseUrl, async ({ client }) => {
        const plan = await readInputs(options, terminal);
        return report(plan, options, terminal, await readLiveTags(client, plan));
      });
    });
}

/** What is wrong with a combination of options. */
function argumentProblem({ plan, stack, refresh, before, after }: ReviewOptions, live: boolean): string | undefined {
  const hasFiles = before !== undefined || after !== undefined;
  const inputs = [plan !== undefined, stack !== undefined, hasFiles].filter(Boolean).length;
  if (inputs !== 1) return "give one of --plan, --stack, or --before with --after";
  if (hasFiles && (before === undefined || after === undefined)) return "--before and --after need each other";
  if (before === "-" && after === "-") return "only one of --before and --after can read stdin";
  if (refresh === true && stack === undefined) return "--refresh needs --stack";
  if (hasFiles && live) return "--live needs --plan or --stack: files have no adoptions";
  return undefined;
}

async function readInputs(options: ReviewOptions, { env }: Terminal): Promise<Plan> {
  const { plan, stack, refresh = false, before, after } = options;
  if (plan !== undefined) return readPlan(plan);
  if (stack !== undefined) return previewStack(stack, refresh, { ...env });
  return planOfLists(await readTagsFile(before ?? ""), await readTagsFile(after ?? ""));
}

function report(
  plan: Plan,
  { markdown, html, json }: ReviewOptions,
  terminal: Terminal,
  live?: ReadonlyMap<string, LiveComparison>,
): number {
  const review = reviewPlan(plan, live);
  if (markdown !== undefined) writeReport(markdown, markdownReport(review));
  if (html !== undefined) writeReport(html, htmlReport(review));
  terminal.print(
    json === true ? JSON.stringify(jsonReport(review), null, 2) : terminalReport(review, terminal.colors).join("\n"),
  );
  return 0;
}

function writeReport(path: string, text: string): void {
  try {
    writeWhole(path, text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${quoted(path)} can't be written: ${reason}`, { cause: error });
  }
}
