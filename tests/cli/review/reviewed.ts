/** `cost-allocation review` in this process. */
import { CommanderError } from "@commander-js/extra-typings";
import { join } from "node:path";
import pc from "picocolors";
import { reviewCommand } from "../../../cli/review/command";
import { type Terminal, terminalText } from "../../../cli/terminal";
import type { Ended } from "../versions/account";

/** A plan that the real engine printed. */
export function planFile(name: string): string {
  return join(__dirname, "..", "inputs", "plans", `${name}.json`);
}

/** Runs the command with these arguments. */
export async function runReview(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const ended: Ended = { code: -1, stdout: "", stderr: "" };
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
    await reviewCommand(terminal).parseAsync([...args], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    ended.code = error.exitCode;
  }
  return ended;
}
