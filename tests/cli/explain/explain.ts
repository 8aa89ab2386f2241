/** Runs the command `explain`. */
import { CommanderError } from "@commander-js/extra-typings";
import pc from "picocolors";
import { explainCommand } from "../../../cli/explain/command";
import { terminalText } from "../../../cli/terminal";
import type { Ended } from "../versions/account";

/** Runs `cost-allocation explain` without a person. */
export async function explain(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const ended: Ended = { code: 0, stdout: "", stderr: "" };
  const command = explainCommand({
    env,
    isInteractive: false,
    colors: pc.createColors(false),
    print: (text) => (ended.stdout += `${terminalText(text)}\n`),
    note: (text) => (ended.stderr += `${terminalText(text)}\n`),
    ask: () => Promise.resolve(""),
    pause: () => Promise.resolve(),
    end: (code) => (ended.code = code),
  });
  try {
    await command.parseAsync(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    ended.code = error.exitCode;
  }
  return ended;
}

/** What `--json` prints. */
export interface Json {
  tag: { id?: string; name: string };
  record: Record<string, unknown>;
  decided: boolean;
  value: string | null;
  rule?: number | null;
  could?: unknown[];
}

/** The result of a run with `--json`, which ends well. */
export async function json(args: string[], env?: Record<string, string>): Promise<Json> {
  const { code, stdout, stderr } = await explain([...args, "--json"], env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout) as Json;
}
