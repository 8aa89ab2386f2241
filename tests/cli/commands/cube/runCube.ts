/** Runs `cost-allocation cube` in tests. */
import { cubeCommand } from "../../../../cli/commands/cube";
import { type Ended, runCommand } from "../../../support/commands/runCommand";

/** Runs the command with these arguments and this environment. */
export function runCube(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  return runCommand(cubeCommand, args, { env });
}
