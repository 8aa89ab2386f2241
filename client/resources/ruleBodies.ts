import { type Problem, tagValidator } from "../../rules/validate";
import { readMoment } from "../../rules/timeframe";
import type { Filter, Rule, TagContent, Timeframe } from "../../rules/types";
import { field, isObject } from "../json";

/** What is wrong with a tag's name, rules and default value; nothing when it can be sent. */
export const validateTag: (tag: unknown) => Problem[] = tagValidator();

/**
 * The content as it goes over the wire: known fields only, one text as an array of it (section 2.3), moments in Unix
 * milliseconds (section 2.2). The order of everything stays, and so does every value.
 *
 * @param content valid, see {@link validateTag}
 * @param withLabels whether `displayName` is sent; V1 refuses it
 */
export function wireContent({ rules, defaultValue }: TagContent, withLabels = true): TagContent {
  return { rules: rules.map((rule) => wireRule(rule, withLabels)), defaultValue };
}

function wireRule(given: Rule, withLabels: boolean): Rule {
  if (!isObject(given)) return given;
  const { to, filters, timeframe } = given;
  const rule = { to, filters: wireFilter(filters, withLabels) as Filter };
  // V1's content is not validated, and may come from a read, with null for what is not there.
  const isThere = ((timeframe as unknown) ?? undefined) !== undefined;
  return isThere ? { ...rule, timeframe: wireTimeframe(timeframe as Timeframe) } : rule;
}

/** Filters of V1's rules that are more than one thing at once: only one could be sent, and the others would be lost. */
export function mixedGroups(rules: readonly unknown[]): Problem[] {
  const within = (filter: unknown, path: string): Problem[] => {
    const given = ["AND", "OR", "operator"].filter((name) => (field(filter, name) ?? undefined) !== undefined);
    if (given.length > 1) return [{ path, message: `must be one of these, and not all: ${given.join(", ")}` }];
    return ["AND", "OR"].flatMap((group) => {
      const members = field(filter, group);
      return Array.isArray(members) ? members.flatMap((member, i) => within(member, `${path}.${group}[${i}]`)) : [];
    });
  };
  return rules.flatMap((rule, index) => within(field(rule, "filters"), `rules[${index}].filters`));
}

/** What is not a filter stays as it is: V1's content is not validated before it is sent. */
function wireFilter(filter: unknown, withLabels: boolean): unknown {
  if (!isObject(filter)) return filter;
  for (const group of ["AND", "OR"]) {
    const members = field(filter, group);
    if (Array.isArray(members)) return { [group]: members.map((member) => wireFilter(member, withLabels)) };
  }
  const { displayName, value, ...condition } = filter;
  return {
    ...condition,
    ...(withLabels && displayName !== undefined ? { displayName } : {}),
    ...(typeof value === "string" ? { value: [value] } : value === undefined ? {} : { value }),
  };
}

function wireTimeframe({ from, to }: Timeframe): Timeframe {
  return { from: milliseconds(from), ...(to === undefined ? {} : { to: milliseconds(to) }) };
}

/** A program may have written a date in words; the validator has read it already. */
function milliseconds(moment: number): number {
  const read = readMoment(moment);
  return "milliseconds" in read ? read.milliseconds : moment;
}
