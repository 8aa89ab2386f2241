/** How a stack left a tag: plain data from its state. */
import { markOf } from "../../client/ownershipMark";
import { nameKey } from "../../rules/names";
import type { Declared, TagContent } from "../../rules/types";
import type { Shown } from "../state/readState";
import type { Drift } from "../state/report";
import type { FormerLive, VirtualTagState } from "../state/virtualTag";
import { writtenBy, type WrittenBy } from "./leftByV1";

/** A value in a state. Without the key of the stack, it may be encrypted. */
export type Told<T, Hidden extends string = "encrypted"> = { value: T } | Hidden;

/** How a stack left a tag. With `never`, nothing is encrypted. */
export interface LeftTag<Hidden extends string = "encrypted"> {
  /** The marks that show that this resource owns the tag. */
  marks: readonly string[];
  /** The mark that the stack wrote last; undefined if it adopted the tag without a save. */
  lastMark: Told<string | undefined, Hidden>;
  /** What it wrote last, live or staged. */
  name: Told<string, Hidden>;
  content: Told<TagContent, Hidden>;
  writtenBy: WrittenBy;
  /** The version that holds that while it is staged, and what was live beside it: null if nothing was. */
  staged: { versionId: string; beside: Told<FormerLive | null, Hidden> } | undefined;
  /** What a refresh found instead, unless it was corrected since. */
  found: { drift: Drift; name: string; content: TagContent } | undefined;
}

/**
 * How the stack left a tag, from a decrypted state.
 *
 * @param mark the one that the resource writes now. Default: the one that it wrote last
 */
export function leftOf(state: VirtualTagState, mark?: string): LeftTag<never> {
  const { stagedVersionId: versionId, __memory: memory = {}, __resourceUrn: formerUrn } = state;
  const { drift, formerLive = null } = memory;
  const lastMark = memory.mark === undefined ? undefined : nameKey(memory.mark);
  const found = declaredOf(state);
  const { name, ...content } = memory.written ?? found;
  const by = writtenBy({ ...state, ...memory.written });
  // A state of VirtualTagV1 has no mark.
  const formerMark = by.api === "v2" || formerUrn === undefined ? undefined : markOf(formerUrn);
  return {
    marks: [mark, lastMark, formerMark].filter((one) => one !== undefined),
    lastMark: { value: lastMark },
    name: { value: name },
    content: { value: content },
    writtenBy: by,
    staged: versionId === undefined ? undefined : { versionId, beside: { value: formerLive } },
    found: drift === undefined ? undefined : { drift, name: found.name, content: found },
  };
}

/**
 * How the stack left a tag, for readers without the key of the state.
 *
 * @param urns the URNs of the resource: by its last save, and now
 */
export function leftInReport(state: Shown<"VirtualTag" | "VirtualTagV1">, urns: readonly string[]): LeftTag {
  const { name, rules, defaultValue, __report: report } = state;
  const drift = report?.drift;
  const content = { rules, defaultValue };
  const versionId = "stagedVersionId" in state ? state.stagedVersionId : undefined;
  return {
    marks: [...new Set(urns.map(markOf))],
    lastMark: "encrypted",
    // Beside a staged version, a refresh keeps its content in the arguments, but not its name.
    name: drift?.isRenamed === true || (drift !== undefined && versionId !== undefined) ? "encrypted" : { value: name },
    content: drift !== undefined && versionId === undefined ? "encrypted" : { value: content },
    writtenBy: writtenBy(state),
    staged: versionId === undefined ? undefined : { versionId, beside: "encrypted" },
    found: drift === undefined ? undefined : { drift, name, content },
  };
}

/** Only the name and the content of a tag or a state. */
export function declaredOf({ name, rules, defaultValue }: Declared): Declared {
  return { name, rules, defaultValue };
}
