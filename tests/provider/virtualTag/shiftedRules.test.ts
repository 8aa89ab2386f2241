import { shiftedRules } from "../../../provider/virtualTag/shiftedRules";
import type { VirtualTagInputs } from "../../../stack/state/virtualTag";
import { unknownValue } from "../../../stack/state/unknown";
import { teamRule } from "../../support/rules";

const urn = "urn:pulumi:dev::bill::costallocation:index:VirtualTag::team";
const tag = (...values: string[]): VirtualTagInputs => ({
  name: "Team",
  rules: values.map((value) => teamRule(value, value)),
  defaultValue: "x",
});
const summary = (before: VirtualTagInputs, after: VirtualTagInputs) => shiftedRules(before, after, { id: "t1", urn });

test.each([
  ["one before others", tag("a", "b"), tag("new", "a", "b"), "rule 1 is added, 2 rules are unchanged."],
  ["one fewer", tag("a", "b", "c"), tag("a", "c"), "rule 2 is removed, 2 rules are unchanged."],
  ["a move", tag("a", "b", "c"), tag("c", "a", "b"), "rule 1 is moved, 2 rules are unchanged."],
  [
    "many",
    tag("a"),
    tag("1", "2", "3", "4", "5", "6", "7", "a"),
    "rules 1, 2, 3, 4, 5 and 2 more are added, 1 rule is unchanged.",
  ],
])("says which rules changed if others get another position: %s", (__, before, after, expected) => {
  const { code, text = "" } = summary(before, after) ?? {};
  expect(code).toBe("CA2210");
  expect(text).toContain(expected.slice(0, -1));
  expect(text).toContain("review --stack dev`");
});

test.each([
  ["nothing changes", tag("a", "b"), tag("a", "b")],
  ["a rule is added at the end", tag("a"), tag("a", "b")],
  ["a rule changes in place", tag("a", "b"), tag("a", "c")],
  ["rules are unknown", tag("a"), { ...tag("b", "a"), rules: unknownValue as unknown as [] }],
  ["a default value is unknown", tag("a"), { ...tag("b", "a"), defaultValue: unknownValue }],
])("says nothing if %s", (__, before, after) => {
  expect(summary(before, after)).toBeUndefined();
});
