/** How a tag's content is sent. */
import { type Problem, tagValidator } from "../../rules/validate";
import { isPresence } from "../../rules/operators";
import { toMilliseconds } from "../../rules/timeframe";
import type { Rule, TagContent } from "../../rules/types";
import { leavesOf } from "../http/redaction";
import { field, isObject } from "../json";

/** Checks a tag's name, rules and default value. Empty if it can be sent. */
export const validateTag: (tag: unknown) => Problem[] = tagValidator();

/**
 * The content as it is sent: known fields only, one string as an array of it and no value for presence operators
 *, moments in Unix milliseconds. The order of everything stays, and so does every value.
 *
 * @param content valid, see {@link validateTag}
 * @param withLabels whether `displayName` is sent; V1 refuses it
 */
export function wireContent({ rules, defaultValue }: TagContent, withLabels = true): TagContent {
  return { rules: rules.map((rule) => wireRule(rule, withLabels)), defaultValue };
}

/** What is not a rule stays as it is: V1's content is not validated before it is sent, and may come from a read. */
function wireRule(given: Rule, withLabels: boolean): Rule {
  if (!isObject(given)) return given;
  const { to, filters, timeframe } = given as Partial<Record<keyof Rule, unknown>>;
  const rule: object = { to, filters: wireFilter(filters, withLabels) };
  if (!isObject(timeframe)) return rule as Rule;
  const moments = Object.entries(timeframe)
    .filter(([, moment]) => moment !== undefined)
    .map(([name, moment]) => [name, toMilliseconds(moment)]);
  return { ...rule, timeframe: Object.fromEntries(moments) as unknown } as Rule;
}

function wireFilter(filter: unknown, withLabels: boolean): unknown {
  if (!isObject(filter)) return filter;
  for (const group of ["AND", "OR"]) {
    const members = field(filter, group);
    if (Array.isArray(members)) return { [group]: members.map((member) => wireFilter(member, withLabels)) };
  }
  const { displayName, value, ...condition } = filter;
  const hasValue = value !== undefined && !isPresence(condition["operator"]);
  return {
    ...condition,
    ...(withLabels && displayName !== undefined ? { displayName } : {}),
    ...(hasValue ? { value: typeof value === "string" ? [value] : value } : {}),
  };
}

/**
 * Finds filters in V1's rules that are a condition and a group at once. Only one part could be sent, and the others would be lost.
 */
export function mixedGroups(rules: readonly unknown[]): Problem[] {
  const within = (filter: unknown, path: string): Problem[] => {
    const given = ["AND", "OR", "operator"].filter((name) => (field(filter, name) ?? undefined) !== undefined);
    if (given.length > 1) return [{ path, message: `must have only one of ${given.join(", ")}` }];
    return ["AND", "OR"].flatMap((group) => {
      const members = field(filter, group);
      return Array.isArray(members) ? members.flatMap((member, i) => within(member, `${path}.${group}[${i}]`)) : [];
    });
  };
  return rules.flatMap((rule, index) => within(field(rule, "filters"), `rules[${index}].filters`));
}

/** Fields that name something, so they are no secrets. Everything else in a tag's body may be one. */
const naming = new Set(["name", "costCenter", "key", "type", "operator", "displayName", "timeframe"]);

/** The values that a tag's body assigns and compares with, and its change description. */
export function valuesIn(body: unknown): string[] {
  if (Array.isArray(body)) return body.flatMap(valuesIn);
  if (!isObject(body)) return leavesOf(body);
  return Object.entries(body).flatMap(([name, value]) => (naming.has(name) ? [] : valuesIn(value)));
}
