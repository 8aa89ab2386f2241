/** Findings as sentences. They name rules, never values, because the program may have marked these as secrets. */
import type { Finding } from "./findings";

/** How many rules a sentence names. */
const namedRules = 5;

/** Who reads a finding. A program counts rules from 0 and has paths: `rules[7]`. People count from 1: `rule 8`. */
export type FindingReader = "program" | "people";

/**
 * What a finding is about: `rules[7]`, `rules[7].filters.AND[1]` or `defaultValue`.
 *
 * @param reader people read `rule 8`, `condition 2 of rule 8` or `the default`. Default: program
 */
export function placeOf({ kind, rule, path }: Finding, reader: FindingReader = "program"): string {
  if (path !== undefined && reader === "program") return path;
  if (path !== undefined && rule !== undefined) return `${conditionOf(path)} of ${nameOf(rule, reader)}`;
  if (rule !== undefined) return nameOf(rule, reader);
  return kind === "default-unused" ? { program: "defaultValue", people: "the default" }[reader] : "rules";
}

/** A condition by its place in the groups: `condition 2`, or `condition 2.1` of a group in a group. */
function conditionOf(path: string): string {
  const places = [...path.matchAll(/\.(?:AND|OR)\[(\d+)\]/gu)].map(([, index]) => Number(index) + 1);
  return places.length === 0 ? "the condition" : `condition ${places.join(".")}`;
}

const nameOf = (rule: number, reader: FindingReader): string =>
  reader === "program" ? `rules[${rule}]` : `rule ${rule + 1}`;

/**
 * What a finding says. Continues a sentence that begins with the place, and has no period at the end.
 *
 * @param reader how rules are named. Default: program
 */
export function sentenceOf(finding: Finding, reader: FindingReader = "program"): string {
  const { kind, by = [], byDefault = false, other = 0, reason } = finding;
  const many = by.length > 1;
  const others = listOf([...by.map((rule) => nameOf(rule, reader)), ...(byDefault ? ["the default"] : [])]);
  switch (kind) {
    case "never-matches":
      return "never matches: no record can meet its conditions";
    case "never-wins":
      return `never wins: ${others} ${many ? "match" : "matches"} everything it matches`;
    case "no-effect":
      return `has no effect: without it, ${others} ${many || (byDefault && by.length > 0) ? "give" : "gives"} its records the same value`;
    case "default-unused":
      return `is never used: ${others} ${many ? "match" : "matches"} every record`;
    case "member-no-effect":
      return others === ""
        ? "has no effect: its rule matches the same records without it"
        : `has no effect: without it, every record has the same value, because of ${others}`;
    case "value-never-produced":
      return "is never met: the Virtual Tag does not give such a value";
    case "value-gone":
      return "has a value that the Virtual Tag does not give; other values of the condition still match";
    case "not-decided":
      return reason === "unreadable"
        ? "was not decided: it depends on a part of the rules that can't be read"
        : "was not decided: the proof takes too long";
    case "overlap":
      return `and ${nameOf(other, reader)} match the same record`;
    case "order-irrelevant":
      return `and ${nameOf(other, reader)} can trade places: each record keeps its value`;
  }
}

function listOf(words: readonly string[]): string {
  const more = words.length - namedRules;
  const named = more > 1 ? [...words.slice(0, namedRules), `${more} others`] : words;
  const last = named.at(-1) ?? "";
  return named.length < 2 ? last : `${named.slice(0, -1).join(", ")} and ${last}`;
}
