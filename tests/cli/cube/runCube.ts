/** Runs `cost-allocation cube` in tests. */
import { CommanderError } from "@commander-js/extra-typings";
import pc from "picocolors";
import { cubeCommand } from "../../../cli/cube/command";
import { type Terminal, terminalText } from "../../../cli/terminal";

/** How the command ended. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the command with these arguments and this environment. */
export async function runCube(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const ended: Ended = { code: 0, stdout: "", stderr: "" };
  const terminal: Terminal = {
    env,
    isInteractive: false,
    colors: pc.createColors(false),
    print: (text) => (ended.stdout += `${terminalText(text)}\n`),
    note: (text) => (ended.stderr += `${terminalText(text)}\n`),
    ask: () => Promise.resolve(""),
    pause: () => Promise.resolve(),
    end: (code) => (ended.code = code),
  };
  try {
    await cubeCommand(terminal).parseAsync([...args], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    ended.code = error.exitCode;
  }
  return ended;
}
