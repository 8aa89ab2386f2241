/** Which tags refer to a tag that is deleted. Pure. */
import type { Listed, VirtualTag } from "../../client";
import { isComplete } from "../../client/resources/tagReading";
import { isPredefined } from "../../client/resources/unsupportedTags";
import { nameKey } from "../../rules/names";
import { isSameId } from "../../stack/state/kinds";

/** What the other tags of the account say about a tag. */
export interface References {
  /** The tags that refer to it. */
  by: readonly NamedTag[];
  /** The tags whose rules or default value can't be read, so that they may refer to it. */
  unreadable: readonly NamedTag[];
}

/** A tag as messages name it: with its ID only if other tags have the name. */
export interface NamedTag {
  name: string;
  id?: string;
}

/**
 * Finds the tags that refer to a tag. One that refers to itself doesn't count.
 *
 * @param tags all tags of the account
 */
export function referencesTo(id: string, tags: readonly Listed<VirtualTag>[]): References {
  const others = tags.filter((tag) => !isSameId(tag.id, id));
  const counts = new Map<string, number>();
  for (const { name } of tags) counts.set(nameKey(name), (counts.get(nameKey(name)) ?? 0) + 1);
  const named = ({ id, name }: Listed<VirtualTag>): NamedTag =>
    counts.get(nameKey(name)) === 1 ? { name } : { name, id };
  const key = id.toLowerCase();
  const by = new Set(others.filter((tag) => hasText(tag, key)));
  const unreadable = others.filter((tag) => !isReadable(tag) && !by.has(tag));
  return { by: [...by].map(named), unreadable: unreadable.map(named) };
}

/** Whether the references of a listed tag are known. */
export function isReadable(tag: Listed<VirtualTag>): boolean {
  return isComplete(tag) || isPredefined(tag);
}

/** Whether a value has that text anywhere. A tag may have rules of a form that this client doesn't know. */
function hasText(value: unknown, text: string): boolean {
  if (typeof value === "string") return value.length === text.length && value.toLowerCase() === text;
  return typeof value === "object" && value !== null && Object.values(value).some((part) => hasText(part, text));
}
