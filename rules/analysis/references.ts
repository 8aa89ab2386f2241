/** Conditions that compare a Virtual Tag with a value that it never gives. */
import { groupOf, hasValue } from "../operators";
import type { Condition, Filter } from "../types";
import { type CompiledRule, testOf } from "./compile";
import type { Test } from "./solver/formula";
import { searchFor } from "./questions";
import type { TagAnalysis, TagFinding } from "./tagFindings";

/** Finds values of other tags that these never give. */
export function neverProduced({ context, content, tag, ask }: TagAnalysis): TagFinding[] {
  return content.rules.flatMap((rule, index): TagFinding[] => {
    if (!(tag.rules[index] as CompiledRule).isKnown) return [];
    const found = ask(() => inFilter(context, rule.filters, `rules[${index}].filters`));
    if (found === undefined) return [{ kind: "not-decided", rule: index }];
    return found.answer.map((path) => ({ kind: "value-never-produced", rule: index, path }));
  });
}

function inFilter(context: TagAnalysis["context"], filter: Filter, path: string): string[] {
  const group = groupOf(filter);
  if (group !== undefined) {
    return group.members.flatMap((member, index) => inFilter(context, member, `${path}.${group.key}[${index}]`));
  }
  const condition = filter as Condition;
  const { compiler } = context;
  if (compiler.referredTag(condition) === undefined) return [];
  const { value } = condition;
  const isNever = (test: Test): boolean => searchFor(context, compiler.test(condition, test)).solve() === undefined;
  return testsOf(condition).flatMap((test, index) => {
    if (!isNever(test)) return [];
    return [Array.isArray(value) ? `${path}.value[${index}]` : `${path}.value`];
  });
}

/** One test for each value of a condition. */
function testsOf(condition: Condition): Test[] {
  if (!hasValue(condition)) return [];
  const values = typeof condition.value === "string" ? [condition.value] : condition.value;
  return values.map((value) => (testOf({ ...condition, value: [value] }) as { test: Test }).test);
}
