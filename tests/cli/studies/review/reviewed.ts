/** `cost-allocation review` in this process. */
import { join } from "node:path";
import { reviewCommand } from "../../../../cli/commands/review";
import type { ReviewCost } from "../../../../cli/studies/money/reviewCost";
import { checkReview } from "../../../../cli/studies/review/checks/judge";
import type { Review } from "../../../../cli/studies/review/review";
import type { Reviewed } from "../../../../cli/words/review/review";
import { type Ended, runCommand } from "../../../support/commands/runCommand";

/** A plan that the real engine printed. */
export function planFile(name: string): string {
  return join(__dirname, "..", "..", "sources", "plans", `${name}.json`);
}

/** Runs the command with these arguments. */
export function runReview(args: readonly string[], env: Record<string, string> = {}, now?: number): Promise<Ended> {
  return runCommand(reviewCommand, args, { env, ...(now === undefined ? {} : { now }) });
}

/** A review with what its checks find, if no check has a level. */
export function reviewedOf(review: Review, cost?: ReviewCost): Reviewed {
  const settings = {
    levels: {},
    gates: { general: {}, byTag: new Map(), levels: new Map(), acknowledged: [] },
    now: 0,
  };
  return { review, cost, checked: checkReview(review, cost, settings) };
}
