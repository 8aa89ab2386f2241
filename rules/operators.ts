import type { Condition, Filter, Operator, PresenceOperator, ValueCondition, ValueOperator } from "./types";

/** The operators that require a `value`, in the order of the API documentation's table. */
export const valueOperators: readonly ValueOperator[] = ["oneOf", "notOneOf", "is", "notIs", "contains", "notContains"];

/** The operators that take no `value`. */
export const presenceOperators: readonly PresenceOperator[] = ["exists", "notExists"];

/** All operators. */
export const operators: readonly Operator[] = [...valueOperators, ...presenceOperators];

/** The operators that take one string, with what to use for several. */
export const forSeveralValues = {
  is: "oneOf([...])",
  notIs: "notOneOf([...])",
  contains: "anyOf(...)",
  notContains: "allOf(...)",
};

/** Whether a condition compares its key with a value. */
export function hasValue(condition: Condition): condition is ValueCondition {
  return (valueOperators as readonly string[]).includes(condition.operator);
}

/** The key and the members of a group; undefined for a condition. */
export function groupOf(filter: Filter): { key: "AND" | "OR"; members: readonly Filter[] } | undefined {
  if ("AND" in filter) return { key: "AND", members: filter.AND };
  if ("OR" in filter) return { key: "OR", members: filter.OR };
  return undefined;
}
