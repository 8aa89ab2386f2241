/** References from a Virtual Tag to others, in filters and as values. */
import type { Condition, Filter, KeyReference, TagContent, TagValue } from "../types";
import { readGroup } from "../filters";
import { type EvaluationTag, filterLevel, refuseTooDeep } from "./options";
import { virtualTagsCostCenter } from "../references";

/** Virtual Tags that refer to each other, so that none of them can be evaluated first. */
export class ReferenceCycleError extends Error {
  /** The IDs of the tags in the order of the references. The last one is the first one again. */
  readonly cycle: readonly string[];

  /** @param cycle The IDs of the tags. */
  constructor(cycle: readonly string[]) {
    super(
      `Virtual Tags refer to each other: ${cycle.map((id) => JSON.stringify(id)).join(" -> ")}. ` +
        "Remove one of these references.",
    );
    this.name = "ReferenceCycleError";
    this.cycle = cycle;
  }
}

/** Whether a key is a Virtual Tag. */
export function isVirtualTag({ costCenter }: KeyReference): boolean {
  return costCenter === virtualTagsCostCenter;
}

/** Every key that a content uses, in filters and as values, in the order of its rules. */
export function keysOf({ rules, defaultValue }: TagContent): KeyReference[] {
  return [
    ...rules.flatMap(({ filters, to }) => [...keysOfFilter(filters), ...keysOfValue(to)]),
    ...keysOfValue(defaultValue),
  ];
}

function keysOfValue(value: TagValue): KeyReference[] {
  return isKeyReference(value) ? [value] : [];
}

/** Whether a value is a key of the catalog. */
export function isKeyReference(value: TagValue): value is KeyReference {
  return typeof value === "object" && (value as unknown) !== null;
}

function keysOfFilter(filter: Filter, level = filterLevel, found: Condition[] = []): Condition[] {
  refuseTooDeep(filter, level);
  const group = readGroup(filter);
  if (group === "unreadable") return found;
  if (group === undefined) found.push(filter as Condition);
  else for (const member of group.members) keysOfFilter(member, level + 2, found);
  return found;
}

/**
 * Refuses references that lead back to a tag, even if no record needs its value.
 *
 * @throws {ReferenceCycleError}
 */
export function refuseCycles(content: TagContent, tags: ReadonlyMap<string, EvaluationTag>): void {
  const done = new Set<string>();
  const path = new Set<string>();
  const visit = (from: TagContent): void => {
    for (const id of new Set(
      keysOf(from)
        .filter(isVirtualTag)
        .map(({ key }) => key),
    )) {
      if (path.has(id)) {
        const ids = [...path];
        throw new ReferenceCycleError([...ids.slice(ids.indexOf(id)), id]);
      }
      const tag = tags.get(id);
      if (tag === undefined || done.has(id)) continue;
      path.add(id);
      visit(tag);
      path.delete(id);
      done.add(id);
    }
  };
  visit(content);
}
