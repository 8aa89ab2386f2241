/** Which months are closed, as a file of billing periods says. */
import { readBillingPeriods } from "../../cost/duckdb/periodFile";
import { type ClosedMonths, closedMonthsOf } from "../../cost/impact/closedMonths";
import { messageOf } from "../../rules/shared/messageOf";
import type { Terminal } from "../console/terminal";
import { inputTitle } from "./textFile";

/**
 * Reads the closed months.
 *
 * @returns undefined if there is no file, or if it has no closed month, which it says
 * @throws {Error} if the file is not the dataset
 */
export async function closedMonths(
  { billingPeriods }: { billingPeriods?: string | undefined },
  { note }: Terminal,
): Promise<ClosedMonths | undefined> {
  if (billingPeriods === undefined) return undefined;
  const title = inputTitle(billingPeriods);
  const periods = await readBillingPeriods(billingPeriods).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "The file does not exist." : messageOf(error);
    throw new Error(`${title} can't be read. ${reason}`, { cause: error });
  });
  const closed = closedMonthsOf(periods);
  if (closed === undefined) note(`${title} has no closed billing period.`);
  return closed;
}
