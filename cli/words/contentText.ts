/** The content of a tag as text for people: rules with numbers, filters as indented text, operators by their API names. */
import { groupOf, presenceOperators } from "../../rules/operators";
import { toIsoMoment } from "../../rules/timeframe";
import type { Condition, Filter, KeyReference, Moment, Rule, TagContent, TagValue, Timeframe } from "../../rules/types";
import { printable, quoted } from "../console/terminal";

/** A whole content, in lines. */
export function contentLines({ rules, defaultValue }: TagContent): string[] {
  const numbered = rules.flatMap((rule, index) => {
    const number = `${index + 1}. `;
    const [first = "", ...others] = ruleLines(rule);
    return [`${number}${first}`, ...others.map((line) => `${" ".repeat(number.length)}${line}`)];
  });
  return [
    rules.length === 0 ? "No rules." : "Rules (the first that matches wins):",
    ...numbered,
    `Default value (if no rule matches): ${valueText(defaultValue)}`,
  ];
}

/** One rule in lines: its value, when it applies, and its filters, indented. */
export function ruleLines({ to, filters, timeframe }: Rule): string[] {
  const when = (timeframe as Timeframe | null | undefined) ?? undefined;
  return [
    `to ${valueText(to)}${when === undefined ? "" : `, ${timeframeText(when)}`}`,
    ...filterLines(filters).map((line) => `  ${line}`),
  ];
}

function filterLines(filter: Filter): string[] {
  const group = groupOf(filter);
  if (group === undefined) return [conditionText(filter as Condition)];
  return [`${groupWords[group.key]}:`, ...group.members.flatMap(filterLines).map((line) => `  ${line}`)];
}

const groupWords = { AND: "all of", OR: "any of" };

/** A filter in one line. */
export function filterText(filter: Filter): string {
  const group = groupOf(filter);
  if (group === undefined) return conditionText(filter as Condition);
  return `${groupWords[group.key]} (${group.members.map(filterText).join("; ")})`;
}

/** A condition in one line. */
export function conditionText(condition: Condition): string {
  const { operator, displayName } = condition;
  const label = displayName === undefined ? "" : ` (${printable(displayName)})`;
  const subject = `${keyText(condition)}${label} ${printable(operator)}`;
  // An operator that the API document does not have may have a value, too.
  const isPresence = (presenceOperators as readonly string[]).includes(operator);
  const value: unknown = isPresence ? undefined : condition.value;
  return typeof value === "string" || Array.isArray(value)
    ? `${subject} ${([value].flat() as string[]).map(quoted).join(", ")}`
    : subject;
}

/** The value that a rule assigns: a text, or the value that the record has for a key. */
export function valueText(value: TagValue): string {
  return typeof value === "string" ? quoted(value) : `the value of ${keyText(value)}`;
}

/** A key in one line. */
export function keyText({ costCenter, type, key }: KeyReference): string {
  return `${printable(costCenter)} ${type === undefined ? "" : `${printable(type)} `}${quoted(key)}`;
}

/** When a rule applies, in ISO 8601. */
export function timeframeText({ from, to }: Timeframe): string {
  const end = (to as Moment | null | undefined) ?? undefined;
  return `from ${momentText(from)}${end === undefined ? " on" : ` to ${momentText(end)}`}`;
}

/** A moment in ISO 8601, or unchanged if ISO 8601 can't express it. */
export function momentText(moment: Moment): string {
  return printable(String(toIsoMoment(moment)));
}
