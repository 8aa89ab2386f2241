/** The order in which a program can declare tags that refer to each other. */
import { keysOf } from "../../rules/evaluation/references";
import { referencedTag } from "../../rules/references";
import type { TagContent } from "../../rules/types";

/** The IDs of the tags that a content refers to, in its filters and as values. */
export function referencedTags(content: TagContent): string[] {
  const ids = keysOf(content).flatMap((key) => referencedTag(key) ?? []);
  return [...new Set(ids)];
}

/** A tag with the tags that it refers to, by ID. */
export interface Node {
  id: string;
  references: readonly string[];
  /** What its file imports already, if the file is left alone. */
  imports?: readonly string[] | undefined;
}

/**
 * The references that the program can make with resources: those that close no cycle. Of a cycle, one reference is left out, which must
 * name the tag by its ID.
 *
 * @param nodes the tags. If they come in the same order, each of them has the same imports in every export
 * @returns for each tag, the IDs of the tags that its file imports
 */
export function acyclicReferences(nodes: readonly Node[]): Map<string, string[]> {
  const edges = new Map(nodes.map(({ id, imports = [] }) => [id, [...imports]]));
  const result = new Map<string, string[]>();
  for (const { id, references, imports } of nodes) {
    const possible: string[] = [];
    for (const other of references) {
      if (other === id || !edges.has(other) || reaches(edges, other, id)) continue;
      possible.push(other);
      if (imports === undefined) edges.get(id)?.push(other);
    }
    result.set(id, possible);
  }
  return result;
}

function reaches(edges: ReadonlyMap<string, readonly string[]>, from: string, to: string): boolean {
  const seen = new Set([from]);
  // The loop also visits IDs that are added while it runs. Recursion could be too deep for a long chain of references.
  for (const id of seen) {
    if (id === to) return true;
    for (const next of edges.get(id) ?? []) seen.add(next);
  }
  return false;
}
