/** Where the contents of tags name keys and values of the catalog. Pure. */
import { hasValue, meaningOf } from "../../rules/operators";
import type { Condition, Filter, KeyReference, TagContent, TagValue } from "../../rules/types";

/** A place that names a key. */
export interface Use {
  /** The path in the tag, such as `rules[0].filters.AND[1]`. */
  path: string;
  costCenter: string;
  key: string;
  /** Undefined where the service chooses, or V1 has none. */
  type?: string | undefined;
  /** The values that a condition compares with. `part`: whether a value contains this one. */
  values: readonly { path: string; value: string; part: boolean }[];
}

/** All places of a content that name a key, in order. The content must have the shape of the API (`oddPart`). */
export function usesIn({ rules, defaultValue }: TagContent): Use[] {
  return [
    ...rules.flatMap(({ to, filters }, index) => [
      ...valueUses(to, `rules[${index}].to`),
      ...filterUses(filters, `rules[${index}].filters`),
    ]),
    ...valueUses(defaultValue, "defaultValue"),
  ];
}

function valueUses(value: TagValue, path: string): Use[] {
  return typeof value === "string" ? [] : [useOf(value, path, [])];
}

function filterUses(filter: Filter, path: string): Use[] {
  // What the service sends may have a null for the group that it isn't.
  const { AND: all, OR: any } = filter as Partial<Record<"AND" | "OR", readonly Filter[] | null>>;
  const name = Array.isArray(all) ? "AND" : "OR";
  const members = all ?? any;
  if (members !== undefined && members !== null) {
    return members.flatMap((member, index) => filterUses(member, `${path}.${name}[${index}]`));
  }
  const condition = filter as Condition;
  const part = meaningOf(condition.operator)?.tests === "contains";
  const value: unknown = hasValue(condition) ? condition.value : undefined;
  const values = Array.isArray(value)
    ? (value as string[]).map((one, index) => ({ path: `${path}.value[${index}]`, value: one, part }))
    : typeof value === "string"
      ? [{ path: `${path}.value`, value, part }]
      : [];
  return [useOf(condition, path, values)];
}

function useOf({ costCenter, key, type }: KeyReference, path: string, values: Use["values"]): Use {
  return { path, costCenter, key, type, values };
}
