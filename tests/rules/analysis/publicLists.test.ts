/** What the analysis finds in rule lists that organizations published. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { analyze, type AnalyzedTag, type Finding, isEquivalent } from "../../../rules/analysis";
import type { TagContent } from "../../../rules/types";

const listOf = (name: string): AnalyzedTag[] =>
  JSON.parse(readFileSync(join(__dirname, "publicLists", `${name}.json`), "utf8")) as AnalyzedTag[];
const contentOf = (name: string): TagContent => listOf(name)[0] as TagContent;
const withoutRule = ({ rules, defaultValue }: TagContent, rule: number): TagContent => ({
  rules: rules.toSpliced(rule, 1),
  defaultValue,
});
const short = ({ kind, rule, other, by }: Finding): unknown[] => [kind, rule, ...((other ?? by) ? [other ?? by] : [])];

test("business units of 2024: one rule is there twice", () => {
  expect(analyze(listOf("businessUnit2024")).map(short)).toEqual([
    ["no-effect", 6, [7]],
    ["never-wins", 7, [6]],
  ]);
  const content = contentOf("businessUnit2024");
  expect(isEquivalent(content, withoutRule(content, 7))).toEqual({ equivalent: true });
  // A record without the tag gets another value without the last rule.
  expect(isEquivalent(content, withoutRule(content, 8))).toMatchObject({
    equivalent: false,
    witness: {},
    before: "No business-unit Tag",
    after: "",
  });
});

test("business units of 2025: every rule matters, and the order of an account rule and a tag rule does too", () => {
  expect(analyze(listOf("businessUnit2025"))).toEqual([]);
  const pairs = analyze(listOf("businessUnit2025"), { pairs: true });
  const harmless = pairs.filter(({ kind }) => kind === "order-irrelevant").map(({ rule }) => rule);
  // Tags are compared as a whole, so no two of these rules match the same record.
  expect(harmless).toEqual([6, 7, 8, 9, 10, 11, 12, 13]);
});

test("environments: a value such as 10 is in both lists, so the order decides", () => {
  expect(analyze(listOf("environment"))).toEqual([]);
  const [overlap] = analyze(listOf("environment"), { pairs: true });
  expect(overlap).toMatchObject({ kind: "overlap", rule: 0, other: 1 });
  const value = overlap?.witness?.["AWS:tag:is-production"] ?? "";
  const { rules } = contentOf("environment");
  for (const rule of [0, 1]) {
    const { value: parts } = rules[rule]?.filters as unknown as { value: string[] };
    expect(parts.some((part) => value.includes(part))).toBe(true);
  }
});
