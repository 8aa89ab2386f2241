/** Which contents are live before and after, for a tag and for those that refer to it. */
import { contentsNeeded, sidesOfTags, type TagSides } from "../../../../cli/studies/money/tagSides";
import type { Plan, PlannedContent, PlannedOp, PlannedTag } from "../../../../cli/sources/plan/plan";
import { evaluationInput } from "../../../../cost/cube/evaluationInput";
import { impactOf } from "../../../../cost/impact/impact";
import { smallCube } from "../../../cost/impact/smallCube";
import { reviewPlan } from "../../../../cli/studies/review/reviewPlan";
import type { LiveComparison } from "../../../../cli/sources/account/liveTags";

const value = (to: string, more: Partial<PlannedContent> = {}): PlannedContent => ({
  id: "id-T",
  name: "T",
  rules: [],
  defaultValue: to,
  setAsLive: true,
  ...more,
});

function planned(op: PlannedOp, before?: PlannedContent, after?: PlannedContent): PlannedTag {
  const id = after?.id ?? before?.id;
  return {
    urn: "urn:pulumi:dev::p::x::T",
    resourceName: "T",
    type: "VirtualTag",
    op,
    ...(id === undefined || op === "create" ? {} : { id }),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
}

const follower = value("f", {
  id: "id-F",
  name: "F",
  rules: [{ to: "x", filters: { costCenter: "Virtual Tags", type: "virtual_tag", key: "id-T", operator: "exists" } }],
});

function sidesOf(tag: PlannedTag, live?: LiveComparison): { own: TagSides | undefined; others: unknown[] } {
  const other = {
    ...planned("update", follower, value("g", { ...follower, defaultValue: "g" })),
    urn: "urn:pulumi:dev::p::x::F",
  };
  const plan: Plan = { tags: [tag, other], metadata: [], endpoints: [], isComplete: true };
  const lives = new Map(live === undefined ? [] : [[tag.urn, live]]);
  const sides = sidesOfTags(plan, reviewPlan(plan, lives), lives);
  const ofOther = sides.get(other.urn);
  if (ofOther === undefined || typeof ofOther === "string") throw new Error("The other tag has sides.");
  const valueIn = (tags: readonly { id: string; defaultValue: unknown }[]): unknown =>
    tags.find(({ id }) => id === "id-T")?.defaultValue;
  return { own: sides.get(tag.urn), others: [valueIn(ofOther.tagsBefore), valueIn(ofOther.tagsAfter)] };
}

const staged = { setAsLive: false };

test.each<[string, PlannedTag, LiveComparison | undefined, [unknown, unknown] | string, unknown[]]>([
  ["updated", planned("update", value("a"), value("b")), undefined, ["a", "b"], ["a", "b"]],
  ["unchanged in content", planned("update", value("a"), value("a", { name: "U" })), undefined, ["a", "a"], ["a", "a"]],
  ["deleted", planned("delete", value("a")), undefined, ["a", undefined], ["a", undefined]],
  ["leaving the stack", planned("forget", value("a")), undefined, ["a", "a"], ["a", "a"]],
  [
    "staged, which others don't see",
    planned("update", value("a"), value("b", staged)),
    undefined,
    ["a", "b"],
    ["a", "a"],
  ],
  [
    "promoted, compared",
    planned("update", value("b", staged), value("b")),
    { result: "compared", live: value("a") },
    ["a", "b"],
    ["a", "b"],
  ],
  [
    "promoted, not compared",
    planned("update", value("b", staged), value("b")),
    undefined,
    "notCompared",
    [undefined, "b"],
  ],
  [
    "hidden",
    { ...planned("update", value("a")), unreadable: "secret" },
    undefined,
    "unreadable",
    [undefined, undefined],
  ],
])("a tag that is %s", (_, tag, live, expected, seenByOthers) => {
  const { own, others } = sidesOf(tag, live);
  const both = typeof own === "object" ? [own.before?.defaultValue, own.after?.defaultValue] : own;
  expect(both).toEqual(expected);
  expect(others).toEqual(seenByOthers);
});

test.each<[string, boolean, PlannedTag]>([
  ["hidden and updated", true, { ...planned("update", value("a")), unreadable: "secret" }],
  ["hidden and unchanged", false, { ...planned("same", value("a")), unreadable: "secret" }],
  ["staged and deleted", true, planned("delete", value("a", staged))],
  ["staged before and after", false, planned("update", value("a", staged), value("b", staged))],
  ["leaving the stack while it is staged", false, planned("forget", value("a", staged))],
  ["updated", false, planned("update", value("a"), value("b"))],
])("money that hinges on a tag that is %s may move: %s", (_, mayMove, tag) => {
  const plan: Plan = {
    tags: [tag, { ...planned("update", follower, { ...follower, name: "G" }), urn: "urn:pulumi:dev::p::x::F" }],
    metadata: [],
    endpoints: [],
    isComplete: true,
  };
  const sides = sidesOfTags(plan, reviewPlan(plan)).get("urn:pulumi:dev::p::x::F");
  if (sides === undefined || typeof sides === "string") throw new Error("The tag has sides.");
  const cube = smallCube([{ cost: "1" }], []);
  const [impact] = impactOf(sides, cube, evaluationInput(cube));
  const isUnknown = sides.tagsBefore.length === 1;
  expect(impact?.notEvaluated.after.records).toBe(isUnknown ? 1 : 0);
  expect(impact?.bounds.moved.most).toBe(mayMove ? impact?.total.gross : 0n);
});

test("money that hinges on a tag outside of the plan may move with any other tag that changes", () => {
  const outside: PlannedContent = {
    ...follower,
    rules: follower.rules.map((rule) => ({ ...rule, filters: { ...rule.filters, key: "out" } }) as never),
  };
  const tag = { ...planned("update", outside, { ...outside, name: "G" }), urn: "urn:pulumi:dev::p::x::F" };
  const mostMoved = (other: PlannedTag): bigint | undefined => {
    const plan: Plan = { tags: [other, tag], metadata: [], endpoints: [], isComplete: true };
    const sides = sidesOfTags(plan, reviewPlan(plan)).get(tag.urn);
    if (sides === undefined || typeof sides === "string") throw new Error("The tag has sides.");
    const cube = smallCube([{ cost: "1" }], []);
    return impactOf(sides, cube, evaluationInput(cube))[0]?.bounds.moved.most;
  };
  expect(mostMoved(planned("same", value("a"), value("a")))).toBe(0n);
  expect(mostMoved(planned("update", value("a"), value("b")))).toBeGreaterThan(0n);
});

test("a created tag has nothing before, and an adoption has what is live", () => {
  const created = planned("create", undefined, { name: "T", rules: [], defaultValue: "b", setAsLive: true });
  expect(sidesOf(created).own).toMatchObject({ before: undefined, after: { defaultValue: "b" } });
  const adopted = planned("create", undefined, value("b", { adopt: true }));
  expect(sidesOf(adopted).own).toBe("notCompared");
  expect(sidesOf(adopted, { result: "missing" }).own).toMatchObject({ before: undefined });
  expect(sidesOf(adopted, { result: "compared", live: value("a") }).own).toMatchObject({
    before: { defaultValue: "a" },
  });
});

test("the contents needed are those of a tag and of what it refers to", () => {
  const sides = sidesOf(planned("same", value("a"), value("a")));
  expect(sides.own).toBeUndefined();
  const tags = [
    { ...value("a"), id: "id-T" },
    { ...value("c"), id: "id-U" },
  ];
  const needed = contentsNeeded([
    { before: follower, after: undefined, tagsBefore: tags, tagsAfter: [] },
    "unreadable",
  ]);
  expect(needed.map(({ defaultValue }) => defaultValue)).toEqual(["f", "a"]);
});
