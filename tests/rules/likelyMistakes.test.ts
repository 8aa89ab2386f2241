import { likelyMistakes } from "../../rules/likelyMistakes";
import type { Condition, Filter, Rule } from "../../rules/types";
import { closestName } from "../../rules/closestName";

const condition: Condition = { costCenter: "AWS", key: "team", type: "tag", operator: "oneOf", value: ["a", "b"] };
const exists: Condition = { costCenter: "AWS", key: "team", type: "tag", operator: "exists" };
const id = "0b0e7a52-6b8c-4c0a-9a52-3f1f1d6f8a11";
const rule = (filters: Filter, more: Partial<Rule> = {}): Rule => ({ to: "A", filters, ...more });
const numbered = (count: number): Rule[] =>
  Array.from({ length: count }, (_, n) => rule({ ...condition, value: [`v${n}`] }));

test.each<[string, Rule[]]>([
  ["usual rules", [rule(condition), rule(exists)]],
  ["50 rules", numbered(50)],
  ["the ID of a Virtual Tag", [rule({ ...exists, costCenter: "Virtual Tags", key: id })]],
  ["an end with a time", [rule(condition, { timeframe: { from: "2026-01-01", to: "2026-01-31T00:00:00Z" } })]],
  ["an end in milliseconds", [rule(condition, { timeframe: { from: "2026-01-01", to: 1_769_817_600_000 } })]],
  ["a * without contains", [rule({ ...condition, operator: "is", value: "a*" })]],
])("no warning about %s", (_, rules) => {
  expect(likelyMistakes(rules)).toEqual([]);
});

test.each<[string, Rule[], string, RegExp]>([
  ["more than 50 rules", numbered(51), "rules", /^has 51 rules/],
  ["an empty group", [rule({ AND: [] })], "rules[0].filters.AND", /^is empty\. The service may refuse/],
  [
    "an empty group in another group",
    [rule({ AND: [condition, { OR: [] }] })],
    "rules[0].filters.AND[1].OR",
    /^is empty/,
  ],
  [
    "a * in contains",
    [rule({ ...condition, operator: "contains", value: "a*" })],
    "rules[0].filters.value",
    /literally/,
  ],
  [
    "a * in notContains, in a group",
    [rule({ OR: [{ ...condition, operator: "notContains", value: ["x", "*"] }] })],
    "rules[0].filters.OR[0].value",
    /literally/,
  ],
  [
    "the name of a Virtual Tag instead of its ID",
    [rule({ AND: [{ ...exists, costCenter: "Virtual Tags", key: "Team" }] })],
    "rules[0].filters.AND[0].key",
    /^is not the ID of a Virtual Tag/,
  ],
  [
    "such a name in a value",
    [{ ...rule(condition), to: { costCenter: "Virtual Tags", key: "Team", type: "virtual_tag" } }],
    "rules[0].to.key",
    /^is not the ID of a Virtual Tag/,
  ],
])("warns about %s", (_, rules, path, message) => {
  expect(likelyMistakes(rules)).toEqual([{ path, message: expect.stringMatching(message) as string }]);
});

test("a default value is looked at in the same way", () => {
  const reference = { costCenter: "Virtual Tags", key: "Team" };
  expect(likelyMistakes([], undefined, reference).map(({ path }) => path)).toEqual(["defaultValue.key"]);
  for (const value of ["Team", { ...reference, key: id }, { ...reference, costCenter: "AWS" }]) {
    expect(likelyMistakes([], undefined, value)).toEqual([]);
  }
  expect(likelyMistakes([], () => true, reference)).toEqual([]);
});

test("an end that is a date without a time: names the moment that it means, and the one that was probably meant", () => {
  const rules = [rule(condition, { timeframe: { from: "2026-01-01", to: "2026-01-31" } })];
  const expected = {
    path: "rules[0].timeframe.to",
    message: expect.stringMatching(/2026-01-31T00:00:00Z.*"2026-01-31T23:59:59\.999Z"/) as string,
  };
  expect(likelyMistakes(rules)).toEqual([expected]);
  // What else is unknown in the rule does not matter.
  expect(likelyMistakes(rules, () => true)).toEqual([expected]);
});

test("skips rules that contain an unknown value", () => {
  expect(
    likelyMistakes(
      [rule({ AND: [] }), rule({ OR: [] })],
      (value) => value === "unknown" || JSON.stringify(value).includes("AND"),
    ),
  ).toEqual([{ path: "rules[1].filters.OR", message: expect.any(String) as string }]);
});

test("no message repeats a value", () => {
  const secret = "s3cr3t*";
  expect(
    JSON.stringify(likelyMistakes([rule({ ...condition, operator: "contains", value: secret }), rule({ AND: [] })])),
  ).not.toContain("s3cr3t");
});

describe("closestName", () => {
  test.each<[string, readonly string[], string | undefined]>([
    ["taem", ["service", "team"], "team"],
    ["tema", ["team", "t"], "team"],
    ["chekout", ["checkout", "checkin"], "checkout"],
    ["TEAM", ["team"], "team"],
    ["maet", ["team"], undefined],
    ["xy", ["yx"], undefined],
    ["abc", ["acb", "abd", "abc"], "abc"],
    ["", ["a"], undefined],
    ["nl_team", ["team", "pl_tea"], "team"],
    ["resourceTags/user:team", ["team"], "team"],
    ["user:Team", ["user:teams", "team"], "team"],
    ["Pl_team", ["team", "pl_team"], "pl_team"],
    ["12", ["123456789012", "000000000012"], "000000000012"],
    ["user:", ["f_"], undefined],
  ])("%j of %j is %j", (typed, names, closest) => {
    expect(closestName(typed, names)).toBe(closest);
  });
});
