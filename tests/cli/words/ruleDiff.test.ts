/** Compares two contents, rule by rule. */
import fc from "fast-check";
import { diffContents, type RuleChange } from "../../../rules/ruleDiff";
import { lineText } from "../../../cli/document/document";
import { diffLines } from "../../../cli/words/ruleDiff";
import { canonicalContent } from "../../../rules/canonical";
import type { Filter, Rule, TagContent } from "../../../rules/types";
import { contents } from "../../support/contents";
import { teamRule } from "../../support/rules";
import { atSize } from "../../support/size";

const withRules = (...rules: Rule[]): TagContent => ({ rules, defaultValue: "None" });
const [a, b, c, d] = ["a", "b", "c", "d"].map((team) => teamRule(team, team)) as [Rule, Rule, Rule, Rule];
const words = (before: TagContent, after: TagContent): string[] =>
  diffContents(before, after).rules.map((change) => `${change.change} ${change.rule.to as string}`);

test.each<[string, Rule[], Rule[], string[]]>([
  ["equal", [a, b], [a, b], ["unchanged a", "unchanged b"]],
  ["a rule added at the front does not move the others", [b, c], [a, b, c], ["added a", "unchanged b", "unchanged c"]],
  ["a removed rule is listed where it was", [a, b, c], [a, c], ["unchanged a", "removed b", "unchanged c"]],
  [
    "as few rules as possible move",
    [a, b, c, d],
    [d, a, b, c],
    ["moved d", "unchanged a", "unchanged b", "unchanged c"],
  ],
  ["one of two equal rules", [a, a, b], [a, b], ["unchanged a", "removed a", "unchanged b"]],
  ["nothing in common", [a], [b], ["added b", "removed a"]],
])("%s", (_what, before, after, expected) => {
  expect(words(withRules(...before), withRules(...after))).toEqual(expected);
});

test("rules are paired by their filters, then by their value", () => {
  const before = withRules(teamRule("X", "1"), teamRule("Y", "2"));
  const after = withRules(teamRule("Z", "1"), teamRule("Y", "3"));
  expect(diffContents(before, after).rules).toMatchObject([
    { change: "changed", moved: false, fields: [{ path: "to", before: "X", after: "Z" }] },
    { change: "changed", moved: false, fields: [{ path: "filters.value", before: ["2"], after: ["3"] }] },
  ]);
});

describe("fields", () => {
  const when = (operator: "is" | "contains", ...value: string[]): Filter => ({
    costCenter: "AWS",
    key: "team",
    type: "tag",
    operator,
    value,
  });
  const exists: Filter = { costCenter: "AWS", key: "team", type: "tag", operator: "exists" };
  const rule = (filters: Filter, timeframe?: Rule["timeframe"]): Rule => ({
    to: "X",
    filters,
    ...(timeframe === undefined ? {} : { timeframe }),
  });
  test.each<[string, Rule, Rule, string[]]>([
    ["operator", rule(when("is", "a")), rule(when("contains", "a")), ['filters.operator: "is" -> "contains"']],
    [
      "one of a group",
      rule({ AND: [when("is", "a"), exists] }),
      rule({ AND: [when("is", "b"), exists] }),
      ["filters.AND[0].value:", '  - "a"', '  + "b"'],
    ],
    [
      "a group that grew",
      rule({ AND: [exists] }),
      rule({ AND: [exists, when("is", "b")] }),
      ["filters.AND:", '  + AWS tag "team" is "b"'],
    ],
    [
      "a group in another order",
      rule({ OR: [exists, when("is", "b")] }),
      rule({ OR: [when("is", "b"), exists] }),
      ["filters.OR:", "  in a different order"],
    ],
    [
      "AND became OR",
      rule({ AND: [exists] }),
      rule({ OR: [exists] }),
      ['filters: all of (AWS tag "team" exists) -> any of (AWS tag "team" exists)'],
    ],
    [
      "exists became is",
      rule(exists),
      rule(when("is", "a")),
      ['filters.operator: "exists" -> "is"', 'filters.value: none -> "a"'],
    ],
    ["a timeframe", rule(exists), rule(exists, { from: 1e12 }), ["timeframe: none -> from 2001-09-09T01:46:40Z on"]],
    [
      "its end",
      rule(exists, { from: 1e12, to: 1.1e12 }),
      rule(exists, { from: 1e12 }),
      ["timeframe.to: 2004-11-09T11:33:20Z -> none"],
    ],
  ])("%s", (_what, before, after, expected) => {
    const lines = diffLines(diffContents(withRules(before), withRules(after))).map(lineText);
    expect(lines[0]).toBe('~ rule 1 changed: to "X"');
    expect(lines.slice(1, -2)).toEqual(expected.map((line) => `    ${line}`));
  });
});

test("the value of an operator that the API documentation does not have is shown", () => {
  const rule = (...value: string[]): Rule =>
    ({ to: "X", filters: { costCenter: "AWS", key: "team", type: "tag", operator: "startsWith", value } }) as never;
  const lines = (before: TagContent, after: TagContent): string =>
    diffLines(diffContents(before, after)).map(lineText).join("\n");
  expect(lines(withRules(), withRules(rule("cart", "pay")))).toContain('AWS tag "team" startsWith "cart", "pay"');
  expect(lines(withRules(rule("cart")), withRules(rule("pay")))).toMatch(/"cart"[^]*"pay"/);
});

const indexes = (changes: RuleChange[], side: "beforeIndex" | "afterIndex"): number[] =>
  changes.flatMap((change) => (side in change ? [Number(Reflect.get(change, side))] : []));

test("property: each rule of both appears once, and equal means equal in canonical form", () => {
  fc.assert(
    fc.property(contents, contents, fc.boolean(), (before, other, isShuffled) => {
      const after = isShuffled ? { ...before, rules: [...before.rules].reverse() } : other;
      const diff = diffContents(before, after);
      expect(indexes(diff.rules, "afterIndex")).toEqual([...after.rules.keys()]);
      expect(indexes(diff.rules, "beforeIndex").sort((x, y) => x - y)).toEqual([...before.rules.keys()]);
      const same = JSON.stringify(canonicalContent(before)) === JSON.stringify(canonicalContent(after));
      expect(diff.equal).toBe(same);
      expect(diffLines(diff).map(lineText).join("\n")).not.toMatch(/undefined|\[object/);
      if (isShuffled) expect(diff.rules.some(({ change }) => change === "added" || change === "removed")).toBe(false);
    }),
    { numRuns: atSize(100, 300) },
  );
});

test("10,000 rules in reverse order are compared quickly", () => {
  const rules = Array.from({ length: 10_000 }, (_, index) => teamRule(`Team ${index % 7}`, `${index}`));
  const started = process.cpuUsage();
  const diff = diffContents(withRules(...rules), withRules(...[...rules].reverse()));
  // Processor time, because the machine may be busy.
  expect(process.cpuUsage(started).user).toBeLessThan(2_000_000);
  expect(diff.rules.filter(({ change }) => change === "moved")).toHaveLength(9_999);
});
