/** How to walk through filters. */
import { isObject } from "./shared/isObject";
import type { Condition, Filter } from "./types";

type Group = { key: "AND" | "OR"; members: readonly Filter[] };

/** The group that a filter is; undefined for a condition. */
export function groupOf(filter: Filter): Group | undefined {
  if ("AND" in filter) return { key: "AND", members: filter.AND };
  if ("OR" in filter) return { key: "OR", members: filter.OR };
  return undefined;
}

/** The same for a filter that the service may have sent in another shape than the API documentation has. */
export function readGroup(filter: Filter): Group | "unreadable" | undefined {
  if (!isObject(filter)) return "unreadable";
  const group = groupOf(filter);
  return group === undefined || Array.isArray(group.members) ? group : "unreadable";
}

/**
 * Every condition of a filter that can be read, with its path.
 *
 * @param path that of the filter, such as `rules[0].filters`
 */
export function conditionsIn(filter: Filter, path: string): [path: string, condition: Condition][] {
  const group = readGroup(filter);
  if (group === "unreadable") return [];
  if (group === undefined) return [[path, filter as Condition]];
  return group.members.flatMap((member, index) => conditionsIn(member, `${path}.${group.key}[${index}]`));
}

/**
 * A filter with every condition changed, at any depth. What is no filter stays as it is: a program's rules may be invalid or contain
 * placeholders.
 */
export function mapFilter(
  filter: unknown,
  change: (condition: Readonly<Record<string, unknown>>) => Record<string, unknown>,
): unknown {
  if (!isObject(filter)) return filter;
  for (const key of ["AND", "OR"]) {
    const members: unknown = filter[key];
    if (Array.isArray(members)) return { ...filter, [key]: members.map((member) => mapFilter(member, change)) };
  }
  return "AND" in filter || "OR" in filter ? filter : change(filter);
}
