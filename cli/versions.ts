/** `cost-allocation versions`: the history of a Virtual Tag, and the way back to an earlier version. */
import { Command, CommanderError } from "@commander-js/extra-typings";
import { processTerminal, type Terminal } from "./terminal";
import { versionsDiffCommand } from "./versionsDiff";
import { versionsListCommand } from "./versionsList";
import { versionsRestoreCommand } from "./versionsRestore";
import { versionsShowCommand } from "./versionsShow";

/**
 * The subcommand with its own: list, show, diff, restore.
 *
 * @param terminal where it reads and writes; by default the process's own terminal
 */
export function versionsCommand(terminal: Terminal = processTerminal()): Command {
  const versions = new Command("versions")
    .description("See the versions of a Virtual Tag, compare them, and restore one")
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
