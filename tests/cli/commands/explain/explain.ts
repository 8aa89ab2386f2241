/** Runs the command `explain`. */
import { explainCommand } from "../../../../cli/commands/explain";
import { type Ended, runCommand } from "../../../support/commands/runCommand";

/** Runs `cost-allocation explain` without a person. */
export function explain(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  return runCommand(explainCommand, args, { env });
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
