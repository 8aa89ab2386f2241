/** The tags that `check` looks at. Pure. */
import type { TagContent } from "../../rules/types";
import type { TagSet } from "../sources/tagSet";
import { leftOutOfPlan, type LeftOut } from "./leftOut";

/** A tag with its content. */
export interface Subject {
  /** The ID in the service, if it is known. */
  id?: string | undefined;
  /** What references to the tag have as their key: its ID, or its URN before it has one. Empty if nothing can refer to it. */
  reference: string;
  name: string;
  /** Whether reports don't use the content yet. */
  isStaged: boolean;
  content: TagContent;
}

/** What a check looks at. */
export interface Subjects {
  /** The tags whose content can be read. Places may hold the placeholder of a value that is unknown until deployment. */
  tags: readonly Subject[];
  leftOut: readonly LeftOut[];
  /** References to tags that will exist, beside those of the account: IDs, and URNs of tags without an ID. */
  added: readonly string[];
  /** The IDs of tags that will no longer exist. */
  removed: readonly string[];
}

/** The tags to check. */
export function subjectsOf(set: TagSet): Subjects {
  if (set.kind === "plan") return plannedSubjects(set.plan.tags);
  const tags = set.tags.map(({ id, name, rules, defaultValue }) => ({
    id,
    reference: id ?? "",
    name,
    isStaged: false,
    content: { rules, defaultValue },
  }));
  return set.kind === "account"
    ? { tags, leftOut: set.unreadable, added: [], removed: [] }
    : { tags, leftOut: [], added: tags.map(({ reference }) => reference), removed: [] };
}

function plannedSubjects(tags: (TagSet & { kind: "plan" })["plan"]["tags"]): Subjects {
  // What a program only reads is not declared by it.
  const declared = tags.filter(({ op }) => op !== "delete" && op !== "forget" && op !== "read");
  return {
    tags: declared.flatMap(({ urn, after }) => {
      if (after === undefined) return [];
      const { id, name, rules, defaultValue, setAsLive } = after;
      return [{ id, reference: id ?? urn, name, isStaged: !setAsLive, content: { rules, defaultValue } }];
    }),
    leftOut: leftOutOfPlan(declared.filter(({ after }) => after === undefined)),
    added: declared.map(({ urn, after }) => after?.id ?? urn),
    // A replaced tag gets another ID.
    removed: tags.flatMap(({ op, before }) => (op === "delete" || op === "replace" ? (before?.id ?? []) : [])),
  };
}
