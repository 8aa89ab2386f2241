import { shiftedRules } from "../../../provider/virtualTag/shiftedRules";
import type { VirtualTagInputs } from "../../../stack/state/virtualTag";
import { unknownValue } from "../../../stack/state/unknown";
import { nestedContent } from "../../support/nestedContent";
import { teamRule } from "../../support/rules";

const urn = "urn:pulumi:dev::bill::costallocation:index:VirtualTag::team";
const tag = (...values: string[]): VirtualTagInputs => ({
  name: "Team",
  rules: values.map((value) => teamRule(value, value)),
  defaultValue: "x",
});
const summary = (before: VirtualTagInputs, after: VirtualTagInputs) => shiftedRules(before, after, { id: "t1", urn });

test.each([
  ["one before others", tag("a", "b"), tag("new", "a", "b"), "1 rule added before rule 1, 2 unchanged."],
  ["one fewer", tag("a", "b", "c"), tag("a", "c"), "1 rule removed (rule 2), 2 unchanged."],
  ["a move", tag("a", "b", "c"), tag("c", "a", "b"), "1 rule moved (rule 3 is now rule 1), 2 unchanged."],
  [
    "another default value",
    tag("a", "b"),
    { ...tag("b"), defaultValue: "y" },
    "1 rule removed (rule 1), 1 unchanged; default value changed.",
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
  ["a state has no rules", { name: "Team" } as VirtualTagInputs, tag("a")],
  [
    "a rule is nested too deep",
    { ...tag("a", "b"), rules: [...nestedContent(5000).rules, ...tag("a").rules] },
    tag("b", "a"),
  ],
  ["a default value is unknown", tag("a"), { ...tag("b", "a"), defaultValue: unknownValue }],
])("says nothing if %s", (__, before, after) => {
  expect(summary(before, after)).toBeUndefined();
});
