/** What is said about rules that can't be read: nothing that one of their possible meanings could make false. */
import { analyze, type AnalyzedTag, isEquivalent } from "../../../rules/analysis";
import type { Condition, Filter, Rule, TagContent } from "../../../rules/types";

const on = (key: string, operator: string, ...value: string[]): Condition =>
  ({ costCenter: "AWS", key, type: "tag", operator, ...(value.length === 0 ? {} : { value }) }) as Condition;
const team = (operator: string, ...value: string[]): Condition => on("team", operator, ...value);
const rule = (to: unknown, filters: unknown, more: object = {}): Rule => ({ to, filters, ...more }) as unknown as Rule;
const content = (rules: Rule[], defaultValue: Rule["to"] = "Shared"): TagContent => ({ rules, defaultValue });
const said = (tags: AnalyzedTag[], options: object = {}): unknown[] =>
  analyze(tags, options).map(({ kind, rule: index, path, reason }) =>
    [kind, index, path, reason].filter((part) => part !== undefined),
  );
const unreadable = { equivalent: "not-decided", reason: "unreadable" };

const odd = team("startsWith", "a");
const nested = (groups: number): Filter => {
  let filter: Filter = team("exists");
  for (let group = 0; group < groups; group += 1) filter = { AND: [filter] };
  return filter;
};

const oddRules: [string, Rule][] = [
  ["no rule", null as unknown as Rule],
  ["no filter", rule("X", undefined)],
  ["an operator of another version", rule("X", odd)],
  ["a value in another shape", rule("X", { ...team("is"), value: { a: 1 } })],
  ["a key that is no text", rule("X", { ...team("exists"), key: 7 })],
  ["a group that is no list", rule("X", { AND: {} })],
  ["a member that is no filter", rule("X", { AND: [team("exists"), "x"] })],
  ["a timeframe that is no moment", rule("X", team("exists"), { timeframe: { from: "soon" } })],
  ["a timeframe that is no object", rule("X", team("exists"), { timeframe: "soon" })],
  ["a moment that is no whole number", rule("X", team("exists"), { timeframe: { from: 1.5 } })],
  ["a moment that is no number", rule("X", team("exists"), { timeframe: { from: NaN } })],
  ["a filter beyond the nesting limit", rule("X", nested(300))],
];

describe.each(oddRules)("%s", (_, odd) => {
  test("removing or adding the rule may change something", () => {
    expect(isEquivalent(content([odd]), content([]))).toEqual(unreadable);
    expect(isEquivalent(content([]), content([odd]))).toEqual(unreadable);
  });

  test("the content is equivalent to itself", () => {
    const one = content([odd, rule("B", team("is", "b"))]);
    expect(isEquivalent(one, one)).toEqual({ equivalent: true });
  });

  test("nothing is known about the rule, those that it may precede, and the default", () => {
    const rules = [odd, rule("B", team("exists")), rule("C", team("is", "b"))];
    expect(said([content(rules)]).slice(0, 3)).toEqual([
      ["not-decided", 0, "unreadable"],
      ["not-decided", 1, "unreadable"],
      ["never-wins", 2],
    ]);
    const uncertain = [odd, rule("B", team("notExists"))];
    expect(said([content(uncertain)]).slice(-1)).toEqual([["not-decided", "unreadable"]]);
  });

  test("behind a rule that matches everything, it does not matter", () => {
    const all = rule("All", { AND: [] });
    expect(isEquivalent(content([all, odd]), content([all]))).toEqual({ equivalent: true });
    expect(said([content([all, odd])])).toContainEqual(["never-wins", 1]);
    expect(said([content([all, rule("X", team("startsWith", "a"))])])).toEqual([["never-wins", 1], ["default-unused"]]);
  });
});

test.each(["to", "default"])("a value in another shape may be any value: %s", (place) => {
  const value = { costCenter: 7 } as unknown as Rule["to"];
  const other = place === "to" ? content([rule(value, team("exists"))]) : content([rule("A", team("exists"))], value);
  const known = place === "to" ? content([rule("A", team("exists"))]) : content([rule("A", team("exists"))], "A");
  expect(isEquivalent(other, known)).toEqual(unreadable);
  expect(isEquivalent(known, other)).toEqual(unreadable);
  expect(isEquivalent(other, other)).toEqual({ equivalent: true });
  expect(said([other])).toEqual([["not-decided", 0, "unreadable"]]);
});

