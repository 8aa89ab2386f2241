import { checkRules } from "../../../provider/virtualTag/ruleAnalysis";
import type { Condition, Filter, Rule } from "../../../rules/types";

const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const team = (operator: string, value?: string[]): Condition =>
  ({ costCenter: "AWS", key: "team", type: "tag", operator, ...(value === undefined ? {} : { value }) }) as Condition;
const rule = (to: string, filters: Filter): Rule => ({ to, filters });
const content = (...rules: Rule[]): { rules: Rule[]; defaultValue: string } => ({ rules, defaultValue: "Shared" });

const covered = content(
  rule("A", team("contains", ["cart"])),
  rule("B", team("is", ["pay"])),
  rule("C", team("oneOf", ["pay", "cart2"])),
);

test("warns by default, with the path, the covering rules and no value", () => {
  const finding = {
    path: "rules[2]",
    message: "never wins: rules[0] and rules[1] match everything it matches",
    code: "CA2304",
  };
  expect(checkRules(covered)).toEqual({ problems: [], warnings: [finding] });
  expect(checkRules(covered, "error")).toEqual({ problems: [finding], warnings: [] });
  expect(checkRules(covered, "off")).toEqual({ problems: [], warnings: [] });
});

test.each<[string, Rule[], string[]]>([
  ["a contradiction", [rule("A", { AND: [team("is", ["a"]), team("is", ["b"])] })], ["rules[0]"]],
  ["a rule with the value of the default", [rule("Shared", team("is", ["a"]))], ["rules[0]"]],
  [
    "a member that follows from another",
    [rule("A", { AND: [team("is", ["a"]), team("exists")] })],
    ["rules[0].filters.AND[1]"],
  ],
  ["the second of two equal rules", [rule("A", team("exists")), rule("A", team("exists"))], ["rules[1]"]],
  ["a last rule that matches every record", [rule("A", { OR: [team("exists"), team("notExists")] })], []],
  [
    "a member that only an earlier rule makes superfluous",
    [rule("A", team("is", ["a"])), rule("B", { AND: [team("notIs", ["a"]), team("exists")] })],
    [],
  ],
  ["rules after one that is unknown", [unknown as unknown as Rule, rule("A", team("exists"))], []],
  [
    "a rule behind a value that is unknown",
    [rule("A", team("is", [unknown])), rule("B", team("is", ["a"])), rule("C", team("is", ["a"]))],
    ["rules[2]"],
  ],
  [
    "rules of which the value is unknown",
    [rule(unknown, team("is", ["a"])), rule("B", team("is", ["a"]))],
    ["rules[1]"],
  ],
])("%s", (_, rules, paths) => {
  expect(checkRules(content(...rules)).warnings.map(({ path }) => path)).toEqual(paths);
});

test("says nothing if the value that decides is unknown", () => {
  const same = rule("Shared", team("is", ["a"]));
  expect(checkRules({ rules: [same], defaultValue: unknown })).toEqual({ problems: [], warnings: [] });
  expect(checkRules({ rules: unknown as unknown as Rule[], defaultValue: "x" })).toEqual({
    problems: [],
    warnings: [],
  });
});

test("shows 20 findings and how many more there are", () => {
  const rules = Array.from({ length: 30 }, () => rule("A", team("exists")));
  const { warnings } = checkRules(content(...rules));
  expect(warnings).toHaveLength(21);
  expect(warnings.at(-1)).toMatchObject({ path: "rules", message: expect.stringMatching(/^has 9 more/) as string });
});

test("ends with its budget, and says nothing of what it did not decide", () => {
  // Random clauses of three keys, far more than can be decided quickly.
  let seed = 1;
  const below = (count: number): number => (seed = (seed * 48_271) % 2_147_483_647) % count;
  const literal = (): Condition => ({ ...team(below(2) === 0 ? "exists" : "notExists"), key: `key${below(60)}` });
  const rules = Array.from({ length: 300 }, () => rule("A", { AND: [literal(), literal(), literal()] }));
  const start = process.cpuUsage();
  const { warnings } = checkRules(content(...rules));
  expect(process.cpuUsage(start).user).toBeLessThan(5_000_000);
  expect(warnings.map(({ message }) => message).join()).not.toMatch(/not decided/);
});

test("a tag with more rules than the service allows is not analyzed", () => {
  const rules = Array.from({ length: 2_001 }, () => rule("A", team("exists")));
  expect(checkRules(content(...rules)).warnings.map(({ code }) => code)).toEqual([undefined]);
});
