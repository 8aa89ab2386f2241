/** `cost-allocation drift`: compares a stack with the account. */
import { Command, Option } from "@commander-js/extra-typings";
import { baseUrlOption, onAccount, settingsHelp } from "./options/account";
import { writeWhole } from "../console/atomicFile";
import { onTerminal } from "../console/onTerminal";
import type { Account } from "../console/account";
import { processTerminal, quoted, type Terminal } from "../console/terminal";
import type { Document, Extent } from "../document/document";
import { markdownText } from "../document/markdown";
import { terminalText } from "../document/terminal";
import { readOwnedTags } from "../sources/account/ownedTags";
import { readStack } from "../sources/account/seenStack";
import { declarationsIn } from "../sources/declared";
import { readStackState, type StackState, type StateSource } from "../sources/stackState";
import { inputTitle, readInput } from "../sources/textFile";
import { compareStack } from "../studies/drift/compareStack";
import { type Comparison, isNothingCompared } from "../studies/drift/comparison";
import { isNothingKnown, managingOf, unmanagedTags } from "../studies/unmanaged";
import { driftDocument } from "../words/drift";
import { unmanagedDocument } from "../words/unmanaged";

const help = `
Compares what a stack wrote last with what is live in the account: who changed what and when, the difference by meaning, and
the ways forward. A change that "pulumi refresh" has found is still drift, until the program and the service agree. A save
with the same meaning is not. Secrets stay encrypted, and what they hide is listed as not compared. Changes nothing.

--stack runs "pulumi stack export" in this folder. --state reads the output of that command.

With --unmanaged, it lists the tags of the account that no stack manages instead: those that no given state has, unless
--owners lists the stack of their ownership mark. Give --stack or --state once for each stack; --owners takes a file that
has "project/stack" in each line. Without any of them, every tag with a mark counts as managed.

${settingsHelp}

Exit code: 0 if there is no drift, or no such tag, 1 if there is, 2 after an error or if nothing could be compared.

Examples:
  npx cost-allocation drift --stack production
  npx cost-allocation drift --stack production --markdown drift.md
  pulumi stack export --stack production | npx cost-allocation drift --state - --json
  npx cost-allocation drift --unmanaged --stack production --stack staging`;

/**
 * The subcommand.
 *
 * @param terminal where it reads and writes. Default: the terminal of the process
 */
export function driftCommand(terminal: Terminal = processTerminal()): Command {
  const drift = onTerminal(new Command("drift"), terminal)
    .description("Compare a stack with the account, and show what was changed outside Pulumi")
    .option("--stack <name>", "compare this stack; take the settings from the config of the first one", append)
    .addOption(
      new Option("--state <file>", 'output of "pulumi stack export" (- reads stdin)')
        .argParser(append)
        .conflicts(["stack"]),
    )
    .option("--unmanaged", "list the tags of the account that none of the stacks manages")
    .option("--owners <file>", 'with --unmanaged: more stacks, "project/stack" in each line')
    .option("--markdown <file>", "also write the result as Markdown, for an issue or a chat")
    .option("--json", "print the result as JSON, with rules counted from 0")
    .addOption(baseUrlOption())
    .addHelpText("after", help);
  drift.action(async ({ baseUrl, json, markdown, owners, stack = [], state = [], unmanaged = false }) => {
    const sources = [...stack.map((name): StateSource => ({ stack: name })), ...state.map((file) => ({ file }))];
    const [source] = sources;
    if (!unmanaged && owners !== undefined) drift.error("error: --owners is for --unmanaged");
    if (!unmanaged && (source === undefined || sources.length > 1))
      drift.error("error: give one stack with --stack, or its state with --state");
    await onAccount(terminal, { baseUrl, stack: stack[0] }, async (account) => {
      const { code, result, document } =
        unmanaged || source === undefined
          ? await findUnmanaged(account, sources, owners, terminal)
          : await compare(account, source, terminal);
      if (markdown !== undefined) writeWhole(markdown, markdownText(document("comment"), "comment"));
      terminal.print(
        json === true ? JSON.stringify(result, null, 2) : terminalText(document("brief"), terminal.colors),
      );
      return code;
    });
  });
  return drift;
}

const append = (one: string, others: readonly string[] = []): string[] => [...others, one];

/** What the command found: its exit code, the JSON, and the text. */
interface Found {
  code: number;
  result: unknown;
  document: (extent: Extent) => Document;
}

async function compare(account: Account, source: StateSource, terminal: Terminal): Promise<Found> {
  const comparison = compareStack(await readStack(account, declarationsIn(await readStackState(source, terminal))));
  return {
    code: exitCode(isNothingCompared(comparison), comparison.findings),
    result: driftJson(comparison, "stack" in source ? source.stack : undefined),
    document: (extent) => driftDocument(comparison, account.reach, extent),
  };
}

async function findUnmanaged(
  account: Account,
  sources: readonly StateSource[],
  owners: string | undefined,
  terminal: Terminal,
): Promise<Found> {
  const states: StackState[] = [];
  for (const source of sources) states.push(await readStackState(source, terminal));
  const listed = owners === undefined ? undefined : stacksIn(await readInput(owners), inputTitle(owners));
  const managing = managingOf(states, listed);
  const found = unmanagedTags(await readOwnedTags(account, managing.ids, terminal), managing);
  return {
    code: exitCode(isNothingKnown(found), found.unmanaged),
    result: found,
    document: (extent) => unmanagedDocument(found, account.reach, extent),
  };
}

function exitCode(isNothingCompared: boolean, found: readonly unknown[]): number {
  if (isNothingCompared) return 2;
  return found.length > 0 ? 1 : 0;
}

/** The stacks of a file, one in each line. */
function stacksIn(text: string, title: string): string[] {
  return text.split(/\r?\n/u).flatMap((line, index) => {
    const stack = line.trim();
    if (stack === "") return [];
    if (/^[\w.-]+\/[\w.-]+$/u.test(stack)) return [stack];
    throw new Error(`${title}, line ${index + 1}: ${quoted(stack)} is not a stack as \`project/stack\`.`);
  });
}

/** The comparison as JSON. Where nothing was compared, nobody knows whether there is drift. */
export function driftJson(comparison: Comparison, stack: string | undefined): object {
  const { findings, notCompared, same } = comparison;
  const drift = isNothingCompared(comparison) ? null : findings.length > 0;
  return { ...(stack === undefined ? {} : { stack }), drift, findings, notCompared, same };
}
