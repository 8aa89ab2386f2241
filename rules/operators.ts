import type { Condition, Operator, PresenceOperator, ValueCondition, ValueOperator } from "./types";

/** What an operator means. */
export interface Meaning {
  /** What the value of the key is tested for: that there is one, that it is one of the condition's values, or that it contains them. */
  tests: "exists" | "equals" | "contains";
  /** Whether the condition holds where the test fails. */
  isNegative: boolean;
  /** What the condition's `value` is: absent, one string, or strings of which the order does not count. */
  takes: "nothing" | "one" | "set";
}

/** Every operator, in the order of the API documentation's table. */
const meanings: Readonly<Record<Operator, Meaning>> = {
  oneOf: { tests: "equals", isNegative: false, takes: "set" },
  notOneOf: { tests: "equals", isNegative: true, takes: "set" },
  is: { tests: "equals", isNegative: false, takes: "one" },
  notIs: { tests: "equals", isNegative: true, takes: "one" },
  contains: { tests: "contains", isNegative: false, takes: "one" },
  notContains: { tests: "contains", isNegative: true, takes: "one" },
  exists: { tests: "exists", isNegative: false, takes: "nothing" },
  notExists: { tests: "exists", isNegative: true, takes: "nothing" },
};

/** What an operator means; undefined for one that the API documentation does not have. */
export function meaningOf(operator: unknown): Meaning | undefined {
  return typeof operator === "string" && Object.hasOwn(meanings, operator) ? meanings[operator as Operator] : undefined;
}

/** All operators. */
export const operators = Object.keys(meanings) as readonly Operator[];

/** The operators that take no `value`. */
export const presenceOperators = operators.filter(isPresence);

/** The operators that require a `value`. */
export const valueOperators = operators.filter((operator) => !isPresence(operator)) as readonly ValueOperator[];

/** The operators that take one string, with what to use for several. */
export const forSeveralValues = {
  is: "oneOf([...])",
  notIs: "notOneOf([...])",
  contains: "anyOf(...)",
  notContains: "allOf(...)",
};

/** Whether an operator takes no `value`. */
export function isPresence(operator: unknown): operator is PresenceOperator {
  return meaningOf(operator)?.takes === "nothing";
}

/** Whether an operator tests for membership: only then are the values of a condition a set. */
export function isMembership(operator: unknown): boolean {
  return meaningOf(operator)?.takes === "set";
}

/** Whether a condition compares its key with a value. */
export function hasValue(condition: Condition): condition is ValueCondition {
  const meaning = meaningOf(condition.operator);
  return meaning !== undefined && meaning.takes !== "nothing";
}
