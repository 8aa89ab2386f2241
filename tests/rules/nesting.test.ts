import { isSatisfiedBy } from "../../rules/canonical";
import { isTooDeep, maxLevels } from "../../rules/nesting";
import { tagValidator } from "../../rules/validate";
import type { Filter, TagContent } from "../../rules/types";

/** So many groups within each other. */
const nested = (groups: number): Filter => {
  let filter: Filter = { costCenter: "AWS", key: "team", type: "tag", operator: "exists" };
  for (let group = 0; group < groups; group += 1) filter = { AND: [filter] };
  return filter;
};
const content = (groups: number): TagContent => ({
  rules: [{ to: "Web", filters: nested(groups) }],
  defaultValue: "x",
});

test.each([
  ["a string", false, "x"],
  ["nothing", false, null],
  ["as many levels as are read", false, JSON.parse("[".repeat(maxLevels) + "]".repeat(maxLevels)) as unknown],
  ["one level more", true, JSON.parse("[".repeat(maxLevels + 1) + "]".repeat(maxLevels + 1)) as unknown],
  ["100,000 levels", true, JSON.parse("[".repeat(100_000) + "]".repeat(100_000)) as unknown],
])("%s: %s", (_, expected, value) => {
  expect(isTooDeep(value)).toBe(expected);
});

test("an object that contains itself is too deep", () => {
  const self: Record<string, unknown> = {};
  self["self"] = [self];
  expect(isTooDeep(self)).toBe(true);
});

test("200 groups within each other are valid and compared", () => {
  expect(tagValidator()({ name: "Team", ...content(200) })).toEqual([]);
  expect(isSatisfiedBy(content(200), content(200))).toBe(true);
  expect(isSatisfiedBy(content(200), content(199))).toBe(false);
});

test.each([6_000, 100_000])("%i groups within each other are a problem with a path, and equal to nothing", (groups) => {
  const problems = tagValidator()({ name: "Team", ...content(groups) });
  expect(problems).toEqual([{ path: "rules[0]", message: expect.stringContaining("nested") as string }]);
  expect(isSatisfiedBy(content(groups), content(groups))).toBe(false);
  expect(isSatisfiedBy(content(1), content(groups))).toBe(false);
  expect(isSatisfiedBy({ rules: [], defaultValue: nested(groups) as never }, content(1))).toBe(false);
});
