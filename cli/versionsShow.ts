/** `cost-allocation versions show`: what one version says. */
import { Command } from "@commander-js/extra-typings";
import { baseUrlOption, onAccount, settingsHelp } from "./account";
import { contentLines } from "./contentText";
import { printable, type Terminal } from "./terminal";
import { contentOf, findTag, findVersion, titleOf, versionTitle } from "./versionsLookup";

const help = `
Shows the rules of a version in their order, their filters as indented text, and the default value. Changes nothing.

<tag> is the tag's ID or its exact name. <version> is an ID from "cost-allocation versions list", or "live".

${settingsHelp}

Exit code: 0, or 2 after an error.

Examples:
  cost-allocation versions show Team live
  cost-allocation versions show Team live --json > team.json`;

/** The subcommand. */
export function versionsShowCommand(terminal: Terminal): Command<[string, string]> {
  return new Command("show")
    .description("Show the content of a version")
    .argument("<tag>", "ID or exact name of the tag")
    .argument("<version>", 'ID of the version, or "live"')
    .option("--json", "print the version as the API has it")
    .addOption(baseUrlOption())
    .addHelpText("after", help)
    .action((idOrName, versionId, { baseUrl, json }) =>
      onAccount(terminal, baseUrl, async (client) => {
        const tag = await findTag(client, idOrName);
        const version = await findVersion(client, tag, versionId);
        if (json === true) {
          terminal.print(JSON.stringify(version, null, 2));
          return 0;
        }
        const { changeDescription } = version;
        const lines = [
          terminal.colors.bold(titleOf(tag)),
          `Version ${versionTitle(version)}`,
          ...(changeDescription === undefined ? [] : [`Change: ${printable(changeDescription)}`]),
          "",
          ...contentLines(contentOf(version)),
        ];
        terminal.print(lines.join("\n"));
        return 0;
      }),
    );
}
