/** `cost-allocation catalog`: what a program can use of the account's key catalog. */
import { Command } from "@commander-js/extra-typings";
import { settingsHelp } from "./options/account";
import { onTerminal } from "../console/onTerminal";
import { processTerminal, type Terminal } from "../console/terminal";
import { catalogTypesCommand } from "./catalog/types";

const help = `
${settingsHelp}

Exit code: 0 on success, 2 after an error.

Examples:
  npx cost-allocation catalog types --out catalog.d.ts`;

/**
 * The subcommand with its own subcommand: types.
 *
 * @param terminal where it reads and writes. Default: the terminal of the process
 */
export function catalogCommand(terminal: Terminal = processTerminal()): Command {
  const catalog = onTerminal(new Command("catalog"), terminal)
    .description("Write the account's keys as types, for the editor and the compiler")
    .addHelpText("after", help);
  catalog.addCommand(catalogTypesCommand(terminal).copyInheritedSettings(catalog));
  return catalog;
}
