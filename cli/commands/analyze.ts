/** `cost-allocation analyze`: rules that can't have an effect, with proofs. */
import { Command } from "@commander-js/extra-typings";
import { baseUrlOption, onAccountIf, settingsHelp, stackOption } from "./options/account";
import { planOption, tagsOption } from "./options/tags";
import { onTerminal } from "../console/onTerminal";
import { processTerminal, type Terminal } from "../console/terminal";
import { terminalText } from "../document/terminal";
import { namesFile, readTagSet, type TagSet } from "../sources/tagSet";
import { analysisOf } from "../studies/analysis";
import { analysisDocument } from "../words/analyze";
import { incompleteText, leftOutText } from "../words/leftOut";

const help = `
Finds rules that never match, never win or have no effect, members of groups without an effect, defaults that are never
used, and comparisons with values that another tag never gives. Each finding is proved for all possible records, not for a
sample. Changes nothing. docs/analysis.md explains the findings.

Give one of these. The default is --live:
  --plan <file>   output of "pulumi preview --json --show-sames", with the tags as they will be; - reads stdin.
                  What is live beside a staged content is not in a plan, so references to such a tag can have any value
  --tags <file>   tags as JSON: [{ "id", "name", "rules", "defaultValue" }], "id" optional; - reads stdin
  --stack <name>  runs that preview in the current folder
  --live          the tags of the account

With the account: ${settingsHelp.charAt(0).toLowerCase()}${settingsHelp.slice(1)}

Exit code: 0 if nothing is found, 1 if there is a finding, 2 for wrong arguments or after an error.

Examples:
  npx cost-allocation analyze --tags tags.json
  pulumi preview --json --show-sames | npx cost-allocation analyze --plan -
  npx cost-allocation analyze --live --json`;

interface AnalyzeOptions {
  json?: true | undefined;
  pairs?: true | undefined;
}

/**
 * The subcommand.
 *
 * @param terminal where it prints. Default: the terminal of the process
 */
export function analyzeCommand(terminal: Terminal = processTerminal()): Command {
  return onTerminal(new Command("analyze"), terminal)
    .description("Find rules that can't have an effect")
    .addOption(planOption("tags", "live", "stack"))
    .addOption(tagsOption("plan", "live"))
    .option("--live", "take the tags from the account (default)")
    .option("--pairs", "also list pairs of rules that overlap, and neighbors whose order does not matter")
    .option("--json", "print the findings as a JSON array, with rules counted from 0")
    .addOption(stackOption("take the tags from the preview of this stack"))
    .addOption(baseUrlOption())
    .addHelpText("after", help)
    .action((options) =>
      onAccountIf(!namesFile(options), terminal, options, async (account) =>
        report(terminal, await readTagSet(options, terminal.env, account?.client), options),
      ),
    );
}

function report(terminal: Terminal, set: TagSet, options: AnalyzeOptions): number {
  const analysis = analysisOf(set, options);
  const { findings, leftOut, isComplete } = analysis;
  if (!isComplete) terminal.note(`warning: ${incompleteText("The plan")}`);
  for (const one of leftOut) terminal.note(`warning: ${leftOutText(one)}`);
  terminal.print(
    options.json === true
      ? JSON.stringify(findings, null, 2)
      : terminalText(analysisDocument(analysis), terminal.colors),
  );
  return findings.length > 0 ? 1 : 0;
}
