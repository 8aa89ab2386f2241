/** Compares a stack with the account. Pure. */
import type { Seen, SeenStack } from "../../sources/account/seenStack";
import type { Subject } from "../../sources/declared";
import { compareEndpoint, compareMetadata } from "./compareFields";
import { compareTag, deletedResource, subjectOf } from "./compareTag";
import type { Comparison, Outcome } from "./comparison";

/**
 * Compares what a stack left with what the service has.
 *
 * @param seen what was read of each resource that the stack declares
 */
export function compareStack({ tags, metadata, endpoints, others }: SeenStack): Comparison {
  const outcomes: Outcome[] = [
    ...tags.map(({ declared, seen }) => outcomeOf(declared, seen, (tag) => compareTag(declared, tag))),
    ...metadata.map(({ declared, seen }) =>
      outcomeOf(declared, seen, (shown) => compareMetadata(declared, shown?.metadata, shown?.name)),
    ),
    ...endpoints.map(({ declared, seen }) => outcomeOf(declared, seen, (live) => compareEndpoint(declared, live))),
    // A secret can't be compared, but its deletion can be seen.
    ...others.map(({ one, isDeleted }) => (isDeleted ? deletedResource(one) : one)),
  ];
  return {
    findings: outcomes.filter((outcome) => typeof outcome === "object" && "drift" in outcome),
    notCompared: outcomes.filter((outcome) => typeof outcome === "object" && "reason" in outcome),
    same: outcomes.filter((outcome) => outcome === "same").length,
  };
}

function outcomeOf<Shown>(
  declared: Subject & { id: string },
  seen: Seen<Shown>,
  compare: (shown: Shown) => Outcome,
): Outcome {
  return "error" in seen ? { ...subjectOf(declared), reason: "unreadable", error: seen.error } : compare(seen.shown);
}
