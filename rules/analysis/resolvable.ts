/** Virtual Tags in the order of their references, so that each of them can be compiled after those that it refers to. */
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

/** A tag whose references don't lead back to it. */
export interface ResolvableTag extends ReadableContent {
  /** How many tags follow each other at most, from this one on: 1 if it refers to no other. */
  level: number;
  /** The IDs of the resolvable tags that it refers to. */
  references: readonly string[];
}

/** What can be walked through of a content. */
export interface ReadableContent {
  content: TagContent;
  /** The rules; undefined in the place of one that can't be walked through. */
  rules: readonly (Rule | undefined)[];
  /** The keys of these rules and of the default. */
  keys: readonly KeyReference[];
}

/** Finds out what can be walked through. */
export function readableContent(content: TagContent): ReadableContent {
  const rules = content.rules.map((rule) => (isObject(rule) && !isTooDeep({ rules: [rule] }) ? rule : undefined));
  const keys = keysOf({ rules: rules.filter((rule) => rule !== undefined), defaultValue: content.defaultValue });
  return { content, rules, keys };
}

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;

/**
 * The tags by ID, in order, without those whose references lead back to them or to such a tag.
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
  // Grows while it is walked through.
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
