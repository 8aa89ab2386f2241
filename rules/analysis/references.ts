/** Conditions that compare a Virtual Tag with a value that it never gives. */
import { membersOf } from "../evaluation/condition";
import { hasValue } from "../operators";
import type { Condition, Filter } from "../types";
import { testOf } from "./compile";
import { decide, findRecord } from "./questions";
import type { TextTest } from "./solver/formula";
import type { TagAnalysis, TagFinding } from "./tagFindings";

/** Finds conditions that compare a tag with a value that it never gives. */
export function neverProduced({ context, tag, ask }: TagAnalysis): TagFinding[] {
  return tag.sources.flatMap((rule, index): TagFinding[] => {
    if (rule === undefined) return [];
    const found = ask(() => inFilter(context, rule.filters, `rules[${index}].filters`));
    if (found === undefined) return [{ kind: "not-decided", rule: index, reason: "too-long" }];
    return found.answer.map((finding) => ({ rule: index, ...finding }));
  });
}

function inFilter(context: TagAnalysis["context"], filter: Filter, path: string): TagFinding[] {
  const group = membersOf(filter);
  if (group === "unreadable") return [];
  if (group !== undefined) {
    const key = group.isAnd ? "AND" : "OR";
    return group.members.flatMap((member, index) => inFilter(context, member, `${path}.${key}[${index}]`));
  }
  const condition = filter as Condition;
  const { compiler } = context;
  if (testOf(condition) === undefined || compiler.referredTag(condition) === undefined) return [];
  const { value } = condition;
  return testsOf(condition).flatMap((test, index): TagFinding[] => {
    const formula = compiler.test(condition, test);
    const found = decide(context, !formula.isOpaque, (asking) => findRecord(asking, formula));
    if (found?.record !== undefined) return [];
    const place = Array.isArray(value) ? `${path}.value[${index}]` : `${path}.value`;
    return [
      found === undefined
        ? { kind: "not-decided", path: place, reason: "unreadable" }
        : { kind: "value-never-produced", path: place },
    ];
  });
}

/** One test for each value of a condition. */
function testsOf(condition: Condition): TextTest[] {
  if (!hasValue(condition)) return [];
  const values = typeof condition.value === "string" ? [condition.value] : condition.value;
  return values.flatMap((value) => testOf({ ...condition, value: [value] })?.test ?? []);
}
