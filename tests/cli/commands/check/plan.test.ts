/** `check --plan`: what a plan declares, and what is unknown until deployment. */
import { unknownValue } from "../../../../stack/state/unknown";
import * as fs from "node:fs";
import { join } from "node:path";
import type { CheckResult } from "../../../../cli/studies/check";
import { checkCommand } from "../../../../cli/commands/check";
import { planText } from "../../sources/planText";
import { account, accountForEachTest } from "../../../support/commands/account";
import { folder } from "../../../support/folder";

accountForEachTest(checkCommand);

const typeOf = (name: string): string => `pulumi-nodejs:dynamic/costallocation:${name}`;
const urnOf = (name: string): string => `urn:pulumi:dev::shop::${typeOf("VirtualTag")}::${name}`;

interface Step {
  op?: string;
  rules: unknown;
  defaultValue?: unknown;
  id?: string;
  dependsOn?: string;
  setAsLive?: boolean;
}

const step = (name: string, { op = "create", id, rules, defaultValue = "b", dependsOn, setAsLive }: Step): object => {
  const inputs = { name, rules, defaultValue, ...(setAsLive === undefined ? {} : { setAsLive }) };
  const state = {
    urn: urnOf(name),
    type: typeOf("VirtualTag"),
    inputs,
    outputs: inputs,
    ...(id === undefined ? {} : { id }),
    ...(dependsOn === undefined ? {} : { propertyDependencies: { rules: [urnOf(dependsOn)] } }),
  };
  const states =
    op === "delete"
      ? { oldState: state }
      : op === "create"
        ? { newState: state }
        : { oldState: state, newState: state };
  return { op, urn: urnOf(name), ...states };
};

const condition = (own: object): object => ({
  costCenter: "AWS",
  key: "team",
  type: "tag",
  operator: "exists",
  ...own,
});
const rule = (own: object): object => ({ to: "a", filters: condition(own) });
const reference = (key: string, own: object = {}): object =>
  rule({ costCenter: "Virtual Tags", type: "virtual_tag", key, ...own });

async function check(...steps: object[]): Promise<CheckResult & { code: number }> {
  const path = join(folder, "preview.json");
  fs.writeFileSync(path, planText(steps));
  const { code, stdout, stderr } = await account.run(["--plan", path, "--json"]);
  expect(stderr).toBe("");
  return { code, ...(JSON.parse(stdout) as CheckResult) };
}

test("what the program declares is checked; what it deletes or only reads is not", async () => {
  const rules = [rule({ key: "taem" })];
  const { code, tags, findings } = await check(
    step("new", { rules }),
    step("same", { op: "same", id: "s", rules }),
    step("gone", { op: "delete", id: "g", rules }),
    step("read", { op: "read", id: "r", rules }),
  );
  expect({ code, tags }).toEqual({ code: 1, tags: 2 });
  expect(findings.map(({ tag }) => tag)).toEqual([{ name: "new" }, { id: "s", name: "same" }]);
});

test("a reference to a tag of the plan is known before the tag has an ID, with the values that the tag will have", async () => {
  const { findings, notChecked } = await check(
    step("one", { rules: [{ ...rule({}), to: "New" }] }),
    step("two", {
      rules: [reference(unknownValue, { operator: "oneOf", value: ["New", "b", "Old"] })],
      dependsOn: "one",
    }),
  );
  expect(notChecked).toEqual([]);
  expect(findings).toMatchObject([{ kind: "unknown-value", tag: { name: "two" }, value: "Old" }]);
});

test.each(["delete", "replace"])("a reference to a tag that the plan deletes is a finding: %s", async (op) => {
  const { id } = await account.create("Gone", { rules: [], defaultValue: "x" });
  const { findings } = await check(step("gone", { op, id, rules: [] }), step("other", { rules: [reference(id)] }));
  expect(findings).toMatchObject([{ kind: "missing-tag", key: id }]);
});

test("while a change is only staged, conditions are compared with the live values", async () => {
  const { id } = await account.create("Team", { rules: [], defaultValue: "Live" });
  const { findings } = await check(
    step("team", { op: "update", id, rules: [], defaultValue: "Staged", setAsLive: false }),
    step("other", { rules: [reference(id, { operator: "oneOf", value: ["Live", "Staged"] })] }),
  );
  expect(findings).toMatchObject([{ value: "Staged" }]);
});

test("what is unknown until deployment is listed, and everything else is checked", async () => {
  const { code, findings, notChecked } = await check(
    step("team", {
      rules: [
        rule({ key: unknownValue }),
        rule({ operator: "oneOf", value: ["checkout", unknownValue, "chekout"] }),
        { to: unknownValue, filters: condition({ key: "taem" }) },
      ],
      defaultValue: unknownValue,
    }),
  );
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
  const { code, findings, notChecked } = await check(
    step("hidden", { rules }),
    step("other", { rules: [reference(unknownValue)], dependsOn: "hidden" }),
  );
  expect({ code, findings }).toEqual({ code: 0, findings: [] });
  expect(notChecked).toMatchObject([{ tag: "hidden" }]);
});

test("the plans that the real engine printed can be checked", async () => {
  for (const name of ["create", "update", "promotion", "without-sames"]) {
    const { code } = await account.run(["--plan", join(__dirname, "..", "..", "sources", "plans", `${name}.json`)]);
    expect([0, 1]).toContain(code);
  }
});

test("the plan of a preview that failed is an error", async () => {
  const { code } = await account.run(["--plan", join(__dirname, "..", "..", "sources", "plans", "failed.json")]);
  expect(code).toBe(2);
});
