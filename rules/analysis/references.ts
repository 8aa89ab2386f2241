/** Conditions that compare a Virtual Tag with a value that it never gives. */
import { readGroup } from "../filters";
import { hasValue } from "../operators";
import type { Condition, Filter } from "../types";
import { testOf } from "./compile";
import { decide, findRecord } from "./questions";
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
  const group = readGroup(filter);
  if (group === "unreadable") return [];
  if (group !== undefined)
    return group.members.flatMap((member, index) => inFilter(context, member, `${path}.${group.key}[${index}]`));
  const condition = filter as Condition;
  const { compiler } = context;
  if (testOf(condition) === undefined || compiler.referredTag(condition) === undefined) return [];
  const values = valuesOf(condition);
  const answers = values.flatMap((value) => {
    const { test } = testOf({ ...condition, value: [value] } as Condition) ?? {};
    if (test === undefined) return [];
    const formula = compiler.test(condition, test);
    return [{ value, found: decide(context, !formula.isOpaque, (asking) => findRecord(asking, formula)) }];
  });
  const isMet = answers.some(({ found }) => found?.record !== undefined);
  return answers.flatMap(({ value, found }, index): TagFinding[] => {
    if (found?.record !== undefined) return [];
    const place = Array.isArray(condition.value) ? `${path}.value[${index}]` : `${path}.value`;
    if (found === undefined) return [{ kind: "not-decided", path: place, reason: "unreadable" }];
    return [
      isMet
        ? { kind: "value-gone", path: place, value, key: condition.key }
        : { kind: "value-never-produced", path: place },
    ];
  });
}

function valuesOf(condition: Condition): readonly string[] {
  if (!hasValue(condition)) return [];
  return typeof condition.value === "string" ? [condition.value] : condition.value;
}
