import { closestName } from "../../rules/closestName";

test.each<[string, readonly string[], string | undefined]>([
  ["taem", ["service", "team"], "team"],
  ["tema", ["team", "t"], "team"],
  ["chekout", ["checkout", "checkin"], "checkout"],
  ["TEAM", ["team"], "team"],
  ["maet", ["team"], undefined],
  ["xy", ["yx"], undefined],
  ["abc", ["acb", "abd", "abc"], "abc"],
  ["", ["a"], undefined],
])("%j of %j is %j", (typed, names, closest) => {
  expect(closestName(typed, names)).toBe(closest);
});
