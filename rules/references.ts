/** References between Virtual Tags: a key that stands for another tag (API document, section 2.3). */
import { groupOf } from "./operators";
import type { Condition, Filter, KeyReference, TagContent, TagValue } from "./types";

/** The cost center of keys that stand for Virtual Tags (API document, section 2.3). */
export const virtualTagsCostCenter = "Virtual Tags";

/** The ID of the Virtual Tag that a key stands for; undefined for any other key. */
export function referencedTag({ costCenter, key, type }: KeyReference): string | undefined {
  return costCenter === virtualTagsCostCenter && (type === undefined || type === "virtual_tag") ? key : undefined;
}

/** The IDs of the tags that a content refers to, in its filters and as values. */
export function referencedTags({ rules, defaultValue }: TagContent): string[] {
  const ofValue = (value: TagValue): string[] => (typeof value === "string" ? [] : idOf(value));
  const ofFilter = (filter: Filter): string[] => {
    const group = groupOf(filter);
    return group === undefined ? idOf(filter as Condition) : group.members.flatMap(ofFilter);
  };
  const all = [...rules.flatMap(({ to, filters }) => [...ofValue(to), ...ofFilter(filters)]), ...ofValue(defaultValue)];
  return [...new Set(all)];
}

function idOf(key: KeyReference): string[] {
  const id = referencedTag(key);
  return id === undefined ? [] : [id];
}
