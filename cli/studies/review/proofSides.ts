/** Contents before and after a change in one proof, although the tags that they refer to may change as well. Pure. */
import type { AnalyzedTag } from "../../../rules/analysis";
import type { TagContent } from "../../../rules/types";
import { withKeys } from "../../../rules/tagKeys";
import { referencesIn } from "./followers";

/** The tags of one side of a plan whose contents are known, by the keys that references to them have. */
export type Side = ReadonlyMap<string, AnalyzedTag>;

/** Two contents, and the tags that they refer to, also through others. */
export interface BothSides {
  before: TagContent;
  after: TagContent;
  tags: AnalyzedTag[];
}

/**
 * Puts both sides together. A tag that may give something else after the change has another key there, so that a proof takes it for
 * another tag.
 *
 * @param isAlone whether no other tag changes, so that a tag whose content is not known gives the same as before
 */
export function onBothSides(
  before: TagContent,
  after: TagContent,
  sides: { before: Side; after: Side },
  isAlone: boolean,
): BothSides {
  const tags = new Map<string, AnalyzedTag>();
  const isStable = stability(sides, isAlone);
  const keyAfter = (key: string): string => (isStable(key) ? key : `${key} after the change`);
  const collect = (content: TagContent, side: Side, keyOf: (key: string) => string): TagContent => {
    for (const key of referencesIn(content)) {
      const tag = side.get(key);
      if (tag === undefined || tags.has(keyOf(key))) continue;
      // Noted before its own references, which may lead back to it.
      tags.set(keyOf(key), tag);
      tags.set(keyOf(key), { ...collect(tag, side, keyOf), id: keyOf(key) });
    }
    return withKeys(content, keyOf);
  };
  return {
    before: collect(before, sides.before, (key) => key),
    after: collect(after, sides.after, keyAfter),
    tags: [...tags.values()],
  };
}

/** Whether a tag gives each record the same before and after: its content is the same, and so is what it refers to. */
function stability({ before, after }: { before: Side; after: Side }, isAlone: boolean): (key: string) => boolean {
  const known = new Map<string, boolean>();
  const isStable = (key: string): boolean => {
    const answer = known.get(key);
    if (answer !== undefined) return answer;
    const [old, now] = [before.get(key), after.get(key)];
    // What tags give that refer to each other in a circle is not known.
    known.set(key, false);
    const stays =
      old === undefined || now === undefined
        ? old === now && isAlone
        : isSame(old, now) && [...referencesIn(now)].every(isStable);
    known.set(key, stays);
    return stays;
  };
  return isStable;
}

const isSame = (one: TagContent, other: TagContent): boolean =>
  JSON.stringify([one.rules, one.defaultValue]) === JSON.stringify([other.rules, other.defaultValue]);