test("a record that no unreadable condition can reach proves a difference", () => {
  const before = content([rule("X", { AND: [on("env", "is", "prod"), odd] }), rule("B", team("is", "b"))]);
  const after = content([rule("X", { AND: [on("env", "is", "prod"), odd] }), rule("C", team("is", "b"))]);
  expect(isEquivalent(before, after)).toMatchObject({ equivalent: false, before: "B", after: "C" });
  expect(said([before])).toEqual([["not-decided", 0, "unreadable"]]);
});

test("a value that an unreadable rule could give is not named as the value of a witness", () => {
  const after = content([rule("X", odd)], "Y");
  expect(isEquivalent(content([], "Z"), after)).toEqual(unreadable);
});

test("an unreadable member of a group may matter, and a superfluous one beside it is still found", () => {
  const filters = { AND: [team("is", "a"), team("exists"), odd] };
  expect(said([content([rule("A", filters)])])).toEqual([
    ["not-decided", 0, "unreadable"],
    ["member-no-effect", 0, "rules[0].filters.AND[1]"],
  ]);
  const either = { OR: [team("is", "a"), odd] };
  expect(said([content([rule("A", either)])])).toEqual([
    ["not-decided", 0, "rules[0].filters.OR[0]", "unreadable"],
    ["not-decided", 0, "rules[0].filters.OR[1]", "unreadable"],
    ["not-decided", "unreadable"],
  ]);
});

test("pairs with an unreadable rule are not decided, unless the rest of it decides", () => {
  const [a, b] = [rule("A", { AND: [team("is", "a"), odd] }), rule("B", team("is", "b"))];
  expect(said([content([a, b])], { pairs: true }).slice(-1)).toEqual([["order-irrelevant", 0]]);
  const pair = said([content([rule("A", odd), b])], { pairs: true });
  expect(pair.slice(-1)).toEqual([["not-decided", 0, "unreadable"]]);
});

describe("through a tag with an unreadable rule", () => {
  const id = "11111111-0000-0000-0000-000000000000";
  const other: AnalyzedTag = { id, ...content([rule("X", odd)], "Y") };
  const is = (value: string): Rule =>
    rule("A", { costCenter: "Virtual Tags", type: "virtual_tag", key: id, operator: "is", value });

  test("a value that it may give is not decided, one that it never gives is", () => {
    expect(isEquivalent(content([is("X")]), content([]), { tags: [other] })).toEqual(unreadable);
    expect(isEquivalent(content([is("Z")]), content([]), { tags: [other] })).toEqual({ equivalent: true });
    expect(said([content([is("X"), is("Z")])], { tags: [other] })).toEqual([
      ["not-decided", 0, "unreadable"],
      ["never-matches", 1],
      ["not-decided", "unreadable"],
      ["not-decided", 0, "rules[0].filters.value", "unreadable"],
      ["value-never-produced", 1, "rules[1].filters.value"],
    ]);
  });

  test("a value that it passes through", () => {
    const passThrough = { costCenter: "Virtual Tags", type: "virtual_tag", key: id };
    expect(isEquivalent(content([], passThrough), content([], "X"), { tags: [other] })).toEqual(unreadable);
    expect(isEquivalent(content([], passThrough), content([], "Z"), { tags: [other] })).toEqual(unreadable);
    expect(isEquivalent(content([], passThrough), other, { tags: [other] })).toEqual({ equivalent: true });
  });
});

test("a part that is unknown until deployment may have any value, each time another", () => {
  const isUnknown = (part: unknown): boolean =>
    ((JSON.stringify(part) as string | undefined) ?? "").includes("<unknown>");
  const rules = [
    rule("A", { AND: [team("is", "<unknown>"), on("env", "is", "prod")] }),
    rule("B", { AND: [team("is", "<unknown>"), on("env", "is", "prod")] }),
    rule("C", on("env", "is", "dev")),
    rule("<unknown>", on("env", "is", "test")),
  ];
  expect(said([content(rules)], { isUnknown })).toEqual([
    ["not-decided", 0, "unreadable"],
    ["not-decided", 1, "unreadable"],
    ["not-decided", 3, "unreadable"],
  ]);
});

test("a reference without a type, of which the rules name several, has no certain value", () => {
  const resource = { ...team("is", "b"), type: "resource" };
  const reference = { costCenter: "AWS", key: "team" };
  const [before, after] = [content([rule("A", team("is", "a")), rule("B", resource)], reference), "None"];
  expect(isEquivalent(before, { ...before, defaultValue: after })).toEqual(unreadable);
});
