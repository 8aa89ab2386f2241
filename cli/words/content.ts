/** The content of a tag: rules with numbers from 1, filters as indented lines, operators by their API names. */
import { unknownValue } from "../../stack/state/unknown";
import { groupOf } from "../../rules/filters";
import { isPresence } from "../../rules/operators";
import { virtualTagsCostCenter } from "../../rules/references";
import { toIsoMoment } from "../../rules/timeframe";
import type { Condition, Filter, KeyReference, Moment, Rule, TagContent, TagValue, Timeframe } from "../../rules/types";
import { joined, type Line, type Phrase, say, type Span, type Tone } from "../document/document";

/** The names of tags, by the keys that references to them have. A reference to any other tag shows its key. */
export type TagNames = ReadonlyMap<string, string>;

const noNames: TagNames = new Map();

const unknown = "(unknown until deployment)";

const nameOf = (text: string): Span => (text === unknownValue ? unknown : { name: text });

const plainOf = (text: string): Span => (text === unknownValue ? unknown : { plain: text });

/** A tag, with its ID if it is known. */
export function tagTitle({ id, name }: { id?: string | undefined; name: string }): Phrase {
  return id === undefined ? say`Virtual Tag ${name}` : say`Virtual Tag ${name} (${{ plain: id }})`;
}

/** A whole content, in lines. */
export function contentLines({ rules, defaultValue }: TagContent, names = noNames, tone?: Tone): Line[] {
  const numbered = rules.flatMap((rule, index) => {
    const number = `${index + 1}. `;
    const [first, ...others] = ruleLines(rule, names);
    return [
      { text: [number, ...(first?.text ?? [])], indent: 0 },
      ...others.map(({ text, indent }) => ({ text, indent: indent + number.length })),
    ];
  });
  const lines = [
    { text: [rules.length === 0 ? "No rules." : "Rules (the first that matches wins):"] },
    ...numbered,
    { text: say`Default value (if no rule matches): ${valuePhrase(defaultValue, names)}` },
  ];
  return tone === undefined ? lines : lines.map((line) => ({ ...line, tone }));
}

/** A part of a rule, indented below the rule. */
interface RuleLine {
  text: Phrase;
  indent: number;
}

/** One rule: its value, when it applies, and its filters. */
export function ruleLines({ to, filters, timeframe }: Rule, names = noNames): RuleLine[] {
  // The service may return null.
  const when = (timeframe as Timeframe | null | undefined) ?? undefined;
  const value = say`to ${valuePhrase(to, names)}`;
  return [
    { text: when === undefined ? value : say`${value}, ${timeframePhrase(when)}`, indent: 0 },
    ...filterLines(filters, names, 2),
  ];
}

function filterLines(filter: Filter, names: TagNames, indent: number): RuleLine[] {
  const group = groupOf(filter);
  if (group === undefined) return [{ text: conditionPhrase(filter as Condition, names), indent }];
  const members = group.members.flatMap((member) => filterLines(member, names, indent + 2));
  return [{ text: [`${groupWords[group.key]}:`], indent }, ...members];
}

const groupWords = { AND: "all of", OR: "any of" };

/** A filter in one line. */
export function filterPhrase(filter: Filter, names = noNames): Phrase {
  const group = groupOf(filter);
  if (group === undefined) return conditionPhrase(filter as Condition, names);
  const members = group.members.map((member) => filterPhrase(member, names));
  return say`${[groupWords[group.key]]} (${joined(members, "; ")})`;
}

/** A condition in one line. */
export function conditionPhrase(condition: Condition, names = noNames): Phrase {
  const { operator, displayName } = condition;
  const label = displayName === undefined ? [] : say` (${{ plain: displayName }})`;
  const tag = condition.costCenter === virtualTagsCostCenter ? names.get(condition.key) : undefined;
  // A plain name needs no quotation marks, which would look like those of a value.
  const key =
    tag === undefined ? say`${keyPhrase(condition)}${label}` : [isPlainName.test(tag) ? { plain: tag } : { name: tag }];
  const subject = say`${key} ${{ plain: operator }}`;
  // An operator that the API documentation does not have may have a value, too.
  const value: unknown = isPresence(operator) ? undefined : condition.value;
  if (typeof value !== "string" && !Array.isArray(value)) return subject;
  return say`${subject} ${valuesPhrase([value].flat() as string[])}`;
}

const isPlainName = /^[\p{L}\p{N}][\p{L}\p{N} _-]*$/u;

/** Values, one after the other. */
export function valuesPhrase(values: readonly string[]): Phrase {
  return joined(
    values.map((text) => [nameOf(text)]),
    ", ",
  );
}

/** The value that a rule assigns: a text, or the value that the record has for a key. */
export function valuePhrase(value: TagValue, names = noNames): Phrase {
  return typeof value === "string" ? [nameOf(value)] : say`the value of ${keyPhrase(value, names)}`;
}

/** A key in one line. */
export function keyPhrase({ costCenter, type, key }: KeyReference, names = noNames): Phrase {
  const name = costCenter === virtualTagsCostCenter ? names.get(key) : undefined;
  if (name !== undefined) return say`Virtual Tag ${name}`;
  return [plainOf(costCenter), " ", ...(type === undefined ? [] : [plainOf(type), " "]), nameOf(key)];
}

/** When a rule applies, in ISO 8601. */
export function timeframePhrase({ from, to }: Timeframe): Phrase {
  const end = (to as Moment | null | undefined) ?? undefined;
  return end === undefined ? say`from ${momentOf(from)} on` : say`from ${momentOf(from)} to ${momentOf(end)}`;
}

/** A moment in ISO 8601, or unchanged if ISO 8601 can't express it. */
export function momentOf(moment: Moment): Span {
  return { plain: String(toIsoMoment(moment)) };
}

/** Any value as JSON, without placeholders. */
export function jsonOf(value: unknown): Span {
  const json = value === undefined ? "none" : JSON.stringify(value);
  return { plain: json.replaceAll(`"${unknownValue}"`, unknown).replaceAll(unknownValue, unknown) };
}
