/** What a change of a content means for records: the same value for each of them, or a record that proves the opposite. */
import { type AnalyzedTag, isEquivalent, type WitnessRecord } from "../../rules/analysis";
import { toIsoMoment } from "../../rules/timeframe";
import type { TagContent } from "../../rules/types";

/** The effect of a change on all possible records. */
export type Effect =
  /** Every record gets the same value as before. */
  | { kind: "same" }
  /** This record gets another value. A value is null if it is that of a key that the record does not have. */
  | { kind: "different"; record: WitnessRecord; at?: string; before: string | null; after: string | null }
  /** The proof takes too long. */
  | { kind: "not-decided" };

/**
 * Decides what a change means.
 *
 * @param tags the other tags that the contents refer to. A reference to any other tag can have any value. Default: none
 */
export function effectOf(before: TagContent, after: TagContent, tags: readonly AnalyzedTag[] = []): Effect {
  const result = isEquivalent(before, after, { tags });
  if (result.equivalent === "not-decided") return { kind: "not-decided" };
  if (result.equivalent) return { kind: "same" };
  const at = result.at === undefined ? {} : { at: String(toIsoMoment(result.at)) };
  return { kind: "different", record: result.witness, ...at, before: result.before, after: result.after };
}

/** The values of a record, in the order of its keys: `["AWS:tag:team", "cart"]`. */
export function recordEntries(record: WitnessRecord): [key: string, value: string][] {
  return Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
}
