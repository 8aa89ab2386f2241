import { pairRules } from "../../rules/pairRules";
import type { Rule } from "../../rules/types";

const rule = (to: string, value: string): Rule => ({
  to,
  filters: { costCenter: "AWS", type: "tag", key: "team", operator: "is", value },
});

test.each<[string, Rule[], Rule[], [number, number][]]>([
  [
    "equal rules, at other places",
    [rule("x", "a"), rule("y", "b")],
    [rule("y", "b"), rule("x", "a")],
    [
      [0, 1],
      [1, 0],
    ],
  ],
  [
    "then equal filters",
    [rule("x", "a"), rule("y", "b")],
    [rule("y", "a"), rule("z", "b")],
    [
      [0, 0],
      [1, 1],
    ],
  ],
  ["then equal values", [rule("x", "a")], [rule("y", "b"), rule("x", "c")], [[0, 1]]],
  ["equal rules before those with equal filters", [rule("x", "a")], [rule("y", "a"), rule("x", "a")], [[0, 1]]],
  ["repeated rules once each", [rule("x", "a"), rule("x", "a")], [rule("x", "a")], [[0, 0]]],
])("pairs %s", (_, before, after, pairs) => {
  expect(pairRules(before, after).map(({ beforeIndex, afterIndex }) => [beforeIndex, afterIndex])).toEqual(pairs);
});
