import fc from "fast-check";
import { canonicalContent, isSatisfiedBy } from "../../rules/canonical";
import type { Condition, Filter, TagContent, Rule } from "../../rules/types";
import { contents } from "../support/contents";
import { pairRules } from "../../rules/pairRules";
import { teamIs } from "../support/rules";

const condition: Condition = { costCenter: "AWS", key: "team", type: "tag", operator: "oneOf", value: ["a", "b"] };
const withFilters = (filters: Filter): TagContent => ({ rules: [{ to: "A", filters }], defaultValue: "d" });

describe("equal contents: they differ only in", () => {
  test.each<[string, Filter, Filter]>([
    ["the order of oneOf", condition, { ...condition, value: ["b", "a"] }],
    ["a repeated value of oneOf", condition, { ...condition, value: ["b", "a", "b"] }],
    [
      "the order of notOneOf",
      { ...condition, operator: "notOneOf" },
      { ...condition, operator: "notOneOf", value: ["b", "a"] },
    ],
    [
      "a string and an array with it",
      { ...condition, operator: "is", value: "a" },
      { ...condition, operator: "is", value: ["a"] },
    ],
    ["a display name", condition, { ...condition, displayName: "Team" }],
    [
      "an empty value of exists",
      { costCenter: "AWS", key: "k", type: "tag", operator: "exists" },
      { costCenter: "AWS", key: "k", type: "tag", operator: "exists", value: [] } as unknown as Filter,
    ],
    [
      "the order of fields",
      condition,
      { value: ["a", "b"], operator: "oneOf", type: "tag", key: "team", costCenter: "AWS" },
    ],
    ["an unknown field", condition, { ...condition, internalId: 5 } as Filter],
  ])("%s", (_, one, other) => {
    expect(isSatisfiedBy(withFilters(one), withFilters(other))).toBe(true);
    expect(isSatisfiedBy(withFilters(other), withFilters(one))).toBe(true);
  });

  test("the form of an open timeframe", () => {
    const rule = { to: "A", filters: condition };
    const open = { rules: [{ ...rule, timeframe: { from: 1 } }], defaultValue: "d" };
    const nulled = {
      rules: [{ ...rule, timeframe: { from: 1, to: null } }],
      defaultValue: "d",
    } as unknown as TagContent;
    const none = { rules: [{ ...rule, timeframe: null }], defaultValue: "d" } as unknown as TagContent;
    expect(isSatisfiedBy(open, nulled)).toBe(true);
    expect(isSatisfiedBy(withFilters(condition), none)).toBe(true);
  });
});

describe("different contents: they differ in", () => {
  test.each<[string, TagContent, TagContent]>([
    ["a value", withFilters(condition), withFilters({ ...condition, value: ["a"] })],
    [
      "the order of is",
      withFilters({ ...condition, operator: "is" }),
      withFilters({ ...condition, operator: "is", value: ["b", "a"] }),
    ],
    ["an operator", withFilters(condition), withFilters({ ...condition, operator: "notOneOf" })],
    ["AND or OR", withFilters({ AND: [condition] }), withFilters({ OR: [condition] })],
    ["the members of a group", withFilters({ AND: [condition] }), withFilters({ AND: [condition, condition] })],
    ["the default", withFilters(condition), { ...withFilters(condition), defaultValue: "e" }],
    [
      "a string or a key as the default",
      withFilters(condition),
      { ...withFilters(condition), defaultValue: { key: "d", costCenter: "AWS" } },
    ],
    ["the number of rules", withFilters(condition), { rules: [], defaultValue: "d" }],
    [
      "the order of rules",
      {
        rules: [
          { to: "A", filters: condition },
          { to: "B", filters: condition },
        ],
        defaultValue: "d",
      },
      {
        rules: [
          { to: "B", filters: condition },
          { to: "A", filters: condition },
        ],
        defaultValue: "d",
      },
    ],
    [
      "a timeframe",
      { rules: [{ to: "A", filters: condition, timeframe: { from: 1 } }], defaultValue: "d" },
      { rules: [{ to: "A", filters: condition, timeframe: { from: 1, to: 2 } }], defaultValue: "d" },
    ],
  ])("%s", (_, one, other) => {
    expect(isSatisfiedBy(one, other)).toBe(false);
    expect(isSatisfiedBy(other, one)).toBe(false);
  });
});

