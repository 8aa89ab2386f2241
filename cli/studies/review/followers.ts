/** Which tags refer to which: a change of one changes what the others give. */
import { isVirtualTag, keysOf } from "../../../rules/evaluation/references";
import type { TagContent } from "../../../rules/types";
import type { Changed, Followed, TagName } from "./review";

/** The keys of the tags that a content refers to, in filters and in values. */
export function referencesIn(content: TagContent): Set<string> {
  return new Set(keysOf(content).flatMap((key) => (isVirtualTag(key) ? key.key : [])));
}

/** A tag whose references count. */
export interface Referring {
  /** What references to it have as their key. */
  id: string;
  name: string;
  /** undefined if nobody can tell what it refers to. */
  content: TagContent | undefined;
}

/** Whether a tag changes what it gives, other than the one of a review. */
export function doOthersChange(changed: readonly Changed[], { id, key }: { id?: string; key: string }): boolean {
  return changed.some((one) => one.id !== key && one.id !== id);
}

/**
 * For each tag, the changed tags that it refers to, directly or through others. A tag does not follow itself.
 *
 * @param tags all tags, after the change
 * @param changed the tags that change what they give
 */
export function followedBy(tags: readonly Referring[], changed: readonly Changed[]): Map<string, Followed[]> {
  const referring = new Map<string, Referring[]>();
  for (const tag of tags) {
    for (const key of tag.content === undefined ? [] : referencesIn(tag.content))
      referring.set(key, [...(referring.get(key) ?? []), tag]);
  }
  const result = new Map<string, Followed[]>();
  for (const { id, name, isGone, isReplaced, mayStay, isLiveUnknown } of changed) {
    // Breadth first, so that each tag is reached by the shortest way.
    const seen = new Set([id]);
    let reached: TagName[] = [{ id, name }];
    while (reached.length > 0) {
      const next: TagName[] = [];
      for (const through of reached) {
        for (const tag of referring.get(through.id) ?? []) {
          if (seen.has(tag.id)) continue;
          seen.add(tag.id);
          next.push({ id: tag.id, name: tag.name });
          const isDirect = through.id === id;
          const followed: Followed = {
            id,
            name,
            isGone: isGone && isDirect,
            ...(isReplaced === true && isDirect ? { isReplaced } : {}),
            ...(mayStay === true ? { mayStay } : {}),
            ...(isLiveUnknown === true ? { isLiveUnknown } : {}),
            ...(isDirect ? {} : { through }),
          };
          result.set(tag.id, [...(result.get(tag.id) ?? []), followed]);
        }
      }
      reached = next;
    }
  }
  return result;
}
