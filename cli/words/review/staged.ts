/** What is said of a staged save. */
import type { TagReview } from "../../studies/review/review";

/** The API doesn't say whether the first version of a tag is live that is saved with `setAsLive: false`. */
export function stagedSentence({ change, facts: { live, replacedId } }: TagReview): string {
  const exists = change !== "adopted" || live?.result === "compared" || live?.result === "nothingLive";
  return change !== "created" && replacedId === undefined && exists
    ? "Staged: the save doesn't go live, so reports keep what they use now."
    : "Staged: the save may go live, because the service may make the first version of a new tag live.";
}
