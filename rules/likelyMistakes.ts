/**
 * Warnings about spellings that are valid but look like a mistake. The analysis checks what rules do. No message repeats a value,
 * except a date.
 */
import { groupOf } from "./filters";
import { hasValue, meaningOf } from "./operators";
import { virtualTagsCostCenter } from "./references";
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
export function likelyMistakes(
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
  for (const [index, rule] of rules.entries()) {
    const path = `rules[${index}]`;
    warnings.push(...endMistakes(rule, path));
    if (containsUnknown(rule)) continue;
    warnings.push(...valueMistakes(rule.to, `${path}.to`));
    for (const warning of filterMistakes(rule.filters)) {
      warnings.push({ path: `${path}.filters${warning.path}`, message: warning.message });
    }
  }
  return containsUnknown(defaultValue) ? warnings : [...warnings, ...valueMistakes(defaultValue, "defaultValue")];
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function valueMistakes(value: TagValue, path: string): Problem[] {
  return typeof value === "string" ? [] : keyMistakes(value, path);
}

/** A name instead of an ID is a key that no record has, so it never matches. */
function keyMistakes({ costCenter, key }: Pick<KeyReference, "costCenter" | "key">, path: string): Problem[] {
  if (costCenter !== virtualTagsCostCenter || uuid.test(key)) return [];
  const message =
    "is not the ID of a Virtual Tag, which is a UUID. If it is the name of a tag, no record has this key. Use " +
    "virtualTagKey(tag) with the resource, or the ID of the tag";
  return [{ path: `${path}.key`, message }];
}

/**
 * People write the last day, but a date without a time means the start of that day.
 *
 * @param rule The rule as the program has it: `check` adds the time to a date.
 */
function endMistakes({ timeframe }: Rule, path: string): Problem[] {
  const to: unknown = timeframe?.to;
  if (typeof to !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(to)) return [];
  const message =
    `is a date without a time, which means the start of that day: ${to}T00:00:00Z. That day's cost is left out. ` +
    `To include the day, write "${to}T23:59:59.999Z". To end before it, write "${to}T00:00:00Z"`;
  return [{ path: `${path}.timeframe.to`, message }];
}

/** The paths of the result are relative to the filter. */
function filterMistakes(filter: Filter): Problem[] {
  const group = groupOf(filter);
  if (group === undefined) return conditionMistakes(filter as Condition);
  const { key, members } = group;
  if (members.length === 0) {
    const message =
      "is empty. The service may refuse an empty group, and its documentation does not say whether it matches every record or none";
    return [{ path: `.${key}`, message }];
  }
  return members.flatMap((member, index) =>
    filterMistakes(member).map(({ path, message }) => ({ path: `.${key}[${index}]${path}`, message })),
  );
}

function conditionMistakes(condition: Condition): Problem[] {
  const warnings = keyMistakes(condition, "");
  if (!hasValue(condition) || meaningOf(condition.operator)?.tests !== "contains") return warnings;
  const values = typeof condition.value === "string" ? [condition.value] : condition.value;
  if (!values.some((value) => value.includes("*"))) return warnings;
  return [
    ...warnings,
    { path: ".value", message: 'contains "*", which is not a wildcard: contains and notContains compare it literally' },
  ];
}
