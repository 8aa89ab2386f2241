/**
 * One form for all ways to say the same thing, so that only a difference in meaning counts as a difference. What the
 * document calls informational (`displayName`) is dropped, and so are fields that it does not name: the service may add
 * some to its answers, and they must not show as a change for ever.
 */
import { groupOf, hasValue, presenceOperators } from "./operators";
import type { Condition, Filter, Rule, TagContent, TagValue, Timeframe } from "./types";

/** A content in canonical form: known fields only, in a fixed order, values as arrays. */
export function canonicalContent(content: TagContent): TagContent {
  return { rules: content.rules.map(canonicalRule), defaultValue: canonicalValue(content.defaultValue) };
}

/**
 * A rule in canonical form. What is of no shape that the document knows stays as it is: a service may answer with it, and
 * then it must neither break a comparison nor count as equal to something else.
 */
export function canonicalRule(rule: Rule): Rule {
  if (!isObject(rule)) return rule;
  const { to, filters, timeframe } = rule as Partial<Rule>;
  const bounds = canonicalTimeframe(timeframe);
  return {
    to: canonicalValue(to as TagValue),
    filters: canonicalFilter(filters as Filter),
    ...(bounds === undefined ? {} : { timeframe: bounds }),
  };
}

function canonicalFilter(filter: Filter): Filter {
  if (!isObject(filter)) return filter;
  const group = groupOf(filter);
  if (group === undefined) return canonicalCondition(filter as Condition);
  if (!Array.isArray(group.members)) return filter;
  const members = (group.members as Filter[]).map(canonicalFilter);
  return group.key === "AND" ? { AND: members } : { OR: members };
}

function canonicalCondition(condition: Condition): Condition {
  const { costCenter, key, type, operator } = condition;
  if (hasValue(condition)) {
    const value: unknown = condition.value;
    const values = typeof value === "string" ? [value] : value;
    if (!Array.isArray(values)) return condition;
    // Only these two ask for membership, so only theirs is a set.
    const isSet = operator === "oneOf" || operator === "notOneOf";
    const texts = values as string[];
    return {
      costCenter,
      key,
      type,
      operator: condition.operator,
      value: isSet ? [...new Set(texts)].sort() : [...texts],
    };
  }
  const isKnown = (presenceOperators as readonly string[]).includes(operator);
  return isKnown ? ({ costCenter, key, type, operator } as Condition) : condition;
}

function canonicalValue(value: TagValue): TagValue {
  if (!isObject(value)) return value;
  const { key, costCenter, type } = value;
  return { key, costCenter, ...(type === undefined ? {} : { type }) };
}

function canonicalTimeframe(timeframe: Timeframe | null | undefined): Timeframe | undefined {
  if (timeframe === undefined || timeframe === null) return undefined;
  if (!isObject(timeframe)) return timeframe;
  // A service may write an open end as null; a range that is open at both ends is none.
  const { from, to } = timeframe as { from?: number | null; to?: number | null };
  const isEmpty = (from === undefined || from === null) && (to === undefined || to === null);
  if (isEmpty) return undefined;
  return { ...(from === undefined ? {} : { from }), ...(to === undefined || to === null ? {} : { to }) } as Timeframe;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Whether `actual` is what `declared` asks for. Not symmetrical in one point: a key reference that declares no `type`
 * accepts any, because the service may fill it in.
 *
 * @param declared what a program says
 * @param actual what the service holds
 */
export function isSatisfiedBy(declared: TagContent, actual: TagContent): boolean {
  // What a service answers need not be what the types say.
  const { rules } = actual as { rules?: unknown };
  return (
    Array.isArray(rules) &&
    declared.rules.length === rules.length &&
    valueIsSatisfiedBy(declared.defaultValue, actual.defaultValue) &&
    declared.rules.every((rule, index) => ruleIsSatisfiedBy(rule, rules[index] as Rule))
  );
}

function ruleIsSatisfiedBy(declared: Rule, actual: Rule): boolean {
  if (!isObject(declared) || !isObject(actual)) return JSON.stringify(declared) === JSON.stringify(actual);
  const { to, ...rest } = canonicalRule(declared);
  const { to: actualTo, ...actualRest } = canonicalRule(actual);
  return valueIsSatisfiedBy(to, actualTo) && JSON.stringify(rest) === JSON.stringify(actualRest);
}

function valueIsSatisfiedBy(declared: TagValue, actual: TagValue): boolean {
  if (!isObject(declared) || !isObject(actual)) return JSON.stringify(declared) === JSON.stringify(actual);
  const reference = declared;
  const other = actual;
  return (
    reference.key === other.key &&
    reference.costCenter === other.costCenter &&
    (reference.type === undefined || reference.type === other.type)
  );
}
