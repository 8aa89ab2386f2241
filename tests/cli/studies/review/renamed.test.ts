/** Values that have another name: what compares with the old one, and the patch of the program. */
import { fixesFor } from "../../../../cli/studies/review/fixes";
import { planOfLists } from "../../../../cli/studies/review/listPlan";
import { type RenamedValue, renamedValues } from "../../../../cli/studies/review/renamed";
import { reviewPlan } from "../../../../cli/studies/review/reviewPlan";
import { fixesText } from "../../../../cli/words/review/fixes";
import type { InputTag } from "../../../../cli/sources/inputTag";
import type { Filter, Rule } from "../../../../rules/types";
import { reference, teamRule } from "../../../support/rules";

const tag = (id: string, name: string, rules: Rule[]): InputTag => ({ id, name, rules, defaultValue: "None" });
const team = (...rules: Rule[]): InputTag => tag("t", "Team", rules);
const unit = (filters: Filter): InputTag => tag("u", "Unit", [{ to: "Sales", filters }]);
const renamed = (before: InputTag, after: InputTag, ...others: InputTag[]): RenamedValue[] =>
  renamedValues(reviewPlan(planOfLists([before, ...others], [after, ...others])));
const keyed: Rule = { to: { costCenter: "AWS", key: "team", type: "tag" }, filters: teamRule("", "k").filters };
const [a, b] = [teamRule("A", "a"), teamRule("B", "b")];

test("only the value of rules changes: each condition that tests for the old one is to be written", () => {
  const filters = {
    AND: [reference("t", "oneOf", ["A", "B"]), reference("t", "notIs", "A"), reference("t", "contains", "A")],
  };
  expect(
    renamed(team(a, b, teamRule("A", "c")), team(teamRule("X", "a"), b, teamRule("X", "c")), unit(filters)),
  ).toEqual([
    {
      key: "t",
      tag: { id: "t", name: "Team" },
      from: "A",
      to: "X",
      rules: [0, 2],
      texts: 3,
      followers: [
        { path: "rules[0].filters.AND[0]", value: ["X", "B"] },
        { path: "rules[0].filters.AND[1]", value: "X" },
      ].map(({ path, value }) => ({
        tag: { id: "u", name: "Unit" },
        path,
        condition: expect.objectContaining({ key: "t", value }) as unknown,
      })),
    },
  ]);
});

test.each([
  ["the old value is still given", team(a, b, teamRule("A", "c")), team(teamRule("X", "a"), b, teamRule("A", "c"))],
  ["the new one was given before", team(a, b), team(teamRule("B", "a"), b)],
  ["another rule gives the values of a key", team(a, keyed), team(teamRule("X", "a"), keyed)],
  ["the old value gets two new ones", team(a, teamRule("A", "c")), team(teamRule("X", "a"), teamRule("Y", "c"))],
  ["two old values get one", team(a, b), team(teamRule("X", "a"), teamRule("X", "b"))],
  ["one of its rules is removed", team(a, teamRule("A", "c")), team(teamRule("X", "a"))],
  ["the rule takes other records, too", team(a, b), team(teamRule("X", "z"), b)],
  [
    "the old value is the default",
    { ...team(a), defaultValue: "A" },
    { ...team(teamRule("X", "a")), defaultValue: "A" },
  ],
])("%s: nothing has another name", (_title, before, after) => {
  expect(renamed(before, after)).toEqual([]);
});

describe("the patch of a program", () => {
  const [value] = renamed(team(a), team(teamRule("X", "a")), unit(reference("t", "is", "A"))) as [RenamedValue];
  const fixed = (texts: Record<string, string>): { text: string; open: number } => {
    const files = new Map(Object.entries(texts));
    const fixes = fixesFor([value], files);
    return { text: fixesText(fixes, files), open: fixes.open.length };
  };

  test("replaces the old value where its text is in one place", () => {
    const { text, open } = fixed({ "a/index.ts": 'one();\nis("A");\n', "b.py": "'AB'" });
    expect(open).toBe(0);
    expect(text).toContain("--- a/a/index.ts");
    expect(text).toContain('\n-is("A");\n+is("X");\n');
  });

  test("lists the condition if the text is something else, too", () => {
    const [both] = renamed(
      team(a),
      team(teamRule("X", "a")),
      unit({ AND: [reference("t", "is", "A"), teamRule("", "A").filters] }),
    );
    expect(fixesFor(both === undefined ? [] : [both], new Map([["index.ts", 'is("A")']])).open).toHaveLength(1);
  });

  test("lists what is outside of the stack, wherever its text is", () => {
    const files = new Map([["index.ts", 'is("A")']]);
    const outside = value.followers.map((one) => ({ ...one, isOutside: true as const }));
    expect(fixesFor([{ ...value, followers: outside }], files)).toMatchObject({
      files: new Map(),
      open: [{ from: "A" }],
    });
  });

  test.each([
    ["in no place", { "index.ts": 'is("AB")' }],
    ["in two places of a file", { "index.ts": `is("A"); is('A')` }],
    ["in two files", { "index.ts": 'is("A")', "other.py": "is_('A')" }],
  ])("lists the condition if it is %s", (_title, texts) => {
    const { text, open } = fixed(texts);
    expect(open).toBe(1);
    expect(text).toMatch(/^# .*\n# +"Unit", rules\[0\]\.filters: costallocation\.virtualTagKey\("t"\)\.is\("X"\)\n$/u);
  });
});
