/** The differences between two contents as text for people. Rules count from 1, as in `versions show`. */
import type { Filter, TagValue, Timeframe } from "../../rules/types";
import { filterText, momentText, ruleLines, timeframeText, valueText } from "./contentText";
import type { ContentDiff, FieldChange, RuleChange } from "../studies/ruleDiff";
import { printable, quoted, type Terminal } from "../console/terminal";

type Colors = Terminal["colors"];

/** All differences in lines, with unchanged rules in short, and a summary. */
export function diffLines(diff: ContentDiff, colors: Colors): string[] {
  return [...changeLines(diff, colors), "", summary(diff.rules, diff.defaultValue !== undefined)];
}

/** All differences in lines, with unchanged rules in short. */
export function changeLines({ rules, defaultValue }: ContentDiff, colors: Colors): string[] {
  const lines: string[] = [];
  for (let index = 0; index < rules.length; index += 1) {
    const start = index;
    while (rules[index]?.change === "unchanged") index += 1;
    if (index > start) lines.push(colors.dim(unchangedLine(rules.slice(start, index))));
    const change = rules[index];
    if (change !== undefined) lines.push(...ruleChangeLines(change, colors));
  }
  if (defaultValue !== undefined) {
    const { before, after } = defaultValue;
    lines.push(colors.yellow(`~ default value: ${valueText(before)} -> ${valueText(after)}`));
  }
  return lines;
}

/** Rule numbers before and after. */
function numbers(change: RuleChange): string {
  const before = "beforeIndex" in change ? change.beforeIndex + 1 : undefined;
  const after = "afterIndex" in change ? change.afterIndex + 1 : undefined;
  return before === undefined || after === undefined || before === after
    ? String(after ?? before)
    : `${before} -> ${after}`;
}

function unchangedLine(run: readonly RuleChange[]): string {
  const [first, last] = [run[0] as RuleChange, run.at(-1) as RuleChange];
  if (run.length === 1) return `  rule ${numbers(first)} unchanged`;
  return `  rules ${numbers(first)} to ${numbers(last)} unchanged`;
}

function ruleChangeLines(change: RuleChange, colors: Colors): string[] {
  const rule = `rule ${numbers(change)}`;
  const [first = "", ...others] = ruleLines(change.rule);
  switch (change.change) {
    case "added":
      return [`+ ${rule} added: ${first}`, ...indented(others)].map(colors.green);
    case "removed":
      return [`- ${rule} removed: ${first}`, ...indented(others)].map(colors.red);
    case "moved":
      return [colors.cyan(`> ${rule} moved: ${first}`)];
    case "changed":
      return [
        colors.yellow(`~ ${rule} changed${change.moved ? " and moved" : ""}: to ${valueText(change.rule.to)}`),
        ...indented(change.fields.flatMap(fieldLines)),
      ];
    case "unchanged":
      return [];
  }
}

const indented = (lines: readonly string[]): string[] => lines.map((line) => `    ${line}`);

function fieldLines({ path, before, after }: FieldChange): string[] {
  if (Array.isArray(before) && Array.isArray(after)) {
    const removed = without(before, after).map((item) => `  - ${itemText(item)}`);
    const added = without(after, before).map((item) => `  + ${itemText(item)}`);
    return [
      `${printable(path)}:`,
      ...(removed.length + added.length === 0 ? ["  in a different order"] : [...removed, ...added]),
    ];
  }
  return [`${printable(path)}: ${fieldText(path, before)} -> ${fieldText(path, after)}`];
}

/** The items of one list that the other lacks. An item that is there twice must be twice in the other. */
function without(items: readonly unknown[], others: readonly unknown[]): unknown[] {
  const counts = new Map<string, number>();
  for (const other of others.map((each) => JSON.stringify(each))) counts.set(other, (counts.get(other) ?? 0) + 1);
  return items.filter((item) => {
    const remaining = counts.get(JSON.stringify(item)) ?? 0;
    counts.set(JSON.stringify(item), remaining - 1);
    return remaining <= 0;
  });
}

function itemText(item: unknown): string {
  return typeof item === "string" ? quoted(item) : filterText(item as Filter);
}

function fieldText(path: string, value: unknown): string {
  if (value === undefined) return "none";
  if (path === "timeframe") return timeframeText(value as Timeframe);
  if (typeof value === "number") return momentText(value);
  if (path === "to") return valueText(value as TagValue);
  if (Array.isArray(value)) return value.map(itemText).join(", ");
  return typeof value === "object" && value !== null ? filterText(value as Filter) : printable(JSON.stringify(value));
}

function summary(rules: readonly RuleChange[], defaultChanged: boolean): string {
  const counted = (["changed", "moved", "added", "removed", "unchanged"] as const)
    .map((word) => ({ word, count: rules.filter(({ change }) => change === word).length }))
    .filter(({ count }) => count > 0)
    .map(({ word, count }) => `${count} ${word}`);
  const text = counted.length === 0 ? "no rules" : `rules: ${counted.join(", ")}`;
  return `${text}; default value ${defaultChanged ? "changed" : "unchanged"}`;
}
