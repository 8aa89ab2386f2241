import { readFileSync } from "node:fs";
import { join } from "node:path";
import { analyze, type AnalyzedTag, isEquivalent, placeOf, sentenceOf, type Finding } from "../../../rules/analysis";
import { evaluate } from "../../../rules/evaluation/evaluate";
import type { Condition, Filter, Rule, TagContent } from "../../../rules/types";

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

/** What the analysis finds in rule lists that organizations published. */
describe("lists of other sites", () => {
  const listOf = (name: string): AnalyzedTag[] =>
    JSON.parse(readFileSync(join(__dirname, "publicLists", `${name}.json`), "utf8")) as AnalyzedTag[];
  const contentOf = (name: string): TagContent => listOf(name)[0] as TagContent;
  const withoutRule = ({ rules, defaultValue }: TagContent, rule: number): TagContent => ({
    rules: rules.toSpliced(rule, 1),
    defaultValue,
  });
  const short = ({ kind, rule, other, by }: Finding): unknown[] => [
    kind,
    rule,
    ...((other ?? by) ? [other ?? by] : []),
  ];

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
});

/** A record always has a moment. */
describe("moments", () => {
  const team = (operator: string, ...value: string[]): Condition =>
    ({ costCenter: "AWS", key: "team", type: "tag", operator, ...(value.length === 0 ? {} : { value }) }) as Condition;
  const rule = (to: string, filters: Condition, timeframe?: object): Rule =>
    ({ to, filters, ...(timeframe === undefined ? {} : { timeframe }) }) as Rule;
  const content = (...rules: Rule[]): TagContent => ({ rules, defaultValue: "Shared" });
  const y2020 = Date.UTC(2020, 0, 1);

  test("timeframes until a moment and from the next one on cover all time", () => {
    const [until, from] = [{ from: null, to: y2020 - 1 }, { from: y2020 }];
    const both = content(rule("A", team("exists"), until), rule("A", team("exists"), from));
    expect(analyze([content(...both.rules, rule("B", team("is", "b")))])).toMatchObject([
      { kind: "never-wins", rule: 2, by: [0, 1] },
    ]);
    expect(isEquivalent(both, content(rule("A", team("exists"))))).toEqual({ equivalent: true });
    const always = content(rule("A", { AND: [] } as never, until), rule("B", { AND: [] } as never, from));
    expect(analyze([always])).toMatchObject([{ kind: "default-unused", by: [0, 1] }]);
  });

  test("a millisecond between two timeframes is enough for a difference", () => {
    const both = content(
      rule("A", team("exists"), { from: null, to: y2020 - 2 }),
      rule("A", team("exists"), { from: y2020 }),
    );
    expect(isEquivalent(both, content(rule("A", team("exists"))))).toMatchObject({ equivalent: false, at: y2020 - 1 });
  });

  test.each<[string, TagContent, TagContent, number]>([
    [
      "only records before 2020 change",
      content(rule("New", team("is", "other"), { from: y2020 }), rule("B", team("is", "other"))),
      content(rule("New", team("is", "other"), { from: y2020 }), rule("C", team("is", "other"))),
      Date.UTC(2019, 11, 31),
    ],
    [
      "a rule begins earlier",
      content(rule("A", team("exists"), { from: y2020 })),
      content(rule("A", team("exists"), { from: "2019-01-01" })),
      Date.UTC(2019, 0, 1),
    ],
    [
      "a rule ends earlier",
      content(rule("A", team("exists"), { from: "2018-01-01", to: y2020 })),
      content(rule("A", team("exists"), { from: "2018-01-01", to: "2019-01-01" })),
      Date.UTC(2019, 0, 1) + 1,
    ],
  ])("a difference has its moment, at the start of a day if possible: %s", (_, before, after, moment) => {
    const result = isEquivalent(before, after);
    if (result.equivalent !== false) throw new Error("no difference");
    const { witness, at } = result;
    expect(at).toBe(moment);
    expect(evaluate(before, witness, { at })).toMatchObject({ decided: true, value: result.before });
    expect(evaluate(after, witness, { at })).toMatchObject({ decided: true, value: result.after });
  });

  test("a difference at all moments has none", () => {
    const timed = rule("A", team("is", "a"), { from: y2020 });
    const result = isEquivalent(content(timed, rule("B", team("is", "b"))), content(timed, rule("C", team("is", "b"))));
    expect(result).toEqual({ equivalent: false, witness: { "AWS:tag:team": "b" }, before: "B", after: "C" });
  });

  test("a pair that overlaps in a timeframe has its moment", () => {
    const tag = content(rule("A", team("is", "a"), { from: y2020 }), rule("B", team("exists")));
    const [overlap] = analyze([tag], { pairs: true }).filter(({ kind }) => kind === "overlap");
    expect(overlap).toMatchObject({ witness: { "AWS:tag:team": "a" }, at: y2020 });
  });
});
