/** `cost-allocation report` in this process. */
import { CommanderError } from "@commander-js/extra-typings";
import pc from "picocolors";
import { reportCommand } from "../../../cli/report/command";
import { type Terminal, terminalText } from "../../../cli/terminal";
import type { Account, Ended } from "../versions/account";

/** Runs the command on an account. */
export async function runReport({ emulator }: Account, args: readonly string[]): Promise<Ended> {
  const ended: Ended = { code: -1, stdout: "", stderr: "" };
  const terminal: Terminal = {
    env: {
      COST_ALLOCATION_BASE_URL: emulator.url,
      COST_ALLOCATION_CLIENT_ID: emulator.clientId,
      COST_ALLOCATION_SECRET_KEY: emulator.secretKey,
    },
    isInteractive: false,
    colors: pc.createColors(false),
    print: (text) => (ended.stdout += `${terminalText(text)}\n`),
    note: (text) => (ended.stderr += `${terminalText(text)}\n`),
    ask: () => Promise.resolve(""),
    pause: () => Promise.resolve(),
    end: (code) => (ended.code = code),
  };
  try {
    await reportCommand(terminal).parseAsync([...args], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    ended.code = error.exitCode;
  }
  return ended;
}
