import type { Claims } from "../../provider/lifecycle";
import { virtualTagLifecycle } from "../../provider/virtualTag";
import { condition, inputs, rule, urn } from "./virtualTagAccount";

const check = (news: object, claims: Claims = new Map()): ReturnType<typeof virtualTagLifecycle.check> =>
  virtualTagLifecycle.check({ ...news }, claims);

test("keeps moments as milliseconds", () => {
  const written = [{ ...rule, timeframe: { from: "2026-01-01", to: "2027-01-01T00:00:00Z" } }];
  const { inputs: kept, problems } = check({ ...inputs, rules: written });
  expect(problems).toEqual([]);
  expect(kept["rules"]).toEqual([{ ...rule, timeframe: { from: 1_767_225_600_000, to: 1_798_761_600_000 } }]);
});

test("lets values that are not known yet through", () => {
  const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
  for (const rules of [
    unknown,
    [unknown],
    [{ ...rule, timeframe: unknown }],
    [{ ...rule, timeframe: { from: unknown } }],
  ]) {
    expect(check({ ...inputs, rules, defaultValue: unknown })).toEqual({
      inputs: { ...inputs, rules, defaultValue: unknown },
      warnings: [],
      problems: [],
    });
  }
});

test("names what is wrong by its path, and arguments that do not exist", () => {
  const { problems } = check({
    ...inputs,
    name: "",
    default: "Shared",
    changeDescription: 5,
    rules: [{ to: "a", filters: { AND: [condition, { ...condition, operator: "like" }] } }],
  });
  expect(problems.map(({ path }) => path)).toEqual([
    "default",
    "name",
    "rules[0].filters.AND[1].operator",
    "changeDescription",
  ]);
});

test("two resources of one program with one name are refused in preview, each run anew", () => {
  const claims: Claims = new Map();
  const problems = (name: string, of: string): string[] =>
    check({ ...inputs, name, resourceUrn: urn(of) }, claims).problems.map(({ path, message }) => `${path} ${message}`);
  expect(problems("Team", "a")).toEqual([]);
  expect(problems("Team", "a")).toEqual([]);
  expect(problems("Product", "b")).toEqual([]);
  expect(problems("Team", "b")).toEqual([
    `name is also the name that ${urn("a")} declares: one of the two would take the tag from the other`,
  ]);
  expect(problems("04da6b54-80e4-46f7-96ec-b56ff0331ba9", "c")).toEqual([]);
});

test("two resources that adopt one tag by its ID are refused in preview", () => {
  const claims: Claims = new Map();
  const problems = (name: string, of: string): string[] =>
    check({ ...inputs, name, adopt: "an-id", resourceUrn: urn(of) }, claims).problems.map(({ path }) => path);
  expect(problems("A", "a")).toEqual([]);
  expect(problems("B", "b")).toEqual(["adopt"]);
});
