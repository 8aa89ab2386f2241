/**
 * The canonical form of a content: two contents with the same meaning have the same form. It omits `displayName`, which the API
 * document calls informational, and unknown fields: the service may add fields to its responses, and these must not show as a
 * change in every preview.
 */
import { isSameName } from "./names";
import { isTooDeep } from "./nesting";
import { readGroup } from "./filters";
import { hasValue, isMembership, isPresence } from "./operators";
import { isObject } from "./shared/isObject";
import { toMilliseconds } from "./timeframe";
import type { Condition, Declared, Filter, Rule, TagContent, TagValue, Timeframe } from "./types";

/** Converts a content to canonical form: only known fields, in a fixed order, values as arrays, moments in Unix milliseconds. */
export function canonicalContent(content: TagContent): TagContent {
  return { rules: content.rules.map(canonicalRule), defaultValue: canonicalValue(content.defaultValue) };
}

/**
 * Converts a rule to canonical form. A value in a shape that the API documentation does not have stays unchanged: if the service
 * returns one, it must neither break a comparison nor count as equal to something else.
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
  const group = readGroup(filter);
  if (group === "unreadable") return filter;
  if (group === undefined) return canonicalCondition(filter as Condition);
  const members = group.members.map(canonicalFilter);
  return group.key === "AND" ? { AND: members } : { OR: members };
}

function canonicalCondition(condition: Condition): Condition {
  const { costCenter, key, type, operator } = condition;
  if (hasValue(condition)) {
    const value: unknown = condition.value;
    const values = typeof value === "string" ? [value] : value;
    if (!Array.isArray(values)) return condition;
    const texts = values as string[];
    return {
      costCenter,
      key,
      type,
      operator: condition.operator,
      value: isMembership(operator) ? [...new Set(texts)].sort() : [...texts],
    };
  }
  return isPresence(operator) ? { costCenter, key, type, operator } : condition;
}

function canonicalValue(value: TagValue): TagValue {
  if (!isObject(value)) return value;
  const { key, costCenter, type } = value as Exclude<TagValue, string>;
  return { key, costCenter, ...(type === undefined ? {} : { type }) };
}

function canonicalTimeframe(timeframe: Timeframe | null | undefined): Timeframe | undefined {
  if (timeframe === undefined || timeframe === null) return undefined;
  if (!isObject(timeframe)) return timeframe;
  // The service may return null for an open end. A range that is open at both ends is the same as no range.
  const { from, to } = timeframe as { from?: unknown; to?: unknown };
  const isAbsent = (moment: unknown): boolean => moment === undefined || moment === null;
  if (isAbsent(from) && isAbsent(to)) return undefined;
  return {
    ...(from === undefined ? {} : { from: toMilliseconds(from) }),
    ...(isAbsent(to) ? {} : { to: toMilliseconds(to) }),
  } as Timeframe;
}

/** Whether `actual` has the name and the content that `declared` requires. */
export function isAsDeclared(declared: Declared, actual: Declared): boolean {
  return isSameName(actual.name, declared.name) && isSatisfiedBy(declared, actual);
}

/**
 * Whether `actual` has the content that `declared` requires. It is not symmetric: a key reference without a declared `type`
 * accepts any type, because the service may fill it in. A content that is nested too deep is equal to nothing.
 *
 * @param declared The content in the program.
 * @param actual The content in the service.
 */
export function isSatisfiedBy(declared: TagContent, actual: TagContent): boolean {
  return isDefaultSatisfiedBy(declared, actual) && areRulesSatisfiedBy(declared, actual);
}

/** Whether `actual` has the rules that `declared` requires. */
export function areRulesSatisfiedBy(
  { rules: declared }: Pick<TagContent, "rules">,
  // A response of the service may differ from its type.
  { rules: actual }: { rules?: unknown },
): boolean {
  return (
    Array.isArray(actual) &&
    ![declared, actual].some((rules) => isTooDeep({ rules })) &&
    declared.length === actual.length &&
    declared.every((rule, index) => ruleIsSatisfiedBy(rule, actual[index] as Rule))
  );
}

/** Whether `actual` has the default value that `declared` requires. */
export function isDefaultSatisfiedBy(declared: Pick<TagContent, "defaultValue">, actual: Partial<TagContent>): boolean {
  const { defaultValue } = actual;
  const isDeep = [declared.defaultValue, defaultValue].some((value) => isTooDeep({ defaultValue: value }));
  return !isDeep && valueIsSatisfiedBy(declared.defaultValue, defaultValue as TagValue);
}

function ruleIsSatisfiedBy(declared: Rule, actual: Rule): boolean {
  if (!isObject(declared) || !isObject(actual)) return JSON.stringify(declared) === JSON.stringify(actual);
  const { to, ...rest } = canonicalRule(declared);
  const { to: actualTo, ...actualRest } = canonicalRule(actual);
  return valueIsSatisfiedBy(to, actualTo) && JSON.stringify(rest) === JSON.stringify(actualRest);
}

function valueIsSatisfiedBy(declared: TagValue, actual: TagValue): boolean {
  if (!isObject(declared) || !isObject(actual)) return JSON.stringify(declared) === JSON.stringify(actual);
  return (
    declared.key === actual.key &&
    declared.costCenter === actual.costCenter &&
    (declared.type === undefined || declared.type === actual.type)
  );
}
