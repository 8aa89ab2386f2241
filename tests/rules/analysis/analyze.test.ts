import { analyze, type AnalyzedTag, isEquivalent, placeOf, sentenceOf } from "../../../rules/analysis";
import { evaluate } from "../../../rules/evaluation/evaluate";
import type { Condition, Filter, Rule } from "../../../rules/types";

const team = (operator: string, ...value: string[]): Condition =>
  ({ costCenter: "AWS", key: "team", type: "tag", operator, ...(value.length === 0 ? {} : { value }) }) as Condition;
const rule = (to: Rule["to"], filters: Filter, more: Partial<Rule> = {}): Rule => ({ to, filters, ...more });
const tag = (rules: Rule[], defaultValue: Rule["to"] = "Shared", more: Partial<AnalyzedTag> = {}): AnalyzedTag => ({
  rules,
  defaultValue,
  ...more,
});
const kinds = (...tags: AnalyzedTag[]): unknown[] => analyze(tags).map(({ kind, rule: index }) => [kind, index]);

test("a finding names its tag, and its sentence the covering rules", () => {
  const rules = [rule("A", team("contains", "a")), rule("B", team("is", "b")), rule("C", team("oneOf", "b", "xa"))];
  const [finding] = analyze([tag([]), tag(rules, "D", { id: "an-id", name: "Team" })]);
  expect(finding).toEqual({ tag: 1, id: "an-id", name: "Team", kind: "never-wins", rule: 2, by: [0, 1] });
  if (finding === undefined) return;
  expect(`${placeOf(finding)} ${sentenceOf(finding)}`).toBe(
    "rules[2] never wins: rules[0] and rules[1] match everything it matches",
  );
});

test("timeframes: rules of January and of later cover a rule of January 15 on, but not one of both and before", () => {
  const at = (from: string, to?: string): Partial<Rule> => ({
    timeframe: { from, ...(to === undefined ? {} : { to }) },
  });
  const covering = [
    rule("A", team("exists"), at("2026-01-01", "2026-01-31T23:59:59.999Z")),
    rule("B", team("exists"), at("2026-02-01")),
  ];
  expect(kinds(tag([...covering, rule("C", team("is", "c"), at("2026-01-15"))]))).toEqual([["never-wins", 2]]);
  expect(kinds(tag([...covering, rule("C", team("is", "c"), at("2025-12-31"))]))).toEqual([]);
});

test("a reference to a tag that is not there can have any value, and so can tags that refer to each other", () => {
  const other = (key: string, value: string): Condition => ({
    costCenter: "Virtual Tags",
    type: "virtual_tag",
    key,
    operator: "is",
    value,
  });
  expect(kinds(tag([rule("A", other("missing", "x"))]))).toEqual([]);
  const circle = [
    tag([rule("A", other("two", "x"))], "B", { id: "one" }),
    tag([rule("C", other("one", "x"))], "D", { id: "two" }),
  ];
  expect(kinds(...circle)).toEqual([]);
  const known = tag([rule("x", team("exists"))], "y", { id: "one" });
  expect(kinds(known, tag([rule("A", other("one", "z"))]))).toEqual([
    ["never-matches", 0],
    ["value-never-produced", 0],
  ]);
});

test("a key without a type means the type that the rules name for it", () => {
  const passThrough = { costCenter: "AWS", key: "team" };
  expect(kinds(tag([rule("a", team("is", "a"))], passThrough))).toEqual([["no-effect", 0]]);
  expect(isEquivalent(tag([], passThrough), tag([], { ...passThrough, type: "tag" }))).toEqual({ equivalent: true });
});

test("a witness is a record that evaluate takes", () => {
  const before = tag([rule("A", team("contains", "prod"), { timeframe: { from: 1_767_225_600_000 } })]);
  const after = tag([rule("A", { AND: [team("contains", "prod"), team("notIs", "prod")] })]);
  const result = isEquivalent(before, after);
  expect(result.equivalent).toBe(false);
  if (result.equivalent !== false) return;
  const { witness, at } = result;
  expect(evaluate(before, witness, { at })).toMatchObject({ decided: true, value: result.before });
  expect(evaluate(after, witness, { at })).toMatchObject({ decided: true, value: result.after });
});

test("a budget ends with not-decided, the same each time", () => {
  let seed = 1;
  const below = (count: number): number => (seed = (seed * 48_271) % 2_147_483_647) % count;
  const literal = (): Condition => ({ ...team(below(2) === 0 ? "exists" : "notExists"), key: `key${below(40)}` });
  const rules = Array.from({ length: 300 }, () => rule("A", { AND: [literal(), literal(), literal()] }));
  const results = [1, 2].map(() => analyze([tag(rules)], { maxSteps: 100_000 }));
  expect(results[0]).toEqual(results[1]);
  expect(results[0]?.some(({ kind }) => kind === "not-decided")).toBe(true);
  expect(isEquivalent(tag(rules), tag(rules.toReversed(), "B"), { maxSteps: 10 })).toEqual({
    equivalent: "not-decided",
    reason: "too-long",
  });
});
