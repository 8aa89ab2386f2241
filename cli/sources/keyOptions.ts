/** Whose keys a cube holds: tags in files, in the plan of a preview, or in the account. */
import type { CostAllocationClient } from "../../client";
import { isObject } from "../../client/json";
import type { TagContent } from "../../rules/types";
import { readPlan, readTagsFile } from "./tagsFile";
import { titleOf, quoted, type Terminal } from "../console/terminal";

/** The options that name tags. */
export interface TagOptions {
  tags?: string | undefined;
  plan?: string | undefined;
  live?: true | undefined;
}

/**
 * Reads the contents of the tags. Of a plan, the contents before and after, because a review compares them.
 *
 * @param client the account, for `--live`
 * @throws {Error} if an input can't be read, or no tag can be
 */
export async function contentsOf(
  { tags, plan, live }: TagOptions,
  client: CostAllocationClient | undefined,
  { note }: Terminal,
): Promise<TagContent[]> {
  const contents: TagContent[] = [
    ...(tags === undefined ? [] : await readTagsFile(tags)),
    ...(plan === undefined ? [] : await contentsOfPlan(plan, note)),
    ...(live === undefined || client === undefined ? [] : await contentsOfAccount(client, note)),
  ];
  if (contents.length === 0)
    throw new Error("There are no Virtual Tags whose rules can be read, so the cube would hold no keys.");
  return contents;
}

async function contentsOfPlan(path: string, note: Terminal["note"]): Promise<TagContent[]> {
  const plan = await readPlan(path);
  if (!plan.isComplete) {
    note(
      'warning: The plan leaves out unchanged tags, so the cube lacks their keys. Run "pulumi preview" with --show-sames.',
    );
  }
  for (const { resourceName, unreadable, before, after } of plan.tags) {
    if (unreadable !== undefined && before === undefined && after === undefined) {
      note(
        `warning: The rules of ${quoted(resourceName)} can't be read in the plan (${unreadable}), so the cube lacks their keys.`,
      );
    }
  }
  return plan.tags.flatMap(({ before, after }) => [before, after].filter((content) => content !== undefined));
}

async function contentsOfAccount(client: CostAllocationClient, note: Terminal["note"]): Promise<TagContent[]> {
  const tags = await client.virtualTags.list();
  return tags.flatMap((tag): TagContent[] => {
    const { rules, defaultValue } = tag;
    const isReadable =
      Array.isArray(rules) &&
      rules.every((rule) => isObject(rule) && isObject(rule["filters"])) &&
      defaultValue !== undefined;
    if (isReadable) return [{ rules, defaultValue }];
    note(`warning: The rules of ${titleOf(tag)} can't be read, so the cube lacks their keys.`);
    return [];
  });
}
