/** `cost-allocation report` in this process. */
import { reportCommand } from "../../../../cli/commands/report";
import { type Ended, runCommand } from "../../../support/commands/runCommand";
import type { Account } from "../../../support/commands/account";

/** Runs the command on an account. */
export function runReport({ emulator }: Account, args: readonly string[]): Promise<Ended> {
  const env = {
    COST_ALLOCATION_BASE_URL: emulator.url,
    COST_ALLOCATION_CLIENT_ID: emulator.clientId,
    COST_ALLOCATION_SECRET_KEY: emulator.secretKey,
  };
  return runCommand(reportCommand, args, { env });
}
