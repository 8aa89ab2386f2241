/** The tags that a check looks at: those of a plan, of a file, or of the account. */
import type { CostAllocationClient } from "../../client";
import type { TagContent } from "../../rules/types";
import { oddPart } from "./contentShape";
import { readPlan, readTagsFile } from "./tagsFile";

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
  /** The tags that are not checked, and why. */
  skipped: readonly { name: string; reason: string }[];
  /** References to tags that will exist, beside those of the account: IDs, and URNs of tags without an ID. */
  added: readonly string[];
  /** The IDs of tags that will no longer exist. */
  removed: readonly string[];
}

/** Where the tags come from. */
export type Source = { plan: string } | { tags: string } | "live";

/**
 * Reads the tags.
 *
 * @throws {Error} if the file or the account can't be read
 */
export async function readSubjects(source: Source, client: CostAllocationClient): Promise<Subjects> {
  if (source === "live") return liveSubjects(client);
  return "plan" in source ? planSubjects(source.plan) : fileSubjects(source.tags);
}

async function liveSubjects({ virtualTags }: CostAllocationClient): Promise<Subjects> {
  const listed = await virtualTags.list();
  const [tags, skipped]: [Subject[], { name: string; reason: string }[]] = [[], []];
  for (const { id, name, rules, defaultValue } of listed) {
    const odd = oddPart({ rules, defaultValue });
    if (odd === undefined)
      tags.push({ id, reference: id, name, isStaged: false, content: { rules, defaultValue } as TagContent });
    else skipped.push({ name, reason: `${odd} is not as the API document has it` });
  }
  return { tags, skipped, added: [], removed: [] };
}

async function fileSubjects(path: string): Promise<Subjects> {
  const tags = (await readTagsFile(path)).map(({ id, name, rules, defaultValue }) => ({
    id,
    reference: id ?? "",
    name,
    isStaged: false,
    content: { rules, defaultValue },
  }));
  return { tags, skipped: [], added: tags.map(({ reference }) => reference), removed: [] };
}

const reasons = {
  secret: "it has a secret",
  unknown: "its name or all of its rules are unknown until deployment",
  unsupported: "its content is not as the API document has it",
};

async function planSubjects(path: string): Promise<Subjects> {
  const { tags } = await readPlan(path);
  // What a program only reads is not declared by it.
  const declared = tags.filter(({ op }) => op !== "delete" && op !== "forget" && op !== "read");
  return {
    tags: declared.flatMap(({ urn, after }) => {
      if (after === undefined) return [];
      const { id, name, rules, defaultValue, setAsLive } = after;
      return [{ id, reference: id ?? urn, name, isStaged: !setAsLive, content: { rules, defaultValue } }];
    }),
    skipped: declared.flatMap(({ after, resourceName, unreadable }) =>
      after === undefined ? [{ name: resourceName, reason: reasons[unreadable ?? "unsupported"] }] : [],
    ),
    added: declared.map(({ urn, after }) => after?.id ?? urn),
    // A replaced tag gets another ID.
    removed: tags.flatMap(({ op, before }) => (op === "delete" || op === "replace" ? (before?.id ?? []) : [])),
  };
}
