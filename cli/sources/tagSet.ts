/** The tags that a command works on: those of a plan, of a file, or of the account. */
import type { CostAllocationClient, VirtualTag } from "../../client";
import { withKnownIds } from "../../rules/tagKeys";
import { quoted } from "../console/terminal";
import type { InputTag } from "./inputTag";
import { type Plan, parsePlan, readPlan } from "./plan/plan";
import { previewStack } from "./pulumi";
import { readTagsFile } from "./tagsFile";
import { inputTitle } from "./textFile";
import { unreadableReason } from "./unreadable";

/** The tags of a file. `title`: how messages name it. */
export type FileSet =
  { kind: "plan"; title: string; plan: Plan } | { kind: "file"; title: string; tags: readonly InputTag[] };

/** The tags, as far as they can be read. */
export type TagSet =
  FileSet | { kind: "account"; tags: readonly VirtualTag[]; unreadable: readonly { name: string; reason: string }[] };

/** The options that say where tags come from. */
export interface TagOptions {
  /** A file with the plan of a preview, or `-` for stdin. */
  plan?: string | undefined;
  /** A file of tags in the API's shape, or `-` for stdin. */
  tags?: string | undefined;
  /** A stack, whose preview is run, unless `live` says otherwise. */
  stack?: string | undefined;
  /** The account. */
  live?: boolean | undefined;
}

/** Whether the options name something else than the account. */
export function namesFile({ plan, tags, stack, live }: TagOptions): boolean {
  return plan !== undefined || tags !== undefined || (stack !== undefined && live !== true);
}

/**
 * Reads the tags of a file, or of a preview.
 *
 * @param env the environment for `pulumi`
 * @throws {Error} if no option names one, or it can't be read
 */
export async function readFileTags(
  { plan, tags, stack }: TagOptions,
  env: Readonly<Record<string, string | undefined>>,
): Promise<FileSet> {
  if (plan !== undefined) return { kind: "plan", title: inputTitle(plan), plan: await readPlan(plan) };
  if (tags !== undefined) return { kind: "file", title: inputTitle(tags), tags: await readTagsFile(tags) };
  if (stack === undefined) throw new Error("Give --plan, --tags, --stack or --live.");
  return {
    kind: "plan",
    title: `The plan of stack ${quoted(stack)}`,
    plan: parsePlan(await previewStack(stack, false, { ...env })),
  };
}

/**
 * Reads the tags of a file or a preview, if an option names one, otherwise those of the account.
 *
 * @param env the environment for `pulumi`
 * @param client undefined: no option may ask for the account
 * @throws {Error} if they can't be read
 */
export function readTagSet(
  options: TagOptions,
  env: Readonly<Record<string, string | undefined>>,
  client: CostAllocationClient | undefined,
): Promise<TagSet> {
  return namesFile(options) || client === undefined ? readFileTags(options, env) : readAccountTags(client);
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
