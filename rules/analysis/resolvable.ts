/** Sorts Virtual Tags by their references, so that each is compiled after those that it refers to. */
import { isVirtualTag, keysOf } from "../evaluation/references";
import { isTooDeep } from "../nesting";
import type { KeyReference, Rule, TagContent } from "../types";

/** A Virtual Tag to analyze. */
export interface AnalyzedTag extends TagContent {
  /** The ID, by which other tags refer to it. Default: none refers to it. */
  id?: string | undefined;
  /** The name, for messages. Default: none. */
  name?: string | undefined;
}

/** A tag that is in no circle of references, and refers to none. */
export interface ResolvableTag extends ReadableContent {
  /** The length of the longest chain of references that begins here: 1 if it refers to no other tag. */
  level: number;
  /** The IDs of the resolvable tags that it refers to. */
  references: readonly string[];
}

/** A content without rules that are malformed or nested too deep. */
export interface ReadableContent {
  content: TagContent;
  /** The rules, with undefined for each that is malformed or nested too deep. */
  rules: readonly (Rule | undefined)[];
  /** The keys of these rules and of the default. */
  keys: readonly KeyReference[];
}

/** Leaves out rules that are malformed or nested too deep. */
export function readableContent(content: TagContent): ReadableContent {
  const rules = content.rules.map((rule) => (isObject(rule) && !isTooDeep({ rules: [rule] }) ? rule : undefined));
  const keys = keysOf({ rules: rules.filter((rule) => rule !== undefined), defaultValue: content.defaultValue });
  return { content, rules, keys };
}

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;

/**
 * Sorts tags so that each comes after those that it refers to. Leaves out tags in a circle of references, and tags that refer to
 * one.
 *
 * @param tags the tags by ID
 */
export function resolvable(tags: ReadonlyMap<string, ReadableContent>): Map<string, ResolvableTag> {
  const waiting = new Map([...tags].map(([id, tag]) => [id, new Set(referencesOf(tag, tags))] as const));
  const referring = new Map<string, string[]>();
  for (const [id, references] of waiting) {
    for (const other of references) {
      const list = referring.get(other);
      if (list === undefined) referring.set(other, [id]);
      else list.push(id);
    }
  }
  const resolved = new Map<string, ResolvableTag>();
  const ready = [...waiting].filter(([, references]) => references.size === 0).map(([id]) => id);
  // The loop also visits the IDs that it adds.
  for (const id of ready) {
    const tag = tags.get(id) as ReadableContent;
    const references = referencesOf(tag, tags);
    const below = references.reduce((most, other) => Math.max(most, resolved.get(other)?.level ?? 0), 0);
    resolved.set(id, { ...tag, level: below + 1, references });
    for (const other of referring.get(id) ?? []) {
      const left = waiting.get(other);
      left?.delete(id);
      if (left?.size === 0) ready.push(other);
    }
  }
  return resolved;
}

/** The IDs of the tags that a content refers to, each once. */
export function referencesOf({ keys }: ReadableContent, tags: ReadonlyMap<string, unknown>): string[] {
  const ids = new Set<string>();
  for (const key of keys) if (isVirtualTag(key) && tags.has(key.key)) ids.add(key.key);
  return [...ids];
}
