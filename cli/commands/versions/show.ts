/** `cost-allocation versions show`: the content of one version. */
import { Command } from "@commander-js/extra-typings";
import { baseUrlOption, onAccount, settingsHelp, stackOption } from "../options/account";
import type { Terminal } from "../../console/terminal";
import { terminalText } from "../../document/terminal";
import { findTag } from "../../sources/account/findTag";
import { findVersion } from "../../sources/account/findVersion";
import { contentOf } from "../../sources/account/version";
import { versionDocument } from "../../words/versions";

const help = `
Shows the rules of a version in order, with their filters as indented text, and the default value. Changes nothing.

<tag> is the ID or the exact name of the tag. <version> is an ID from "cost-allocation versions list", "live", or
"previous": the one that was saved before the live one. The first 8 characters of an ID are enough.

${settingsHelp}

Exit code: 0 on success, 2 after an error.

Examples:
  npx cost-allocation versions show Team live
  npx cost-allocation versions show Team live --json > team.json`;

/** The subcommand. */
export function versionsShowCommand(terminal: Terminal): Command<[string, string]> {
  return new Command("show")
    .description("Show the content of a version")
    .argument("<tag>", "ID or exact name of the tag")
    .argument("<version>", 'ID of the version, "live" or "previous"')
    .option("--json", "print the version as the API returns it")
    .addOption(stackOption())
    .addOption(baseUrlOption())
    .addHelpText("after", help)
    .action((idOrName, versionId, { json, ...accountOptions }) =>
      onAccount(terminal, accountOptions, async (account) => {
        const tag = await findTag(account, idOrName);
        const version = await findVersion(account, tag, versionId);
        if (json === true) {
          terminal.print(JSON.stringify(version, null, 2));
          return 0;
        }
        const document = versionDocument(tag, version, contentOf(account, tag, version));
        terminal.print(terminalText(document, terminal.colors));
        return 0;
      }),
    );
}
