/** What the service holds, in the form that the program gives to what means the same. Only a difference in meaning then shows. */
import { isObject } from "./shared/isObject";
import { canonicalRule, isSatisfiedBy } from "./canonical";
import { groupOf, readGroup } from "./filters";
import type { Filter, Rule, TagContent } from "./types";

/**
 * A service may add a `displayName` to conditions, and a `type` to keys that are values. Rules with the same meaning stay as the
 * program writes them. Other rules lose what the service may have added.
 *
 * @param declared the content in the program
 * @param actual the content in the service
 */
export function inProgramForm(declared: TagContent, actual: TagContent): TagContent {
  if (isSatisfiedBy(declared, actual)) return { rules: declared.rules, defaultValue: declared.defaultValue };
  const known = new Map(declared.rules.map((rule) => [meaning(rule), rule]));
  const rules = actual.rules.map((rule, index) => {
    const own = declared.rules[index];
    const same = [own, known.get(meaning(rule))].find((other) => other !== undefined && isSameRule(other, rule));
    return same ?? ruleInForm(own, rule);
  });
  const { defaultValue } = isSameValue(declared, actual) ? declared : actual;
  return { rules, defaultValue };
}

/** The same text for rules that may mean the same. */
function meaning(rule: Rule): string {
  const canonical: unknown = canonicalRule(rule);
  // A response of the service may differ from its type.
  if (!isObject(canonical) || !isObject(canonical["to"])) return JSON.stringify(canonical);
  return JSON.stringify({ ...canonical, to: without("type", canonical["to"]) });
}

function isSameRule(declared: Rule, actual: Rule): boolean {
  return isSatisfiedBy({ rules: [declared], defaultValue: "" }, { rules: [actual], defaultValue: "" });
}

function isSameValue({ defaultValue: declared }: TagContent, { defaultValue: actual }: TagContent): boolean {
  return isSatisfiedBy({ rules: [], defaultValue: declared }, { rules: [], defaultValue: actual });
}

/** A rule with another meaning than the program's rule at its index. */
function ruleInForm(own: Rule | undefined, actual: Rule): Rule {
  if (!isObject(actual)) return actual;
  const isSameTo =
    own !== undefined && isSatisfiedBy({ rules: [], defaultValue: own.to }, { rules: [], defaultValue: actual.to });
  return { ...actual, ...(isSameTo ? { to: own.to } : {}), filters: filterInForm(own?.filters, actual.filters) };
}

function filterInForm(own: Filter | undefined, actual: Filter): Filter {
  const group = readGroup(actual);
  if (group === "unreadable") return actual;
  if (group === undefined) {
    const isLabeled = isObject(own) && "displayName" in own;
    return isLabeled ? actual : (without("displayName", actual) as unknown as Filter);
  }
  const others = isObject(own) ? groupOf(own) : undefined;
  const ownMembers = others?.key === group.key ? others.members : [];
  const members = group.members.map((member, index) => filterInForm(ownMembers[index], member));
  return group.key === "AND" ? { AND: members } : { OR: members };
}

/** An object without one of its fields. */
export function without(field: string, object: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== field));
}
