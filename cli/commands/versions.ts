/** `cost-allocation versions`: the history of a Virtual Tag, and how to restore an earlier version. */
import { Command } from "@commander-js/extra-typings";
import { settingsHelp } from "./options/account";
import { onTerminal } from "../console/onTerminal";
import { processTerminal, type Terminal } from "../console/terminal";
import { versionsDiffCommand } from "./versions/diff";
import { versionsListCommand } from "./versions/list";
import { versionsRestoreCommand } from "./versions/restore";
import { versionsShowCommand } from "./versions/show";

const help = `
Each save of a Virtual Tag creates a version. One version is live: reports use it. Only restore changes anything.

${settingsHelp}

Exit code: 0 on success, 1 if diff finds a difference or you don't confirm a restore, 2 after an error.

Examples:
  npx cost-allocation versions list Team
  npx cost-allocation versions show Team live
  npx cost-allocation versions diff Team 0b0e7a52-6b8c-4c0a-9a52-3f1f1d6f8a11
  npx cost-allocation versions restore Team 0b0e7a52-6b8c-4c0a-9a52-3f1f1d6f8a11`;

/**
 * The subcommand with its own subcommands: list, show, diff, restore.
 *
 * @param terminal where it reads and writes. Default: the terminal of the process
 */
export function versionsCommand(terminal: Terminal = processTerminal()): Command {
  const versions = onTerminal(new Command("versions"), terminal)
    .description("List, show and compare the versions of a Virtual Tag, and restore one")
    .addHelpText("after", help);
  for (const make of [versionsListCommand, versionsShowCommand, versionsDiffCommand, versionsRestoreCommand]) {
    versions.addCommand(make(terminal).copyInheritedSettings(versions));
  }
  return versions;
}
