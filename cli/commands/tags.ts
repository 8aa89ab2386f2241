/** `cost-allocation tags`: the Virtual Tags of the account. */
import { Command } from "@commander-js/extra-typings";
import type { Account } from "../console/account";
import { onTerminal } from "../console/onTerminal";
import { processTerminal, type Terminal } from "../console/terminal";
import { terminalText } from "../document/terminal";
import { readHistory } from "../sources/account/allTags";
import { readEach } from "../sources/account/readEach";
import { type ListedTag, tagsDocument } from "../words/tags";
import { baseUrlOption, onAccount, settingsHelp, stackOption } from "./options/account";

const help = `
Lists the Virtual Tags that these credentials can read, by name: ID, number of rules, owner, and when and by whom the tag
was last changed. The owner is the resource whose ownership mark the newest versions bear. If a stack manages a tag
without a mark, it has not saved it, or only with V1. Reads the account, and changes nothing.

${settingsHelp}

Exit code: 0 on success, 2 after an error.

Examples:
  npx cost-allocation tags
  npx cost-allocation tags --stack production --json`;

/**
 * The subcommand.
 *
 * @param terminal where it prints. Default: the terminal of the process
 */
export function tagsCommand(terminal: Terminal = processTerminal()): Command {
  return onTerminal(new Command("tags"), terminal)
    .description("List the Virtual Tags of the account")
    .option("--json", "print an array: id, name, rules, owner, lastChange")
    .addOption(stackOption())
    .addOption(baseUrlOption())
    .addHelpText("after", help)
    .action(({ json, ...accountOptions }) =>
      onAccount(terminal, accountOptions, async (account) => {
        const tags = await listTags(account, terminal);
        terminal.print(
          json === true ? JSON.stringify(tags, null, 2) : terminalText(tagsDocument(tags), terminal.colors),
        );
        return 0;
      }),
    );
}

async function listTags({ client, settings }: Account, terminal: Terminal): Promise<ListedTag[]> {
  const all = await client.virtualTags.list();
  const { maxConcurrency } = settings;
  const tags = await readEach("Reading versions", all, { terminal, maxConcurrency }, async ({ id, name, rules }) => ({
    id,
    name,
    rules: Array.isArray(rules) ? rules.length : undefined,
    ...(await readHistory(client, id)),
  }));
  return tags.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}
