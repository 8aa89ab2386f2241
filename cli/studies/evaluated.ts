/** The tags that a record can be evaluated with. Pure. */
import { containsUnknown } from "../../stack/state/unknown";
import type { EvaluationTag } from "../../rules/evaluation/options";
import { tagValidator } from "../../rules/validate";
import type { InputTag } from "../sources/inputTag";
import type { Plan } from "../sources/plan/plan";
import type { FileSet } from "../sources/tagSet";
import { leftOutOfPlan, type LeftOut } from "./leftOut";
import { liveContents } from "./liveContents";

/** The tags of a file or a plan. */
export interface EvaluatedTags {
  /** The tags to evaluate: of a plan, as they will be after the update. A tag that does not exist yet has its URN as `id`. */
  tags: readonly InputTag[];
  /** What references to them give. */
  others: (EvaluationTag & { name: string })[];
  leftOut: LeftOut[];
}

/** The tags of a file or a plan that V2 can express. */
export function evaluatedTags(set: FileSet): EvaluatedTags {
  if (set.kind === "plan") return plannedTags(set.plan);
  const { tags } = set;
  return {
    tags,
    others: tags.flatMap((other) => (other.id === undefined ? [] : [{ ...other, id: other.id }])),
    leftOut: [],
  };
}

function plannedTags({ tags }: Plan): EvaluatedTags {
  const contents = contentsAfter(tags);
  const readable = new Set(contents.map(({ id }) => id));
  return {
    tags: contents,
    others: liveContents(tags).after.filter(isReadable),
    leftOut: leftOutOfPlan(
      tags.filter(({ op, urn, after }) => op !== "delete" && op !== "forget" && !readable.has(after?.id ?? urn)),
    ),
  };
}

/**
 * The tags as they will be after the update. Leaves out tags that can't be read, and tags of V1 that V2 can't express. A tag whose ID is
 * unknown until deployment has its URN as `id`, which is also the key of references to it.
 */
export function contentsAfter(tags: Plan["tags"]): InputTag[] {
  return tags.flatMap(({ urn, after }) => {
    if (after === undefined) return [];
    const { id = urn, name, rules, defaultValue } = after;
    const tag = { id, name, rules, defaultValue };
    return !containsUnknown({ name, rules, defaultValue }) && isReadable(tag) ? [tag] : [];
  });
}

const problemsIn = tagValidator();

/** Whether V2 can express a content. */
function isReadable({ name, rules, defaultValue }: InputTag): boolean {
  return problemsIn({ name, rules, defaultValue }).length === 0;
}
