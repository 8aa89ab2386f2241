/** Where the Virtual Tags that a change refers to give the same on both sides. Pure. */
import { canonicalContent } from "../../rules/canonical";
import type { EvaluationTag } from "../../rules/evaluation/options";
import { isVirtualTag, keysOf, ReferenceCycleError } from "../../rules/evaluation/references";
import type { TagContent } from "../../rules/types";
import type { EvaluationInput } from "../cube/evaluationInput";
import { evaluateSide, type Side, type TagChange } from "./sides";

/** Whether something is the same before and after in a row of the cube. */
type SameAt = (row: number) => boolean;

/** Whether each tag that the rules refer to gives the same before and after, whether its value is known or not. */
export function sameReferences(change: TagChange, input: EvaluationInput): SameAt {
  const { before, after, tagsBefore, tagsAfter, hasUnseenChange = false } = change;
  const [known, given, givenAfter] = [new Map<string, SameAt>(), byId(tagsBefore), byId(tagsAfter)];
  const ofTag = (id: string): SameAt => {
    const found = known.get(id) ?? compared(given.get(id), givenAfter.get(id));
    known.set(id, found);
    return found;
  };
  const ofContents = (...contents: readonly TagContent[]): SameAt => {
    const ids = new Set(contents.flatMap(keysOf).flatMap((key) => (isVirtualTag(key) ? key.key : [])));
    const tags = [...ids].map(ofTag);
    return (row) => tags.every((isSame) => isSame(row));
  };
  const compared = (one: EvaluationTag | undefined, other: EvaluationTag | undefined): SameAt => {
    if (one === undefined || other === undefined) return () => one === other && !hasUnseenChange;
    const areSameRules = JSON.stringify(canonicalContent(one)) === JSON.stringify(canonicalContent(other));
    const isSameBelow = areSameRules ? ofContents(one) : () => false;
    let sides: SameAt | undefined;
    // Most changes need no values.
    const isSameValue = (row: number): boolean => (sides ??= sameValues(one, other, change, input))(row);
    return (row) => isSameBelow(row) || isSameValue(row);
  };
  return ofContents(...[before, after].filter((content) => content !== undefined));
}

function byId(tags: readonly EvaluationTag[]): ReadonlyMap<string, EvaluationTag> {
  return new Map(tags.map((tag) => [tag.id, tag]));
}

function sameValues(
  one: TagContent,
  other: TagContent,
  { tagsBefore, tagsAfter }: TagChange,
  input: EvaluationInput,
): SameAt {
  let sides: [Side, Side];
  try {
    sides = [evaluateSide(one, tagsBefore, input), evaluateSide(other, tagsAfter, input)];
  } catch (error) {
    // On one of the sides, nothing may refer to the tag.
    if (error instanceof ReferenceCycleError) return () => false;
    throw error;
  }
  const [was, is] = sides;
  return (row) => {
    const value = was.outcomes[was.codes[row] as number]?.value;
    return value !== undefined && value === is.outcomes[is.codes[row] as number]?.value;
  };
}
