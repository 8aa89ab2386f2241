/** `cost-allocation drift`: compares a stack with the account. */
import { Command, Option } from "@commander-js/extra-typings";
import { baseUrlOption, onAccount, settingsHelp, stackOption } from "./options/account";
import { writeWhole } from "../console/atomicFile";
import { onTerminal } from "../console/onTerminal";
import { processTerminal, type Terminal } from "../console/terminal";
import { markdownText } from "../document/markdown";
import { terminalText } from "../document/terminal";
import { readStack } from "../sources/account/seenStack";
import { declarationsIn } from "../sources/declared";
import { readStackState, type StateSource } from "../sources/stackState";
import { compareStack } from "../studies/drift/compareStack";
import { type Comparison, isNothingCompared } from "../studies/drift/comparison";
import { driftDocument } from "../words/drift";

const help = `
Compares what a stack wrote last with what is live in the account: who changed what and when, the difference by meaning, and
the ways forward. A change that "pulumi refresh" has found is still drift, until the program and the service agree. A save
with the same meaning is not. Secrets stay encrypted, and what they hide is listed as not compared. Changes nothing.

--stack runs "pulumi stack export" in this folder. --state reads the output of that command.

${settingsHelp}

Exit code: 0 if there is no drift, 1 if there is, 2 after an error or if nothing could be compared.

Examples:
  npx cost-allocation drift --stack production
  npx cost-allocation drift --stack production --markdown drift.md
  pulumi stack export --stack production | npx cost-allocation drift --state - --json`;

/**
 * The subcommand.
 *
 * @param terminal where it reads and writes. Default: the terminal of the process
 */
export function driftCommand(terminal: Terminal = processTerminal()): Command {
  const drift = onTerminal(new Command("drift"), terminal)
    .description("Compare a stack with the account, and show what was changed outside Pulumi")
    .addOption(stackOption("compare this stack"))
    .addOption(new Option("--state <file>", 'output of "pulumi stack export" (- reads stdin)').conflicts(["stack"]))
    .option("--markdown <file>", "also write the result as Markdown, for an issue or a chat")
    .option("--json", "print the result as JSON, with rules counted from 0")
    .addOption(baseUrlOption())
    .addHelpText("after", help);
  drift.action(async ({ baseUrl, json, markdown, stack, state }) => {
    const source =
      sourceOf(stack, state) ?? drift.error("error: give the stack with --stack, or its state with --state");
    await onAccount(terminal, { baseUrl, stack }, async (account) => {
      const declarations = declarationsIn(await readStackState(source, terminal));
      const comparison = compareStack(await readStack(account, declarations));
      if (markdown !== undefined) {
        writeWhole(markdown, markdownText(driftDocument(comparison, account.reach, "comment"), "comment"));
      }
      terminal.print(
        json === true
          ? jsonOf(comparison, stack)
          : terminalText(driftDocument(comparison, account.reach, "brief"), terminal.colors),
      );
      if (isNothingCompared(comparison)) return 2;
      return comparison.findings.length > 0 ? 1 : 0;
    });
  });
  return drift;
}

/** The result as JSON. Where nothing was compared, nobody knows whether there is drift. */
function jsonOf(comparison: Comparison, stack: string | undefined): string {
  const { findings, notCompared, same } = comparison;
  const drift = isNothingCompared(comparison) ? null : findings.length > 0;
  const result = { ...(stack === undefined ? {} : { stack }), drift, findings, notCompared, same };
  return JSON.stringify(result, null, 2);
}

function sourceOf(stack: string | undefined, file: string | undefined): StateSource | undefined {
  if (stack !== undefined) return { stack };
  return file === undefined ? undefined : { file };
}
