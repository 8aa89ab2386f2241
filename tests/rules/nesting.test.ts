import { analyze, compile, evaluate, isEquivalent } from "../../rules";
import { isSatisfiedBy } from "../../rules/canonical";
import { keysOf } from "../../rules/evaluation/references";
import { isTooDeep, maxLevels } from "../../rules/nesting";
import { tagValidator } from "../../rules/validate";
import type { TagContent } from "../../rules/types";
import { nestedContent as content } from "../support/nestedContent";

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

describe.each<[string, string | string[] | undefined, number]>([
  ["a condition without a value", undefined, 249],
  ["a text", "web", 249],
  ["a list of texts", ["web"], 248],
])("as many groups around %s as the levels allow, and one more", (_, value, most) => {
  const [deepest, tooDeep] = [content(most, value), content(most + 1, value)];
  const empty: TagContent = { rules: [], defaultValue: "x" };

  test("validation", () => {
    expect(tagValidator()({ name: "Team", ...deepest })).toEqual([]);
    expect(tagValidator()({ name: "Team", ...tooDeep })).toMatchObject([{ path: "rules[0]" }]);
  });

  test("comparison", () => {
    expect(isSatisfiedBy(deepest, deepest)).toBe(true);
    expect(isSatisfiedBy(deepest, content(most - 1, value))).toBe(false);
    expect(isSatisfiedBy(tooDeep, tooDeep)).toBe(false);
  });

  test.each<[string, (of: TagContent) => unknown]>([
    ["evaluate", (of) => evaluate(of, { "AWS:tag:team": "web" })],
    ["compile", compile],
    ["keysOf", keysOf],
  ])("%s", (_name, use) => {
    use(deepest);
    expect(() => use(tooDeep)).toThrow(RangeError);
  });

  test("analysis", () => {
    expect(analyze([deepest])).toEqual([]);
    expect(isEquivalent(deepest, empty)).toMatchObject({ equivalent: false, before: "Web" });
    expect(analyze([tooDeep])).toMatchObject([{ reason: "unreadable" }, { reason: "unreadable" }]);
    expect(isEquivalent(tooDeep, empty)).toMatchObject({ reason: "unreadable" });
  });

  test.each<[string, (of: TagContent) => unknown]>([
    ["a rule", ({ rules }) => rules[0]],
    ["a content", (of) => of],
    ["a version", (of) => ({ id: "v", versionData: of })],
    ["a list", (of) => ({ data: { virtualTags: [of] } })],
  ])("it counts the same in %s", (_name, around) => {
    expect(isTooDeep(around(deepest))).toBe(false);
    expect(isTooDeep(around(tooDeep))).toBe(true);
  });
});

test("the count does not start again at what a rule calls rules", () => {
  let rule: object = JSON.parse(`${"[".repeat(400)}${"]".repeat(400)}`) as object;
  for (let level = 0; level < 200; level += 1) rule = { rules: [rule] };
  expect(isTooDeep({ rules: [rule] })).toBe(true);
});

test.each([6_000, 100_000])("%i groups within each other are a problem with a path, and equal to nothing", (groups) => {
  const problems = tagValidator()({ name: "Team", ...content(groups) });
  expect(problems).toEqual([{ path: "rules[0]", message: expect.stringContaining("nested") as string }]);
  expect(isSatisfiedBy(content(groups), content(groups))).toBe(false);
  expect(isSatisfiedBy(content(1), content(groups))).toBe(false);
  const [{ filters }] = content(groups).rules as [TagContent["rules"][number]];
  expect(isSatisfiedBy({ rules: [], defaultValue: filters as never }, content(1))).toBe(false);
});
