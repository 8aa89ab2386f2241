/** The differences between two contents, in lines. Rules count from 1, as in `versions show`. */
import type { Filter, TagValue, Timeframe } from "../../rules/types";
import { joined, type Line, type Phrase, say } from "../document/document";
import type { ContentDiff, FieldChange, RuleChange } from "../../rules/ruleDiff";
import {
  filterPhrase,
  jsonOf,
  momentOf,
  ruleLines,
  type TagNames,
  timeframePhrase,
  valuePhrase,
  valuesPhrase,
} from "./content";

const noNames: TagNames = new Map();

/** All differences in lines, with unchanged rules in short, and a summary. */
export function diffLines(diff: ContentDiff): Line[] {
  return [...changeLines(diff), [], [summary(diff.rules, diff.defaultValue !== undefined)]];
}

/** All differences in lines, with unchanged rules in short. */
export function changeLines({ rules, defaultValue }: ContentDiff, names = noNames): Line[] {
  const lines: Line[] = [];
  for (let index = 0; index < rules.length; index += 1) {
    const start = index;
    while (rules[index]?.change === "unchanged") index += 1;
    if (index > start) lines.push({ indent: 2, tone: "same", text: [unchangedText(rules.slice(start, index))] });
    const change = rules[index];
    if (change !== undefined) lines.push(...ruleChangeLines(change, names));
  }
  if (defaultValue !== undefined) {
    const [before, after] = [defaultValue.before, defaultValue.after].map((value) => valuePhrase(value, names));
    lines.push({ sign: "~", tone: "changed", text: say`default value: ${before ?? []} -> ${after ?? []}` });
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

function unchangedText(run: readonly RuleChange[]): string {
  const [first, last] = [run[0] as RuleChange, run.at(-1) as RuleChange];
  return run.length === 1
    ? `rule ${numbers(first)} unchanged`
    : `rules ${numbers(first)} to ${numbers(last)} unchanged`;
}

function ruleChangeLines(change: RuleChange, names: TagNames): Line[] {
  const title = `rule ${numbers(change)} ${change.change}`;
  const [first, ...others] = ruleLines(change.rule, names);
  const value = first?.text ?? [];
  switch (change.change) {
    case "added":
    case "removed": {
      const tone = change.change;
      const below = others.map(({ text, indent }): Line => ({ text, tone, indent: 4 + indent }));
      return [{ sign: tone === "added" ? "+" : "-", tone, text: say`${[title]}: ${value}` }, ...below];
    }
    case "moved":
      return [{ sign: ">", tone: "moved", text: say`${[title]}: ${value}` }];
    case "changed": {
      const moved = change.moved ? " and moved" : "";
      const to = valuePhrase(change.rule.to, names);
      const fields = change.fields.flatMap((field) => fieldLines(field, names));
      return [{ sign: "~", tone: "changed", text: say`${[title + moved]}: to ${to}` }, ...fields];
    }
    case "unchanged":
      return [];
  }
}

function fieldLines({ path, before, after }: FieldChange, names: TagNames): Line[] {
  const line = (text: Phrase, indent = 4, sign?: "-" | "+"): Line => ({
    indent,
    ...(sign && { sign }),
    tone: "changed",
    text,
  });
  if (!Array.isArray(before) || !Array.isArray(after)) {
    return [line(say`${{ plain: path }}: ${fieldPhrase(path, before, names)} -> ${fieldPhrase(path, after, names)}`)];
  }
  const items = (list: unknown[], sign: "-" | "+"): Line[] =>
    list.map((item) => line(itemPhrase(item, names), 6, sign));
  const changed = [...items(without(before, after), "-"), ...items(without(after, before), "+")];
  return [line(say`${{ plain: path }}:`), ...(changed.length === 0 ? [line(["in a different order"], 6)] : changed)];
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

function itemPhrase(item: unknown, names: TagNames): Phrase {
  return typeof item === "string" ? valuesPhrase([item]) : filterPhrase(item as Filter, names);
}

function fieldPhrase(path: string, value: unknown, names: TagNames): Phrase {
  if (value === undefined) return ["none"];
  if (path === "timeframe") return timeframePhrase(value as Timeframe);
  if (typeof value === "number") return [momentOf(value)];
  if (path === "to") return valuePhrase(value as TagValue, names);
  if (Array.isArray(value))
    return joined(
      value.map((item) => itemPhrase(item, names)),
      ", ",
    );
  return typeof value === "object" && value !== null ? filterPhrase(value as Filter, names) : [jsonOf(value)];
}

function summary(rules: readonly RuleChange[], defaultChanged: boolean): string {
  const counts = (["changed", "moved", "added", "removed", "unchanged"] as const)
    .map((word) => ({ word, count: rules.filter(({ change }) => change === word).length }))
    .filter(({ count }) => count > 0)
    .map(({ word, count }) => `${count} ${word}`);
  const text = counts.length === 0 ? "no rules" : `rules: ${counts.join(", ")}`;
  return `${text}; default value ${defaultChanged ? "changed" : "unchanged"}`;
}
