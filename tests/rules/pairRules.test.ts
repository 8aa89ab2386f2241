import { pairRules } from "../../rules/pairRules";
import type { Rule } from "../../rules/types";
import { teamIs } from "../support/rules";

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
])("pairs %s", (_, before, after, pairs) => {
  expect(pairRules(before, after).map(({ beforeIndex, afterIndex }) => [beforeIndex, afterIndex])).toEqual(pairs);
});
