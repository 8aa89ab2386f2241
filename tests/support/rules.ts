/** Rules, conditions and contents of the tests. */
import type { Condition, Filter, Operator, Rule, TagContent, TagValue } from "../../rules/types";

/** The key of the AWS tag `team`. */
export const team = { costCenter: "AWS", type: "tag", key: "team" };

/** A condition on a key, by default on the AWS tag `team`. */
export function condition(operator: Operator, value?: string | readonly string[], own: object = {}): Condition {
  return { ...team, operator, ...(value === undefined ? {} : { value }), ...own } as Condition;
}

/** A condition on another Virtual Tag. */
export function reference(id: string, operator: Operator, value?: string | readonly string[]): Condition {
  return condition(operator, value, { costCenter: "Virtual Tags", type: "virtual_tag", key: id });
}

/** A rule. */
export function rule(to: TagValue, filters: Filter, timeframe?: Rule["timeframe"]): Rule {
  return { to, filters, ...(timeframe === undefined ? {} : { timeframe }) };
}

/** A rule that assigns a value by values of the AWS tag `team`. */
export function teamRule(to: TagValue, ...values: string[]): Rule {
  return rule(to, condition("oneOf", values));
}

/** A rule that assigns a value by one value of the AWS tag `team`. */
export function teamIs(to: string, value = to): Rule {
  return rule(to, condition("is", value));
}

/** A content. */
export function content(rules: readonly Rule[], defaultValue: TagValue = "Other"): TagContent {
  return { rules: [...rules], defaultValue };
}

/** A content with one rule, which assigns this value. */
export function teamContent(to: string): TagContent {
  return content([teamRule(to, "a")], "None");
}

/** As many rules, each for one team. */
export function manyRules(count: number, from = 1): Rule[] {
  return Array.from({ length: count }, (_, index) => teamRule(`Team ${from + index}`, `team-${from + index}`));
}

/** A rule with every operator, nested groups and a timeframe. */
export const nestedRule: Rule = rule(
  { costCenter: "GCP", type: "tag", key: "team" },
  {
    AND: [
      {
        OR: [
          condition("is", "a"),
          condition("notIs", "b"),
          condition("contains", ["c", "d"]),
          condition("notContains", "e"),
          condition("exists"),
          condition("notExists"),
          condition("notOneOf", ["f", "g"]),
        ],
      },
      {
        AND: [
          condition("oneOf", ["x"], { key: "Environment" }),
          { OR: [condition("exists", undefined, { key: "application" })] },
        ],
      },
      condition("is", "AmazonEC2", { type: "billing_dimension", key: "service" }),
    ],
  },
  { from: "2026-01-01", to: "2026-12-31" },
);
