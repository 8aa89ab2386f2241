/** `cost-allocation report`: the Virtual Tags of an account and their money, for people who do not read code. */
import { Command } from "@commander-js/extra-typings";
import { focusMapping } from "../../cost/mapping/mapping";
import type { Condition, TagContent } from "../../rules/types";
import { baseUrlOption, onAccount, settingsHelp, stackOption } from "./options/account";
import { writeNamed } from "../console/atomicFile";
import type { Account } from "../console/account";
import { onTerminal } from "../console/onTerminal";
import { loadCube } from "../sources/costData";
import { processTerminal, quoted, type Terminal } from "../console/terminal";
import { htmlPage } from "../document/html";
import { reportDocument } from "../words/money/report";
import { readAllTags } from "../sources/account/allTags";
import { reportOn } from "../studies/money/tagReports";

const help = `
Writes a page with every Virtual Tag: its values month by month, each rule as a sentence with its cost, what the default takes
and where it comes from, what the analysis finds, the owner and the last change. Amounts are estimates from FOCUS cost data,
which never leaves this machine. Reads the account, and changes nothing.

Give one of these:
  --cube <file>      a cube that holds the keys of the account: "cost-allocation cube --live"
  --data <files...>  cost data in the FOCUS format. Then the sources of what the default takes have accounts and services. A
                     cube has these only if a rule uses them

${settingsHelp}

Exit code: 0 on success, 2 after an error or for wrong arguments.

Examples:
  npx cost-allocation report --live --cube cube.json.gz --html report.html
  npx cost-allocation report --live --data 'focus/*.parquet' --html report.html`;

interface ReportOptions {
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
    .requiredOption("--live", "the tags of the account")
    .option("--cube <file>", 'cost data, as "cost-allocation cube" makes it')
    .option("--data <files...>", "cost data in the FOCUS format; quote patterns such as 'focus/*.parquet'")
    .option("--mapping <file>", "with --data: which columns hold which keys (cost-data.json)")
    .requiredOption("--html <file>", "the page to write")
    .addOption(stackOption())
    .addOption(baseUrlOption())
    .addHelpText("after", help)
    .action(async (options, command) => {
      if ((options.cube === undefined) === (options.data === undefined)) {
        command.error("error: give one of --cube and --data", { exitCode: 2, code: "report.arguments" });
      }
      if (options.mapping !== undefined && options.data === undefined) {
        command.error("error: --mapping needs --data: a cube has a mapping already", {
          exitCode: 2,
          code: "report.arguments",
        });
      }
      await onAccount(terminal, options, (account) => report(account, options, terminal));
    });
}

async function report({ client, reach }: Account, options: ReportOptions, terminal: Terminal): Promise<number> {
  const { tags, warnings } = await readAllTags(client);
  for (const warning of warnings) terminal.note(`warning: ${warning}`);
  const contents = options.data === undefined ? tags : [...tags, originKeys];
  const cube = await loadCube(options, contents, { options: ["--live", ...reach.options] }, terminal);
  const page = htmlPage(reportDocument(reportOn(tags, cube), cube.header));
  writeNamed(options.html, page);
  terminal.print(`Wrote ${quoted(options.html)}: ${tags.length} Virtual Tags.`);
  return 0;
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
