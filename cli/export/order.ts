/** The order in which a program can declare tags that refer to each other. */
import { keysOf } from "../../rules/evaluation/references";
import { referencedTag } from "../../rules/references";
import type { TagContent } from "../../rules/types";

/** The IDs of the tags that a content refers to, in its filters and as values. */
export function referencedTags(content: TagContent): string[] {
  const ids = keysOf(content).flatMap((key) => referencedTag(key) ?? []);
  return [...new Set(ids)];
}

/**
 * The references that the program can make with resources: those that close no cycle. Of a cycle, one reference is left out, which
 * must name the tag by its ID.
 *
 * @param references the IDs that each tag refers to
 * @returns for each tag, the IDs of the tags that it imports
 */
export function acyclicReferences(references: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const imports = new Map<string, string[]>();
  const open = new Set<string>();
  // A stack of its own: hundreds of tags may refer to each other in one chain.
  for (const start of references.keys()) {
    const stack: { id: string; left: string[] }[] = [];
    const enter = (id: string): void => {
      imports.set(id, []);
      open.add(id);
      stack.push({ id, left: [...(references.get(id) ?? [])] });
    };
    if (!imports.has(start)) enter(start);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const next = top.left.shift();
      if (next === undefined) {
        open.delete(top.id);
        stack.pop();
      } else if (references.has(next) && !open.has(next)) {
        imports.get(top.id)?.push(next);
        if (!imports.has(next)) enter(next);
      }
    }
  }
  return imports;
}
