/** What each kind of change means, by plans that the real engine printed and by lists of tags. */
import { reviewedOf } from "./reviewed";
import { readFileSync } from "node:fs";
import { parsePlan } from "../../../../cli/sources/plan/plan";
import type { InputTag } from "../../../../cli/sources/tagsFile";
import { planOfLists } from "../../../../cli/studies/review/listPlan";
import type { TagReview } from "../../../../cli/studies/review/review";
import { reviewJson } from "../../../../cli/words/review/reviewJson";
import { reviewPlan } from "../../../../cli/studies/review/reviewPlan";
import { rulesText } from "../../../../cli/words/review/changes";
import { diffText } from "../../../../rules/ruleDiffText";
import type { Rule } from "../../../../rules/types";
import { type PlannedResource, planOf } from "../../sources/planBuilder";
import { reference, rule, teamRule } from "../../../support/rules";
import { planFile } from "./reviewed";

const reviewOfResources = (...resources: PlannedResource[]) => reviewPlan(parsePlan(planOf(resources)));

function tagIn({ tags }: { tags: readonly TagReview[] }, name: string): TagReview {
  const tag = tags.find((one) => one.name === name);
  if (tag === undefined) throw new Error(`The review has no ${name}.`);
  return tag;
}

const update = reviewPlan(parsePlan(readFileSync(planFile("update"), "utf8")));

test("V1: whether letter case counts is part of the meaning", () => {
  const [before, after] = [
    { ...tag(rules("A")), isCaseSensitive: false },
    { ...tag(rules("A")), isCaseSensitive: true },
  ];
  const review = reviewOfResources({ resource: "team", kind: "VirtualTagV1", id: "t1", before, after });
  expect(tagIn(review, "Team").facts).toMatchObject({ v1: "managed", isCaseSensitive: true });
});

test.each([
  ["t1", "t2"],
  ["t2", "t1"],
])("tags with the same name are in the order of their keys: %s before %s in the plan", (...ids) => {
  const resources = ids.map((id) => ({ resource: id, id, before: tag(rules("A")), after: tag(rules("B")) }));
  expect(reviewOfResources(...resources).tags.map(({ id }) => id)).toEqual(["t1", "t2"]);
});

test("a replaced tag gets another ID, and an adoption by ID knows it", () => {
  const replaced = tagIn(update, "Replaced 2");
  expect(replaced).toMatchObject({ change: "updated", facts: { renamedFrom: "Replaced", replacedId: replaced.id } });
  const adopted = tagIn(update, "Adopted by ID");
  expect(adopted).toMatchObject({ change: "adopted", facts: { adopts: adopted.id } });
});

test("a tag that refers to a deleted one is named with it", () => {
  const review = reviewOfResources(
    { resource: "gone", op: "delete", id: "t1", before: tag(rules("A"), { name: "Gone" }) },
    { resource: "unit", id: "t2", before: tag([refersTo("t1")], { name: "Business unit" }) },
  );
  expect(tagIn(review, "Business unit").facts.follows).toMatchObject([{ name: "Gone", isGone: true }]);
});

test("a staged content that changes goes live no more than before", () => {
  const [before, after] = [
    { ...tag(rules("A")), setAsLive: false },
    { ...tag(rules("B")), setAsLive: false },
  ];
  const staged = reviewOfResources({ resource: "team", id: "t1", before, after });
  expect(tagIn(staged, "Team")).toMatchObject({ change: "updated", facts: { isStaged: true } });
});

test("what is staged has no followers: reports keep what they use", () => {
  const staged = { ...tag(rules("B")), setAsLive: false };
  const review = reviewOfResources(
    { resource: "team", id: "t1", before: tag(rules("A")), after: staged },
    { resource: "product", id: "t2", before: tag([refersTo("t1")], { name: "Product" }) },
  );
  expect(tagIn(review, "Team").facts).toMatchObject({ isStaged: true });
  expect(review.tags.filter(({ change }) => change === "follows")).toEqual([]);
});

const rules = (...names: string[]): Rule[] => names.map((name) => teamRule(name, name.toLowerCase()));
const tag = (given: Rule[], more: Partial<InputTag> = {}): InputTag => ({
  id: "t1",
  name: "Team",
  rules: given,
  defaultValue: "None",
  ...more,
});

test.each<[string, Rule[], Rule[]]>([
  ["1 rule added before rule 2, 3 unchanged", rules("A", "B", "C"), rules("A", "X", "B", "C")],
  ["2 rules added before rule 1, 1 unchanged", rules("A"), rules("X", "Y", "A")],
  ["1 rule added at the end, 2 unchanged", rules("A", "B"), rules("A", "B", "X")],
  ["2 rules added, 2 unchanged", rules("A", "B"), rules("X", "A", "Y", "B")],
  ["1 rule removed (rule 2), 2 unchanged", rules("A", "B", "C"), rules("A", "C")],
  ["1 rule moved (rule 3 is now rule 1), 2 unchanged", rules("A", "B", "C"), rules("C", "A", "B")],
  ["1 rule changed (rule 2), 1 unchanged", rules("A", "B"), [...rules("A"), teamRule("B", "other")]],
  ["2 rules added", [], rules("A", "B")],
  ["rules unchanged", [teamRule("A", "a", "b")], [teamRule("A", "b", "a", "b")]],
])("%s", (expected, before, after) => {
  const plan = planOfLists([tag(before)], [tag(after)]);
  const [review] = reviewPlan(plan).tags;
  expect(review?.diff === undefined ? "rules unchanged" : diffText(review.diff)).toBe(expected);
});

