/** Rules as sentences for people who do not read code. */
import { groupOf } from "../../../rules/filters";
import { hasValue, meaningOf } from "../../../rules/operators";
import type { Condition, Filter, KeyReference, Operator, Rule, TagValue } from "../../../rules/types";
import { joined, type Phrase, say, type Span } from "../../document/document";
import { timeframePhrase } from "../content";

/** The names of tags, by the keys that references to them have. A page links them. */
export type TagLinks = ReadonlyMap<string, Span>;

/** How many values of a condition a sentence lists. */
const mostValues = 8;

/** A rule: `AWS tag "team" is "a" or "b": "Checkout"`. */
export function ruleSentence({ to, filters, timeframe }: Rule, names: TagLinks): Phrase {
  const when = timeframe === undefined ? [] : say`, ${timeframePhrase(timeframe)}`;
  return say`${assignedPhrase(to, names)} if ${filterPhrase(filters, names, false)}${when}`;
}

/** What records get: a fixed value, or that of a key. */
export function assignedPhrase(to: TagValue, names: TagLinks): Phrase {
  return typeof to === "string" ? [{ name: to }] : say`the value of ${keyPhrase(to, names)}`;
}

function filterPhrase(filter: Filter, names: TagLinks, isNested: boolean): Phrase {
  const group = groupOf(filter);
  if (group === undefined) return conditionPhrase(filter as Condition, names);
  if (group.members.length === 0) return [group.key === "AND" ? "always" : "never"];
  const members = group.members.map((member) => filterPhrase(member, names, group.members.length > 1));
  const text = joined(members, group.key === "AND" ? " and " : " or ");
  return isNested && members.length > 1 ? ["(", ...text, ")"] : text;
}

const words: Readonly<Record<Operator, string>> = {
  is: "is",
  oneOf: "is",
  notIs: "is not",
  notOneOf: "is not",
  contains: "contains",
  notContains: "does not contain",
  exists: "has a value",
  notExists: "has no value",
};

function conditionPhrase(condition: Condition, names: TagLinks): Phrase {
  const { operator } = condition;
  const verb = Object.hasOwn(words, operator) ? [words[operator]] : say`${operator}`;
  const subject = say`${keyPhrase(condition, names)} ${verb}`;
  if (!hasValue(condition)) return subject;
  const values = [condition.value].flat();
  const rest = values.length - mostValues;
  const listed = joined(
    values.slice(0, mostValues).map((text): Phrase => [{ name: text }]),
    meaningOf(operator)?.isNegative === true ? " nor " : " or ",
  );
  return say`${subject} ${listed}${[rest > 0 ? ` (and ${rest} more)` : ""]}`;
}

function keyPhrase({ costCenter, type, key }: KeyReference, names: TagLinks): Phrase {
  if (costCenter === "Virtual Tags") return say`Virtual Tag ${names.get(key) ?? key}`;
  const kind = type === undefined ? "key" : type.replaceAll("_", " ");
  return say`${costCenter} ${[/^[a-z0-9 ]+$/u.test(kind) ? kind : "key"]} ${key}`;
}
