/** `cost-allocation versions`: the history of a Virtual Tag, and the way back to an earlier version. */
import { Command, CommanderError } from "@commander-js/extra-typings";
import { settingsHelp } from "./account";
import { processTerminal, type Terminal } from "./terminal";
import { versionsDiffCommand } from "./versionsDiff";
import { versionsListCommand } from "./versionsList";
import { versionsRestoreCommand } from "./versionsRestore";
import { versionsShowCommand } from "./versionsShow";

const help = `
Every save of a Virtual Tag is a version, and one of them is live: the one that reports use. Only restore changes anything.

${settingsHelp}

Exit code: 0 when all is well, 1 when diff finds a difference or you answer restore with no, 2 after an error.

Examples:
  cost-allocation versions list Team
  cost-allocation versions show Team live
  cost-allocation versions diff Team 0b0e7a52-6b8c-4c0a-9a52-3f1f1d6f8a11
  cost-allocation versions restore Team 0b0e7a52-6b8c-4c0a-9a52-3f1f1d6f8a11`;

/**
 * The subcommand with its own: list, show, diff, restore.
 *
 * @param terminal where it reads and writes; by default the process's own terminal
 */
export function versionsCommand(terminal: Terminal = processTerminal()): Command {
  const versions = new Command("versions")
    .description("See the versions of a Virtual Tag, compare them, and restore one")
    .addHelpText("after", help)
    .configureOutput({
      writeOut: (text) => {
        terminal.print(text.trimEnd());
      },
      writeErr: (text) => {
        terminal.note(text.trimEnd());
      },
    })
    // Like `diff`, 1 is an answer here; a mistake in the arguments must not look like one.
    .exitOverride((error) => {
      throw error.exitCode === 0 ? error : new CommanderError(2, error.code, error.message);
    });
  for (const make of [versionsListCommand, versionsShowCommand, versionsDiffCommand, versionsRestoreCommand]) {
    versions.addCommand(make(terminal).copyInheritedSettings(versions));
  }
  return versions;
}
