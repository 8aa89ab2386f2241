/** What reports use before and after a plan, as far as it is known. Pure. */
import type { InputTag } from "../sources/inputTag";
import type { PlannedTag } from "../sources/plan/plan";

/** A tag with the content that is live. */
export interface LiveTag extends InputTag {
  /** What references to the tag have as their key. */
  id: string;
  /** Whether the case of cost centers and keys in its rules does not count, as in V1. */
  ignoresCase: boolean;
}

/** The live contents of all tags of a plan. A tag whose live content is not known is in neither list. */
export interface LiveContents {
  before: LiveTag[];
  after: LiveTag[];
}

/** What is live in the account, by URN, for the tags of which the plan does not say it. `null`: it is not known, or nothing is live. */
export type Found = ReadonlyMap<string, InputTag | null>;

/** The live contents before and after a plan. For a tag that a program stages, the plan doesn't have the live content. */
export function liveContents(tags: readonly PlannedTag[], found: Found = new Map()): LiveContents {
  const managed = new Set(tags.flatMap(({ op, id, before }) => (op === "read" ? [] : [id, before?.id])));
  // For a tag that a program only reads, the plan has the content before the update.
  const sources = tags.filter(({ op, id }) => op !== "read" || !managed.has(id));
  return {
    before: sources.flatMap((tag) => liveBefore(tag, found.get(tag.urn))),
    after: sources.flatMap((tag) => liveAfter(tag, found.get(tag.urn))),
  };
}

/** The live content of a tag before; empty if it is not known. */
export function liveBefore(tag: PlannedTag, found: InputTag | null | undefined): LiveTag[] {
  const { urn, id, op, before, after, type, typeBefore = type, unreadable } = tag;
  if (found === null) return [];
  const ignoresCase = typeBefore === "VirtualTagV1" && before?.isCaseSensitive !== true;
  if (found !== undefined) return [liveTag(found.id ?? id ?? urn, found, ignoresCase)];
  const content = op === "read" ? after : before;
  if (unreadable !== undefined || content === undefined || op === "create" || !content.setAsLive) return [];
  return [liveTag(content.id ?? id ?? urn, content, ignoresCase)];
}

/** Whether Pulumi leaves a tag in the account as it is. */
export function isKept({ op }: PlannedTag): boolean {
  return op === "same" || op === "read" || op === "forget";
}

function liveAfter(tag: PlannedTag, found: InputTag | null | undefined): LiveTag[] {
  const { urn, id, op, after, type, unreadable } = tag;
  // References to an adopted tag have its URN as their key, or the ID that it has in the account already.
  const keys = new Set([id ?? after?.id ?? urn, found?.id ?? urn]);
  if (isKept(tag))
    return liveBefore(tag, found).flatMap((live) => [...keys].map((key) => liveTag(key, live, live.ignoresCase)));
  if (op === "delete" || unreadable !== undefined || after === undefined || after.isLiveUnknown) return [];
  // A staged save leaves live what was live, unless the tag is a new one.
  if (!after.setAsLive) return op === "replace" ? [] : liveBefore(tag, found);
  const ignoresCase = type === "VirtualTagV1" && after.isCaseSensitive !== true;
  return [...keys].map((key) => liveTag(key, after, ignoresCase));
}

function liveTag(id: string, content: InputTag, ignoresCase: boolean): LiveTag {
  return { ...content, id, ignoresCase };
}
