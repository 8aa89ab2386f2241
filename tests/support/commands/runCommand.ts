/** Runs a command of the command line in this process, on a terminal that remembers what it shows. */
import { CommanderError, type CommandUnknownOpts } from "@commander-js/extra-typings";
import pc from "picocolors";
import { type Terminal, terminalText } from "../../../cli/console/terminal";
import { expectDescribed } from "./jsonSchema";

/** How a command ended. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** How a command is run. */
export interface RunOptions {
  /** What the person answers. Without it, there is no terminal. */
  answer?: string;
  /** What happens before the answer. */
  meanwhile?: () => Promise<unknown>;
  /** What happens while the command waits before it looks again, after a lost response. */
  whileWaiting?: () => Promise<unknown>;
  env?: Record<string, string>;
  colors?: boolean;
  /** The clock, in Unix milliseconds. Default: that of the machine. */
  now?: number;
}

/** Makes a command for a terminal. */
export type MakeCommand = (terminal: Terminal) => CommandUnknownOpts;

/** Runs the command with these arguments. The code is -1 if it ends without one. */
export async function runCommand(
  make: MakeCommand,
  args: readonly string[],
  { answer, meanwhile, whileWaiting, env = {}, colors = false, now }: RunOptions = {},
): Promise<Ended> {
  const ended: Ended = { code: -1, stdout: "", stderr: "" };
  const terminal: Terminal = {
    env,
    isInteractive: answer !== undefined,
    colors: pc.createColors(colors),
    print: (text) => (ended.stdout += `${terminalText(text)}\n`),
    note: (text) => (ended.stderr += `${terminalText(text)}\n`),
    ask: async (question) => {
      ended.stdout += question;
      await meanwhile?.();
      return answer ?? "";
    },
    // No test waits for real.
    pause: async () => {
      await whileWaiting?.();
    },
    now: () => now ?? Date.now(),
    end: (code) => (ended.code = code),
  };
  const command = make(terminal);
  try {
    await command.parseAsync([...args], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    ended.code = error.exitCode;
  }
  // `review --json FILE` prints text, and a failed command nothing.
  if (args.includes("--json") && /^[[{]/u.test(ended.stdout)) expectDescribed(command.name(), args[0], ended.stdout);
  return ended;
}
