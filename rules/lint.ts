/** Warnings about rules that are valid but look like a mistake. No message repeats a value, except a date. */
import { canonicalRule } from "./canonical";
import { groupOf, hasValue } from "./operators";
import type { Condition, Filter, KeyReference, Rule, TagValue } from "./types";
import type { Problem } from "./validate";

/** The maximum number of rules according to the service's user guide. Its specification says 1,000. */
const usualRules = 50;

/**
 * Lists what looks like a mistake in valid rules.
 *
 * @param rules The rules. Those that contain an unknown value are skipped.
 * @param containsUnknown Whether a value contains a placeholder for one that is unknown until deployment.
 * @param defaultValue The default value. Default: nothing is said about it.
 */
export function lintRules(
  rules: readonly Rule[],
  containsUnknown: (value: unknown) => boolean = () => false,
  defaultValue: TagValue = "",
): Problem[] {
  const warnings: Problem[] = [];
  if (rules.length > usualRules) {
    warnings.push({
      path: "rules",
      message: `has ${rules.length} rules. The service's user guide allows at most ${usualRules}, so the service may refuse them`,
    });
  }
  let catchAll: number | undefined;
  const filtersSeen = new Map<string, number>();
  for (const [index, rule] of rules.entries()) {
    const path = `rules[${index}]`;
    warnings.push(...lintEnd(rule, path));
    if (containsUnknown(rule)) continue;
    warnings.push(...lintValue(rule.to, `${path}.to`));
    for (const warning of lintFilter(rule.filters)) {
      warnings.push({ path: `${path}.filters${warning.path}`, message: warning.message });
    }
    if (catchAll !== undefined) {
      warnings.push({ path, message: `is never reached, because rules[${catchAll}] matches every record` });
      continue;
    }
    const { filters } = canonicalRule(rule);
    const form = JSON.stringify(filters);
    const same = filtersSeen.get(form);
    if (same !== undefined) {
      warnings.push({
        path,
        message: `is never reached, because rules[${same}] has the same filters and the first match wins`,
      });
    }
    // Outside its timeframe, a rule does not match, so later rules still apply.
    if (rule.timeframe === undefined) {
      if (same === undefined) filtersSeen.set(form, index);
      if (alwaysMatches(filters)) catchAll = index;
    }
  }
  return containsUnknown(defaultValue) ? warnings : [...warnings, ...lintValue(defaultValue, "defaultValue")];
}

/** The cost center of Virtual Tags in the key catalog. Its keys are the IDs of tags, which are UUIDs (section 2.1). */
const virtualTagsCostCenter = "Virtual Tags";
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function lintValue(value: TagValue, path: string): Problem[] {
  return typeof value === "string" ? [] : lintKey(value, path);
}

/** A name instead of an ID is a key that no record has, so it never matches. */
function lintKey({ costCenter, key }: Pick<KeyReference, "costCenter" | "key">, path: string): Problem[] {
  if (costCenter !== virtualTagsCostCenter || uuid.test(key)) return [];
  const message =
    "is not the ID of a Virtual Tag, which is a UUID. If it is the name of a tag, no record has this key. Use " +
    "virtualTagKey(tag) with the resource, or the ID of the tag";
  return [{ path: `${path}.key`, message }];
}

/**
 * People write the last day, but a date without a time is the start of that day.
 *
 * @param rule The rule as the program has it: `check` adds the time to a date.
 */
function lintEnd({ timeframe }: Rule, path: string): Problem[] {
  const to: unknown = timeframe?.to;
  if (typeof to !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(to)) return [];
  const message =
    `is a date without a time, which means the start of that day: ${to}T00:00:00Z. That day's cost is left out. ` +
    `To include the day, write "${to}T23:59:59.999Z". To end before it, write "${to}T00:00:00Z"`;
  return [{ path: `${path}.timeframe.to`, message }];
}

/** The paths of the result are relative to the filter. */
function lintFilter(filter: Filter): Problem[] {
  const group = groupOf(filter);
  if (group === undefined) return lintCondition(filter as Condition);
  const { key, members } = group;
  if (members.length === 0) {
    const message =
      "is empty. The service may refuse an empty group, and its documentation does not say whether it matches every record or none";
    return [{ path: `.${key}`, message }];
  }
  return members.flatMap((member, index) =>
    lintFilter(member).map(({ path, message }) => ({ path: `.${key}[${index}]${path}`, message })),
  );
}

function lintCondition(condition: Condition): Problem[] {
  const warnings = lintKey(condition, "");
  if (!hasValue(condition) || !condition.operator.toLowerCase().endsWith("contains")) return warnings;
  const values = typeof condition.value === "string" ? [condition.value] : condition.value;
  if (!values.some((value) => value.includes("*"))) return warnings;
  return [
    ...warnings,
    { path: ".value", message: 'contains "*", which is not a wildcard: contains and notContains compare it literally' },
  ];
}

const opposites: Readonly<Record<string, string>> = {
  exists: "notExists",
  is: "notIs",
  oneOf: "notOneOf",
  contains: "notContains",
};
const negations: ReadonlySet<string> = new Set(Object.values(opposites));

/** Whether a filter in canonical form matches every record, because an OR has a condition and its negation. */
function alwaysMatches(filter: Filter): boolean {
  const group = groupOf(filter);
  if (group === undefined) return false;
  if (group.members.some(alwaysMatches) && (group.key === "OR" || group.members.every(alwaysMatches))) return true;
  if (group.key === "AND") return false;
  const conditions = group.members.filter((member): member is Condition => groupOf(member) === undefined);
  const negative = conditions.filter(({ operator }) => negations.has(operator));
  const negated = new Set(negative.map((condition) => JSON.stringify(condition)));
  if (negated.size === 0) return false;
  return conditions.some((condition) => {
    const opposite = opposites[condition.operator];
    return opposite !== undefined && negated.has(JSON.stringify({ ...condition, operator: opposite }));
  });
}
