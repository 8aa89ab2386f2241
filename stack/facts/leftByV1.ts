import type { TagContent } from "../../rules/types";
import { isSatisfiedInV1 } from "../../rules/contentV1";

/** What V2 needs to know to take over a tag that `VirtualTagV1` made. */
export interface Migration {
  /** Whether a content is what V1 left: the service may have filled in types, and changed the case. */
  isSame: (live: TagContent) => boolean;
  /** Whether a program says what is live, but with the types that V2 requires. In V2, case has a meaning. */
  saysTheSame: (declared: TagContent, live: TagContent) => boolean;
}

/** How to migrate a state to V2; undefined if `VirtualTag` wrote it. The only thing that V2 uses of V1. */
export function migrate(state: Partial<TagContent> & { isCaseSensitive?: boolean }): Migration | undefined {
  const { isCaseSensitive } = state;
  // Only the states of VirtualTagV1 say anything about case.
  if (isCaseSensitive === undefined) return undefined;
  return {
    isSame: (live) => isSatisfiedInV1(state as TagContent, live, isCaseSensitive),
    saysTheSame: (declared, live) => isSatisfiedInV1(live, declared, true),
  };
}
