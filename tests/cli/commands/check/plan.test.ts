/** `check --plan`: what a plan declares, and what is unknown until deployment. */
import type { CheckResult } from "../../../../cli/studies/check";
import { checkCommand } from "../../../../cli/commands/check";
import type { Condition } from "../../../../rules/types";
import { unknownValue } from "../../../../stack/state/unknown";
import { account, accountForEachTest } from "../../../support/commands/account";
import { file } from "../../../support/folder";
import { condition, reference, rule } from "../../../support/rules";
import { type PlannedResource, planOf } from "../../sources/planBuilder";

accountForEachTest(checkCommand);

const when = (filters: Condition): object => rule("a", filters);
const misspelled = when(condition("exists", undefined, { key: "taem" }));
/** The arguments of a tag. */
const of = (name: string, rules: unknown, more: object = {}): object => ({ name, rules, defaultValue: "b", ...more });

async function check(...planned: PlannedResource[]): Promise<CheckResult & { code: number }> {
  const { code, stdout, stderr } = await account.run(["--plan", file("preview.json", planOf(planned)), "--json"]);
  expect(stderr).toBe("");
  return { code, ...(JSON.parse(stdout) as CheckResult) };
}

test("what the program declares is checked; what it deletes or only reads is not", async () => {
  const { code, tags, findings } = await check(
    { resource: "new", after: of("new", [misspelled]) },
    { resource: "same", id: "s", before: of("same", [misspelled]) },
    { resource: "gone", op: "delete", id: "g", before: of("gone", [misspelled]) },
    { resource: "read", op: "read", id: "r", before: of("read", [misspelled]) },
  );
  expect({ code, tags }).toEqual({ code: 1, tags: 2 });
  expect(findings.map(({ tag }) => tag)).toEqual([{ name: "new" }, { id: "s", name: "same" }]);
});

test("a reference to a tag of the plan is known before the tag has an ID, with the values that the tag will have", async () => {
  const refers = when(reference(unknownValue, "oneOf", ["New", "b", "Old"]));
  const { findings, notChecked } = await check(
    { resource: "one", after: of("one", [rule("New", condition("exists"))]) },
    { resource: "two", after: of("two", [refers]), dependsOn: { rules: ["one"] } },
  );
  expect(notChecked).toEqual([]);
  expect(findings).toMatchObject([{ kind: "unknown-value", tag: { name: "two" }, value: "Old" }]);
});

test.each(["delete", "replace"])("a reference to a tag that the plan deletes is a finding: %s", async (op) => {
  const { id } = await account.create("Gone", { rules: [], defaultValue: "x" });
  const { findings } = await check(
    { resource: "gone", op, id, before: of("gone", []) },
    { resource: "other", after: of("other", [when(reference(id, "exists"))]) },
  );
  expect(findings).toMatchObject([{ kind: "missing-tag", key: id }]);
});

test("while a change is only staged, conditions are compared with the live values", async () => {
  const { id } = await account.create("Team", { rules: [], defaultValue: "Live" });
  const staged = of("team", [], { defaultValue: "Staged", setAsLive: false });
  const { findings } = await check(
    { resource: "team", op: "update", id, before: staged, after: staged },
    { resource: "other", after: of("other", [when(reference(id, "oneOf", ["Live", "Staged"]))]) },
  );
  expect(findings).toMatchObject([{ value: "Staged" }]);
});

test("what is unknown until deployment is listed, and everything else is checked", async () => {
  const rules = [
    when(condition("exists", undefined, { key: unknownValue })),
    when(condition("oneOf", ["checkout", unknownValue, "chekout"])),
    { ...misspelled, to: unknownValue },
  ];
  const after = of("team", rules, { defaultValue: unknownValue });
  const { code, findings, notChecked } = await check({ resource: "team", after });
  expect(code).toBe(1);
  expect(findings.map(({ path, closest }) => [path, closest])).toEqual([
    ["rules[1].filters.value[2]", "checkout"],
    ["rules[2].filters", "team"],
  ]);
  expect(notChecked.map(({ tag, path }) => [tag, path])).toEqual([
    ["team", "rules[0].filters"],
    ["team", "rules[1].filters.value[1]"],
  ]);
});

test.each([
  ["secret rules", "[secret]"],
  ["unknown rules", unknownValue],
  ["rules in another shape", [{ to: 5 }]],
])("a tag with %s is listed, and references to it are known", async (_, rules) => {
  const refers = of("other", [when(reference(unknownValue, "exists"))]);
  const { code, findings, notChecked } = await check(
    { resource: "hidden", after: of("hidden", rules) },
    { resource: "other", after: refers, dependsOn: { rules: ["hidden"] } },
  );
  expect({ code, findings }).toEqual({ code: 0, findings: [] });
  expect(notChecked).toMatchObject([{ tag: "hidden" }]);
});
