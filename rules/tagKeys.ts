/** The keys by which contents refer to Virtual Tags. */
import { isVirtualTag, keysOf } from "./evaluation/references";
import { isTooDeep } from "./nesting";
import type { KeyReference, TagContent } from "./types";

/** A copy of a value in which every object was changed, the innermost first. */
export function mapObjects(
  value: unknown,
  change: (object: Record<string, unknown>) => Record<string, unknown>,
): unknown {
  if (Array.isArray(value)) return value.map((part) => mapObjects(part, change));
  if (typeof value !== "object" || value === null) return value;
  const copy = Object.entries(value).map(([name, part]) => [name, mapObjects(part, change)] as const);
  return change(Object.fromEntries(copy));
}

/** A content whose references to Virtual Tags have other keys. */
export function withKeys<Content extends TagContent>(content: Content, keyOf: (key: string) => string): Content {
  const { rules, defaultValue } = content;
  const changed = mapObjects({ rules, defaultValue }, (object) => {
    const reference = object as unknown as KeyReference;
    return isVirtualTag(reference) && typeof (reference.key as unknown) === "string"
      ? { ...object, key: keyOf(reference.key) }
      : object;
  });
  return { ...content, ...(changed as TagContent) };
}

/**
 * Gives references the IDs as the tags have them. The service does not tell IDs apart by case, and everything that evaluates and
 * compares contents does.
 *
 * @param ids the IDs of all tags
 */
export function withKnownIds(
  ids: Iterable<string | undefined>,
): <Content extends TagContent>(content: Content) => Content {
  const known = new Map([...ids].flatMap((id) => (id === undefined ? [] : [[id.toLowerCase(), id] as const])));
  const idOf = (key: string): string => known.get(key.toLowerCase()) ?? key;
  const isOther = (key: KeyReference): boolean => isVirtualTag(key) && idOf(key.key) !== key.key;
  return (content) => (!isTooDeep(content) && keysOf(content).some(isOther) ? withKeys(content, idOf) : content);
}
