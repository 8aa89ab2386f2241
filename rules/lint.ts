/** What is allowed but looks like a mistake. Never a reason to refuse; no message repeats a value. */
import { canonicalRule } from "./canonical";
import { groupOf, hasValue } from "./operators";
import type { Condition, Filter, Rule } from "./types";
import type { Problem } from "./validate";

/** How many rules a user guide of the service speaks of; a specification of it speaks of 1,000. */
const usualRules = 50;

/**
 * Lists what looks like a mistake in rules that are valid.
 *
 * @param rules valid rules; those with a placeholder anywhere inside are passed over
 * @param isOpen whether a value has a placeholder inside that will be known later
 */
export function lintRules(rules: readonly Rule[], isOpen: (value: unknown) => boolean = () => false): Problem[] {
  const warnings: Problem[] = [];
  if (rules.length > usualRules) {
    warnings.push({
      path: "rules",
      message: `has ${rules.length} rules: a guide of the service speaks of ${usualRules} at most, so it may refuse them`,
    });
  }
  let catchAll: number | undefined;
  const filtersSeen = new Map<string, number>();
  for (const [index, rule] of rules.entries()) {
    if (isOpen(rule)) continue;
    const path = `rules[${index}]`;
    for (const warning of lintFilter(rule.filters)) {
      warnings.push({ path: `${path}.filters${warning.path}`, message: warning.message });
    }
    if (catchAll !== undefined) {
      warnings.push({ path, message: `is never reached: rules[${catchAll}] matches every record` });
      continue;
    }
    const { filters } = canonicalRule(rule);
    const form = JSON.stringify(filters);
    const same = filtersSeen.get(form);
    if (same !== undefined) {
      warnings.push({
        path,
        message: `is never reached: rules[${same}] has the same filters, and the first match wins`,
      });
    }
    // Outside its timeframe a rule leaves its records to those that follow.
    if (rule.timeframe === undefined) {
      if (same === undefined) filtersSeen.set(form, index);
      if (alwaysMatches(filters)) catchAll = index;
    }
  }
  return warnings;
}

/** The paths of what it lists begin at the filter. */
function lintFilter(filter: Filter): Problem[] {
  const group = groupOf(filter);
  if (group === undefined) return lintCondition(filter as Condition);
  const { key, members } = group;
  if (members.length === 0) {
    const message =
      "is empty: the service may refuse it, and does not document whether it matches every record or none";
    return [{ path: `.${key}`, message }];
  }
  return members.flatMap((member, index) =>
    lintFilter(member).map(({ path, message }) => ({ path: `.${key}[${index}]${path}`, message })),
  );
}

function lintCondition(condition: Condition): Problem[] {
  if (!hasValue(condition) || !condition.operator.toLowerCase().endsWith("contains")) return [];
  const values = typeof condition.value === "string" ? [condition.value] : condition.value;
  if (!values.some((value) => value.includes("*"))) return [];
  return [{ path: ".value", message: 'has a "*": contains takes it literally, it is no wildcard' }];
}

const opposites: Readonly<Record<string, string>> = {
  exists: "notExists",
  is: "notIs",
  oneOf: "notOneOf",
  contains: "notContains",
};
const denials: ReadonlySet<string> = new Set(Object.values(opposites));

/** Whether a filter in canonical form matches every record: one half of an OR denies the other. */
function alwaysMatches(filter: Filter): boolean {
  const group = groupOf(filter);
  if (group === undefined) return false;
  if (group.members.some(alwaysMatches) && (group.key === "OR" || group.members.every(alwaysMatches))) return true;
  if (group.key === "AND") return false;
  const conditions = group.members.filter((member): member is Condition => groupOf(member) === undefined);
  const denied = new Set(conditions.filter(({ operator }) => denials.has(operator)).map((one) => JSON.stringify(one)));
  if (denied.size === 0) return false;
  return conditions.some((condition) => {
    const opposite = opposites[condition.operator];
    return opposite !== undefined && denied.has(JSON.stringify({ ...condition, operator: opposite }));
  });
}
