/** The tags that a command works on: those of a plan, of a file, or of the account. */
import type { CostAllocationClient, VirtualTag } from "../../client";
import { withKnownIds } from "../../rules/tagKeys";
import type { InputTag } from "./inputTag";
import { type Plan, readPlan } from "./plan/plan";
import { readTagsFile } from "./tagsFile";
import { inputTitle } from "./textFile";
import { unreadableReason } from "./unreadable";

/** The tags of a file. `title`: how messages name it. */
export type FileSet =
  { kind: "plan"; title: string; plan: Plan } | { kind: "file"; title: string; tags: readonly InputTag[] };

/** The tags, as far as they can be read. */
export type TagSet =
  FileSet | { kind: "account"; tags: readonly VirtualTag[]; unreadable: readonly { name: string; reason: string }[] };

/** The options that name a file of tags: a path, or `-` for stdin. */
export interface TagFiles {
  /** The plan of a preview. */
  plan?: string | undefined;
  /** Tags in the API's shape. */
  tags?: string | undefined;
}

/**
 * Reads the tags of a file.
 *
 * @throws {Error} if no option names one, or it can't be read
 */
export async function readFileTags({ plan, tags }: TagFiles): Promise<FileSet> {
  if (plan !== undefined) return { kind: "plan", title: inputTitle(plan), plan: await readPlan(plan) };
  if (tags !== undefined) return { kind: "file", title: inputTitle(tags), tags: await readTagsFile(tags) };
  throw new Error("Give --plan, --tags or --live.");
}

/**
 * Reads the tags of a file, if an option names one, otherwise those of the account.
 *
 * @param client undefined: no option may ask for the account
 * @throws {Error} if they can't be read
 */
export function readTagSet(files: TagFiles, client: CostAllocationClient | undefined): Promise<TagSet> {
  const isFile = files.plan !== undefined || files.tags !== undefined;
  return isFile || client === undefined ? readFileTags(files) : readAccountTags(client);
}

/**
 * Reads the tags of the account.
 *
 * @throws {Error} of the client
 */
export async function readAccountTags({ virtualTags }: CostAllocationClient): Promise<TagSet> {
  const listed = await virtualTags.list();
  const known = withKnownIds(listed.map(({ id }) => id));
  const tags: VirtualTag[] = [];
  const unreadable: { name: string; reason: string }[] = [];
  for (const tag of listed) {
    const reason = unreadableReason(tag);
    if (reason === undefined) tags.push(known(tag as VirtualTag));
    else unreadable.push({ name: tag.name, reason });
  }
  return { kind: "account", tags, unreadable };
}
