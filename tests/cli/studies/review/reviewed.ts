/** `cost-allocation review` in this process. */
import { join } from "node:path";
import { reviewCommand } from "../../../../cli/commands/review";
import { type Ended, runCommand } from "../../../support/commands/runCommand";

/** A plan that the real engine printed. */
export function planFile(name: string): string {
  return join(__dirname, "..", "..", "sources", "plans", `${name}.json`);
}

/** Runs the command with these arguments. */
export function runReview(args: readonly string[], env: Record<string, string> = {}, now?: number): Promise<Ended> {
  return runCommand(reviewCommand, args, { env, ...(now === undefined ? {} : { now }) });
}
