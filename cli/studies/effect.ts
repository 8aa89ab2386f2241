/** What a change of a content means for records: the same value for each of them, or a record that proves the opposite. */
import { type AnalyzedTag, isEquivalent, type WitnessRecord } from "../../rules/analysis";
import { evaluate } from "../../rules/evaluation/evaluate";
import { isVirtualTag, keysOf, ReferenceCycleError } from "../../rules/evaluation/references";
import { virtualTagsCostCenter } from "../../rules/references";
import { toIsoMoment } from "../../rules/timeframe";
import type { TagContent } from "../../rules/types";

/** The effect of a change on all possible records. */
export type Effect =
  /** Every record gets the same value as before. */
  | { kind: "same" }
  /** This record gets another value. A value is null if it is that of a key that the record does not have. */
  | { kind: "different"; record: WitnessRecord; at?: string; before: string | null; after: string | null }
  /**
   * Nothing is known. `proof`: it takes too long. `content`: the content before or after is not known. `tags`: it depends on other
   * tags, and what they give is not known. `unreadable`: it depends on a part of the rules that can't be read.
   */
  | { kind: "not-decided"; because: "proof" | "content" | "tags" | "unreadable" };

/**
 * Decides what a change means.
 *
 * @param tags the other tags that the contents refer to. What any other tag gives is not known, but the same for both. Default: none
 */
export function effectOf(before: TagContent, after: TagContent, tags: readonly AnalyzedTag[] = []): Effect {
  const result = isEquivalent(before, after, { tags });
  if (result.equivalent === "not-decided") {
    return { kind: "not-decided", because: result.reason === "unreadable" ? "unreadable" : "proof" };
  }
  if (result.equivalent) return { kind: "same" };
  const { witness, at } = result;
  const record = Object.fromEntries(
    Object.entries(witness).filter(([key]) => !key.startsWith(`${virtualTagsCostCenter}:`)),
  );
  const refersToTags = [before, after].some((content) => keysOf(content).some(isVirtualTag));
  if (refersToTags && !isCertain(record, at, { before, after, tags })) return { kind: "not-decided", because: "tags" };
  const moment = at === undefined ? {} : { at: String(toIsoMoment(at)) };
  return { kind: "different", record, ...moment, before: result.before, after: result.after };
}

/** Whether a record gets different values, whatever the tags give whose contents are not known. */
function isCertain(
  record: WitnessRecord,
  // If no timeframe matters, any moment will do.
  at = 0,
  { before, after, tags }: { before: TagContent; after: TagContent; tags: readonly AnalyzedTag[] },
): boolean {
  const known = tags.flatMap((tag) => (tag.id === undefined ? [] : [{ ...tag, id: tag.id }]));
  try {
    const [one, other] = [before, after].map((content) => evaluate(content, record, { at, tags: known }));
    return one?.decided === true && other?.decided === true && one.value !== other.value;
  } catch (error) {
    // What tags give that refer to each other in a circle is not known.
    if (error instanceof ReferenceCycleError) return false;
    throw error;
  }
}

/** The values of a record, in the order of its keys: `["AWS:tag:team", "cart"]`. */
export function recordEntries(record: WitnessRecord): [key: string, value: string][] {
  return Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
}
