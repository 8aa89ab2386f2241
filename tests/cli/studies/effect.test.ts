/** The effect of a change on all records. `evaluate` confirms each record that proves a difference. */
import { effectOf } from "../../../cli/studies/effect";
import { type Condition, evaluate, type Rule, type TagContent } from "../../../rules";
import type { InputTag } from "../../../cli/sources/inputTag";
import type { PlannedContent, PlannedTag } from "../../../cli/sources/plan/plan";
import { liveContents } from "../../../cli/studies/liveContents";

const is = (key: string, ...value: string[]): Condition => ({
  costCenter: "AWS",
  key,
  type: "tag",
  operator: "oneOf",
  value,
});
const rule = (to: string, filters: Rule["filters"]): Rule => ({ to, filters });
const content = (...rules: Rule[]): TagContent => ({ rules, defaultValue: "None" });

const web = rule("Web", is("team", "web", "shop"));
const data = rule("Data", is("team", "data"));
const sandbox = rule("Sandbox", is("env", "sandbox"));

test.each([
  ["two rules that exclude each other trade places", content(web, data), content(data, web)],
  ["a rule that never wins is removed", content(web, rule("Shop", is("team", "shop"))), content(web)],
  ["a rule is split", content(web), content(rule("Web", is("team", "shop")), rule("Web", is("team", "web")))],
  ["the default value moves into a rule", content(), content(rule("None", is("team", "x")))],
])("%s: the same result", (_, before, after) => {
  expect(effectOf(before, after)).toEqual({ kind: "same" });
});

test.each([
  ["two rules that overlap trade places", content(web, sandbox), content(sandbox, web)],
  ["a value is added", content(web), content(rule("Web", is("team", "web", "shop", "cart")))],
  ["the default value changes", content(web), { ...content(web), defaultValue: "Shared" }],
  [
    "a key becomes the value",
    content(web),
    { ...content(web), defaultValue: { costCenter: "AWS", key: "team", type: "tag" } },
  ],
])("%s: a record that proves it", (_, before, after) => {
  const effect = effectOf(before, after);
  if (effect.kind !== "different") throw new Error(`the effect is ${effect.kind}`);
  expect(effect.before).not.toBe(effect.after);
  expect(evaluate(before, effect.record)).toMatchObject({ decided: true, value: effect.before });
  expect(evaluate(after, effect.record)).toMatchObject({ decided: true, value: effect.after });
});

test("a timeframe that ends earlier has a moment as its proof", () => {
  const until = (to: string): TagContent => content({ ...web, timeframe: { from: "2026-01-01", to } });
  const [before, after] = [until("2026-06-30"), until("2026-03-31")];
  const effect = effectOf(before, after);
  if (effect.kind !== "different" || effect.at === undefined) throw new Error("no moment");
  expect(evaluate(before, effect.record, { at: effect.at })).toMatchObject({ value: effect.before });
  expect(evaluate(after, effect.record, { at: effect.at })).toMatchObject({ value: effect.after });
});

test("what another tag can give counts", () => {
  const reference = { costCenter: "Virtual Tags", key: "t", type: "virtual_tag" } as const;
  const before = content(rule("X", { ...reference, operator: "is", value: "Web" }));
  const after = content(rule("X", { ...reference, operator: "oneOf", value: ["Web", "Never"] }));
  expect(effectOf(before, after)).toEqual({ kind: "not-decided", because: "tags" });
  expect(effectOf(before, after, [{ id: "t", ...content(web) }])).toEqual({ kind: "same" });
  const never = { id: "t", ...content(rule("Never", is("team", "x"))) };
  expect(effectOf(before, after, [never])).toMatchObject({ kind: "different", record: { "AWS:tag:team": "x" } });
  // Whatever the other tag gives, the first rule decides.
  const renamed = content({ ...data, to: "Data 2" }, ...before.rules);
  expect(effectOf(content(data, ...before.rules), renamed)).toEqual({
    kind: "different",
    record: { "AWS:tag:team": "data" },
    before: "Data",
    after: "Data 2",
  });
});

test.each([
  ["an operator", rule("Web", { ...is("team", "web"), operator: "startsWith" } as never)],
  ["a timeframe", { ...web, timeframe: { from: "soon" } }],
])("%s that can't be read: adding or removing the rule is not decided", (_, odd) => {
  const notDecided = { kind: "not-decided", because: "unreadable" };
  expect(effectOf(content(odd, data), content(data))).toEqual(notDecided);
  expect(effectOf(content(data), content(odd, data))).toEqual(notDecided);
  expect(effectOf(content(odd, data), content(odd, data, data))).toEqual({ kind: "same" });
});

/** The keys by which a plan's references find the tags that are live after it. */
describe("what is live", () => {
  const urn = "urn:pulumi:dev::e2e::t::T";
  const content: PlannedContent = { name: "T", rules: [], defaultValue: "None", setAsLive: true };
  const tag: PlannedTag = { urn, resourceName: "t", name: "T", type: "VirtualTag", op: "create", after: content };
  const found: InputTag = { id: "t1", name: "T", rules: [], defaultValue: "None" };

  test.each<[string, Partial<PlannedTag>, InputTag | undefined, string[]]>([
    ["a new tag, its URN", {}, undefined, [urn]],
    ["a tag that is adopted by its name, its URN and the ID that it has", {}, found, [urn, "t1"]],
    [
      "a tag that is adopted by its ID, that one and its URN",
      { after: { ...content, id: "t1" } },
      undefined,
      ["t1", urn],
    ],
    ["a tag that stays, its ID and its URN", { op: "same", id: "t1", before: content }, undefined, ["t1", urn]],
  ])("%s", (_, change, live, expected) => {
    const contents = liveContents([{ ...tag, ...change }], new Map(live === undefined ? [] : [[urn, live]]));
    expect(contents.after.map(({ id }) => id)).toEqual(expected);
  });
});
