/** What a command can't look at, and why. */
import type { PlannedTag, Unreadable } from "../sources/plan/plan";

/** A tag that is left out. */
export type LeftOut =
  /** In a plan, where resources have names of their own. */
  | { resource: string; reason: Unreadable | "unknownPart" | "staged" }
  /** In the account. The reason continues a sentence, and has text of the account as it came. */
  | { name: string; reason: string };

/** The tags of a plan that can't be read. */
export function leftOutOfPlan(tags: readonly PlannedTag[]): LeftOut[] {
  return tags.map(({ resourceName, after, unreadable = "unsupported" }) => ({
    resource: resourceName,
    reason: unreadable === "unknown" && after !== undefined ? "unknownPart" : unreadable,
  }));
}