describe("an undocumented response is different, and does not throw", () => {
  const declared = withFilters(condition);
  const ofRule = (rule: unknown): TagContent => ({ rules: [rule], defaultValue: "d" }) as unknown as TagContent;
  test.each<[string, TagContent]>([
    ["no rules", { defaultValue: "d" } as unknown as TagContent],
    ["rules that are not an array", { rules: {}, defaultValue: "d" } as unknown as TagContent],
    ["a rule that is null", ofRule(null)],
    ["a rule without a value", ofRule({ filters: condition })],
    ["a rule without filters", ofRule({ to: "A" })],
    ["filters that are null", ofRule({ to: "A", filters: null })],
    ["a value that is null", ofRule({ to: "A", filters: { ...condition, value: null } })],
    ["a group that is not an array", ofRule({ to: "A", filters: { AND: {} } })],
    ["a default that is null", { rules: declared.rules, defaultValue: null } as unknown as TagContent],
    ["a timeframe without a start", ofRule({ to: "A", filters: condition, timeframe: { to: 5 } })],
    ["a timeframe that is a string", ofRule({ to: "A", filters: condition, timeframe: "2026" })],
  ])("%s", (_, actual) => {
    expect(isSatisfiedBy(declared, actual)).toBe(false);
  });

  test("an unknown operator keeps its value", () => {
    const by = (value: string): TagContent =>
      ofRule({ to: "A", filters: { ...condition, operator: "startsWith", value } });
    expect(isSatisfiedBy(by("a"), by("a"))).toBe(true);
    expect(isSatisfiedBy(by("a"), by("b"))).toBe(false);
  });
});

test("the service can fill in an omitted type, but must return a declared one", () => {
  const declared = { rules: [], defaultValue: { key: "team", costCenter: "AWS" } };
  const filledIn = { rules: [], defaultValue: { key: "team", costCenter: "AWS", type: "tag" } };
  expect(isSatisfiedBy(declared, filledIn)).toBe(true);
  expect(isSatisfiedBy(filledIn, declared)).toBe(false);
});

test("the canonical form is stable, and equal to the original", () => {
  fc.assert(
    fc.property(contents, (content) => {
      const canonical = canonicalContent(content);
      expect(canonicalContent(canonical)).toEqual(canonical);
      expect(isSatisfiedBy(content, canonical)).toBe(true);
      expect(isSatisfiedBy(canonical, content)).toBe(true);
    }),
  );
});

describe("pairRules", () => {
  test.each<[string, Rule[], Rule[], [number, number][]]>([
    [
      "equal rules, at other places",
      [teamIs("x", "a"), teamIs("y", "b")],
      [teamIs("y", "b"), teamIs("x", "a")],
      [
        [0, 1],
        [1, 0],
      ],
    ],
    [
      "then equal filters",
      [teamIs("x", "a"), teamIs("y", "b")],
      [teamIs("y", "a"), teamIs("z", "b")],
      [
        [0, 0],
        [1, 1],
      ],
    ],
    ["then equal values", [teamIs("x", "a")], [teamIs("y", "b"), teamIs("x", "c")], [[0, 1]]],
    ["equal rules before those with equal filters", [teamIs("x", "a")], [teamIs("y", "a"), teamIs("x", "a")], [[0, 1]]],
    ["repeated rules once each", [teamIs("x", "a"), teamIs("x", "a")], [teamIs("x", "a")], [[0, 0]]],
    ["no rule with null", [null as never, teamIs("x", "a")], [teamIs("x", "b"), teamIs("y", "c")], [[1, 0]]],
  ])("pairs %s", (_, before, after, pairs) => {
    expect(pairRules(before, after).map(({ beforeIndex, afterIndex }) => [beforeIndex, afterIndex])).toEqual(pairs);
  });
});
