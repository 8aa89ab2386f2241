import { type Command, CommanderError } from "@commander-js/extra-typings";
import type { Terminal } from "./terminal";

/**
 * Makes a command write its help and its usage errors to the terminal. Wrong arguments end it with 2, because 1 is a result of some
 * commands. Subcommands copy the settings with `copyInheritedSettings`.
 *
 * @throws {CommanderError} when the command is parsed: with exit code 0 after help, otherwise 2
 */
export function onTerminal<Configured extends Command<unknown[]>>(command: Configured, terminal: Terminal): Configured {
  return command
    .configureOutput({
      writeOut: (text) => {
        terminal.print(text.trimEnd());
      },
      writeErr: (text) => {
        terminal.note(text.trimEnd());
      },
    })
    .exitOverride(withCodeTwo);
}

/** Throws what ended the parsing of a command: with exit code 0 after help, otherwise 2. */
export function withCodeTwo(error: CommanderError): never {
  throw error.exitCode === 0 ? error : new CommanderError(2, error.code, error.message);
}
