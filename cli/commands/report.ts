/** `cost-allocation report`: the Virtual Tags of an account and their money, for people who do not read code. */
import { Command } from "@commander-js/extra-typings";
import { withNearKeysOf } from "../../cost/cube/evaluationInput";
import { focusMapping } from "../../cost/mapping/mapping";
import type { Condition, TagContent } from "../../rules/types";
import { baseUrlOption, onAccountIf, settingsHelp, stackOption } from "./options/account";
import { cubeOfPlan, planOption, tagsOption } from "./options/tags";
import { writeNamed } from "../console/atomicFile";
import type { Account } from "../console/account";
import { onTerminal } from "../console/onTerminal";
import { type CubeSource, loadCube } from "../sources/costData";
import { namesFile, readFileTags, type TagOptions } from "../sources/tagSet";
import { processTerminal, quoted, type Terminal } from "../console/terminal";
import { counted, plainText } from "../document/document";
import { htmlPage } from "../document/html";
import { incompleteText, leftOutText } from "../words/leftOut";
import { dataWarnings } from "../words/money/costData";
import { reportDocument } from "../words/money/report";
import { readAllTags } from "../sources/account/allTags";
import { type ReportedTag, reportedTags } from "../studies/money/reportedTags";
import { reportOn } from "../studies/money/tagReports";

const help = `
Writes a page with every Virtual Tag: its values month by month, each rule as a sentence with its cost, what the default
takes and where it comes from, what the analysis finds, the owner and the last change. Amounts are estimates from FOCUS cost
data, which never leaves this machine. Reads the account, and changes nothing.

Which tags:
  --live          the tags of the account
  --plan <file>   those that reports use after the update, by the plan; - reads stdin. Of a tag with a staged content, that
                  is what was live before. If the plan does not have it, the tag is left out
  --stack <name>  runs that preview in the current folder. With --live, only takes the settings from the config
  --tags <file>   tags as JSON: [{ "id", "name", "rules", "defaultValue" }], "id" optional; - reads stdin
Only the account knows owners and last changes.

Which cost data:
  --cube <file>      a cube that holds the keys of the tags: "cost-allocation cube" with the same --live, --plan or --tags
  --data <files...>  cost data in the FOCUS format. Then the sources of what the default takes have accounts and services. A
                     cube has these only if a rule uses them

With the account: ${settingsHelp.charAt(0).toLowerCase()}${settingsHelp.slice(1)}

Exit code: 0 on success, 2 after an error or for wrong arguments.

Examples:
  npx cost-allocation report --live --cube cube.json.gz --html report.html
  npx cost-allocation report --live --data 'focus/*.parquet' --html report.html
  npx cost-allocation report --plan plan.json --cube cube.json.gz --html report.html`;

interface ReportOptions extends TagOptions {
  cube?: string | undefined;
  data?: string[] | undefined;
  mapping?: string | undefined;
  html: string;
}

/**
 * The subcommand.
 *
 * @param terminal where it writes. Default: the terminal of the process
 */
export function reportCommand(terminal: Terminal = processTerminal()): Command {
  return onTerminal(new Command("report"), terminal)
    .description("Write a page with all Virtual Tags and their money, in plain words")
    .option("--live", "the tags of the account")
    .addOption(planOption("tags", "live", "stack"))
    .addOption(tagsOption("plan", "live", "stack"))
    .option("--cube <file>", 'cost data, as "cost-allocation cube" makes it')
    .option("--data <files...>", "cost data in the FOCUS format; quote patterns such as 'focus/*.parquet'")
    .option("--mapping <file>", "with --data: which columns hold which keys (cost-data.json)")
    .requiredOption("--html <file>", "the page to write")
    .addOption(stackOption("take the tags from the preview of this stack"))
    .addOption(baseUrlOption())
    .addHelpText("after", help)
    .action(async (options, command) => {
      const problem = argumentProblem(options);
      if (problem !== undefined) command.error(`error: ${problem}`, { exitCode: 2, code: "report.arguments" });
      await onAccountIf(!namesFile(options), terminal, options, (account) => report(account, options, terminal));
    });
}

/** What is wrong with a combination of options. */
function argumentProblem(options: ReportOptions): string | undefined {
  const { live, cube, data, mapping } = options;
  if (live !== true && !namesFile(options)) return "give one of --live, --plan, --tags and --stack";
  if ((cube === undefined) === (data === undefined)) return "give one of --cube and --data";
  if (mapping !== undefined && data === undefined) return "--mapping needs --data: a cube has a mapping already";
  return undefined;
}

async function report(account: Account | undefined, options: ReportOptions, terminal: Terminal): Promise<number> {
  const { tags, warnings } =
    account === undefined ? await tagsOfFile(options, terminal) : await readAllTags(account.client);
  for (const warning of warnings) terminal.note(`warning: ${warning}`);
  const contents = options.data === undefined ? tags : [...tags, originKeys];
  const cube = withNearKeysOf(tags, await loadCube(options, contents, cubeSource(options, account), terminal));
  for (const note of dataWarnings(cube.header)) terminal.note(`warning: ${plainText(note)}`);
  const page = htmlPage(reportDocument(reportOn(tags, cube), cube.header));
  writeNamed(options.html, page);
  terminal.print(`Wrote ${quoted(options.html)}: ${counted(tags.length, "Virtual Tag")}.`);
  return 0;
}

async function tagsOfFile(
  options: ReportOptions,
  { env }: Terminal,
): Promise<{ tags: ReportedTag[]; warnings: string[] }> {
  const set = await readFileTags(options, env);
  const { tags, leftOut } = reportedTags(set);
  const isComplete = set.kind === "file" || set.plan.isComplete;
  return {
    tags,
    warnings: [...(isComplete ? [] : [incompleteText(set.title)]), ...leftOut.map((one) => leftOutText(one))],
  };
}

/** What makes a cube for the rules of the tags. */
function cubeSource({ tags, plan, stack }: ReportOptions, account: Account | undefined): CubeSource {
  if (account !== undefined) return { options: ["--live", ...account.reach.options] };
  return tags === undefined ? cubeOfPlan({ plan, stack }) : { options: ["--tags", tags === "-" ? "tags.json" : tags] };
}

/** Keys that the cube needs: the accounts and services where the default's cost comes from. */
const originKeys: TagContent = {
  rules: [
    {
      to: "",
      filters: {
        AND: [...focusMapping.costCenters.keys()].flatMap((costCenter) =>
          ["linked_account", "service"].map((key): Condition => ({
            costCenter,
            type: "billing_dimension",
            key,
            operator: "exists",
          })),
        ),
      },
    },
  ],
  defaultValue: "",
};
