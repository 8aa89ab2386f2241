/** The API that wrote a tag, and how it changes a content. V1's states outlive V1: VirtualTag takes them over. */
import { field } from "../../client/json";
import { isSatisfiedBy } from "../../rules/canonical";
import { isSatisfiedInV1 } from "../../rules/contentV1";
import type { TagContent } from "../../rules/types";

/** The API that a stack wrote a tag by. In V1, each tag says whether case counts in its rules. */
export type WrittenBy = { api: "v2" } | { api: "v1"; isCaseSensitive: boolean };

/** The API that wrote a state: only states of VirtualTagV1 have a flag for case. */
export function writtenBy(state: object): WrittenBy {
  const isCaseSensitive = field(state, "isCaseSensitive");
  return typeof isCaseSensitive === "boolean" ? { api: "v1", isCaseSensitive } : { api: "v2" };
}

/** Whether a content is what the stack wrote. V1 may have filled in types, and changed the case. */
export function isAsWritten(by: WrittenBy, written: TagContent, live: TagContent): boolean {
  return by.api === "v1" ? isSatisfiedInV1(written, live, by.isCaseSensitive) : isSatisfiedBy(written, live);
}

/** Whether a program declares the live content that V1 wrote, in V2's form. In V2, case counts. */
export function saysTheSame(by: WrittenBy, declared: TagContent, live: TagContent): boolean {
  return by.api === "v1" && isSatisfiedInV1(live, declared, true);
}
