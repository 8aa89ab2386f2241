/** The tags that a tag of the account refers to. */
import type { CostAllocationClient, VirtualTag } from "../../../client";
import { orNotFound } from "../../../client/settle";
import { isVirtualTag, keysOf } from "../../../rules/evaluation/references";
import { withKnownIds } from "../../../rules/tagKeys";
import { unreadableReason } from "../unreadable";
import { isUuid } from "./ids";

/** A tag, and the tags that it refers to. */
export interface TagWithOthers {
  tag: VirtualTag;
  others: VirtualTag[];
}

/**
 * Reads the tags that a tag refers to, directly or through others, and no other tag. One that is not found, or can't be read, is left
 * out: its value is unknown.
 *
 * @throws {Error} of the client
 */
export async function withReferencedTags(client: CostAllocationClient, tag: VirtualTag): Promise<TagWithOthers> {
  const others = new Map<string, VirtualTag>();
  const asked = new Set<string>();
  const waiting: VirtualTag[] = [tag];
  // The loop also visits tags that are added while it runs.
  for (const from of waiting) {
    for (const { key: id } of keysOf(from).filter(isVirtualTag)) {
      if (asked.has(id)) continue;
      asked.add(id);
      const other = isUuid.test(id) ? await orNotFound(client.virtualTags.get(id)) : undefined;
      if (other === undefined || unreadableReason(other) !== undefined) continue;
      others.set(id, other);
      waiting.push(other);
    }
  }
  const known = withKnownIds([tag, ...others.values()].map(({ id }) => id));
  return { tag: known(tag), others: [...others.values()].map(known) };
}