test("the default value is part of the meaning", () => {
  const [review] = reviewPlan(planOfLists([tag(rules("A"))], [tag(rules("A"), { defaultValue: "Other" })])).tags;
  expect(review && rulesText(review)).toBe("1 rule unchanged; default value changed");
});

test.each<[string, InputTag[], InputTag[], [string, string][]]>([
  ["a rename, by ID", [tag([])], [tag([], { name: "New" })], [["New", "updated"]]],
  ["the same name without an ID", [tag([])], [{ ...tag(rules("A")), id: undefined } as never], [["Team", "updated"]]],
  [
    "the same name with another ID",
    [tag([])],
    [tag([], { id: "t2" })],
    [
      ["Team", "deleted"],
      ["Team", "created"],
    ],
  ],
  ["no change", [tag([])], [tag([])], []],
  [
    "names that differ only in case, or stand for something in JavaScript",
    [tag([], { name: "constructor" }), tag([], { id: "t2", name: "__proto__" })],
    [tag(rules("A"), { name: "Constructor", id: "t1" }), tag(rules("A"), { id: "t2", name: "__proto__" })],
    [
      ["Constructor", "updated"],
      ["__proto__", "updated"],
    ],
  ],
])("lists: %s", (_what, before, after, expected) => {
  expect(reviewPlan(planOfLists(before, after)).tags.map(({ name, change }) => [name, change])).toEqual(expected);
});

const refersTo = (id: string): Rule => rule("x", reference(id, "exists"));

test("lists: each tag has the ID that a file gives it, whatever happens to it", () => {
  const tags = [tag([]), tag([refersTo("t1")], { id: "t2", name: "Follows" }), tag([], { id: "t3", name: "Gone" })];
  const after = [tag(rules("A")), tags[1] as InputTag, tag([], { id: "t4", name: "New" })];
  const review = reviewPlan(planOfLists(tags, after));
  const json = reviewJson(reviewedOf(review)) as { tags: { change: string; id?: string }[] };
  expect(json.tags.map(({ change, id }) => [change, id])).toEqual([
    ["deleted", "t3"],
    ["updated", "t1"],
    ["created", "t4"],
    ["follows", "t2"],
  ]);
});

test("lists: tags of the same name without IDs are different ones", () => {
  const named = (...own: Rule[]): InputTag => ({ name: "Team", rules: own, defaultValue: "None" });
  const [one, other] = [rules("A", "B"), rules("C")];
  const { tags } = reviewPlan(planOfLists([named(...one), named(...other)], [named(...one.toReversed()), named()]));
  expect(tags.map(({ effect }) => effect?.kind)).toEqual(["same", "different"]);
});

describe("IDs that differ only in case are the same", () => {
  const [upper, lower] = ["0B0E7A52-6B8C-4C0A-9A52-3F1F1D6F8A11", "0b0e7a52-6b8c-4c0a-9a52-3f1f1d6f8a11"];
  const follower = tag([refersTo(upper)], { id: "t2", name: "Follows" });

  test("in lists", () => {
    const [before, after] = [tag([], { id: lower }), tag(rules("A"), { id: lower })];
    const { tags } = reviewPlan(planOfLists([before, follower], [after, follower]));
    expect(tags.map(({ name, change }) => [name, change])).toEqual([
      ["Team", "updated"],
      ["Follows", "follows"],
    ]);
    expect(reviewPlan(planOfLists([before], [{ ...after, id: upper }])).tags).toMatchObject([{ change: "updated" }]);
  });

  test("in a plan", () => {
    const [before, after] = [tag([]), tag(rules("A"))];
    const { tags } = reviewOfResources(
      { resource: "team", id: lower, before, after },
      { resource: "follows", id: "t2", before: follower },
    );
    expect(tags.map(({ name, change }) => [name, change])).toEqual([
      ["Team", "updated"],
      ["Follows", "follows"],
    ]);
  });
});

test("nothing follows a tag that only has a new name", () => {
  const other = tag([refersTo("t1")], { id: "t2", name: "Other" });
  const review = reviewPlan(planOfLists([tag([]), other], [tag([], { name: "New" }), other]));
  expect(review).toMatchObject({ tags: [{ name: "New" }], unchanged: 1 });
});

test("a reference as a value is one, too", () => {
  const other = tag([], { id: "t2", name: "Other", defaultValue: { costCenter: "Virtual Tags", key: "t1" } });
  const { tags } = reviewPlan(planOfLists([tag([]), other], [tag(rules("A")), other]));
  expect(tags).toMatchObject([{ name: "Team" }, { name: "Other", change: "follows" }]);
});

test("tags that refer to each other end", () => {
  const before = [tag([refersTo("t2")]), tag([refersTo("t1")], { id: "t2", name: "Other" })];
  const after = [tag([refersTo("t2"), ...rules("A")]), before[1] as InputTag];
  const { tags } = reviewPlan(planOfLists(before, after));
  expect(tags.map(({ name, change, facts }) => [name, change, facts.follows?.map((one) => one.name)])).toEqual([
    ["Team", "updated", undefined],
    ["Other", "follows", ["Team"]],
  ]);
});
