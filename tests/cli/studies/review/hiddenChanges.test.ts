/** Changes that a review must not miss: they are not in the rules that a plan shows. */
import { lineText } from "../../../../cli/document/document";
import { parsePlan, type Plan, type PlannedTag } from "../../../../cli/sources/plan/plan";
import { sidesOfTags } from "../../../../cli/studies/money/tagSides";
import { metadataLines } from "../../../../cli/words/review/details";
import { headline } from "../../../../cli/words/review/changes";
import type { TagReview } from "../../../../cli/studies/review/review";
import type { LiveComparison } from "../../../../cli/sources/account/liveTags";
import { reviewPlan } from "../../../../cli/studies/review/reviewPlan";
import type { Rule } from "../../../../rules/types";
import { planText } from "../../sources/planText";
import { reference, rule, teamIs } from "../../../support/rules";

const uses = (id: string): Rule => rule("x", reference(id, "exists"));
const tag = (name: string, more: Partial<PlannedTag>): PlannedTag => ({
  urn: `urn:pulumi:dev::e2e::t::${name}`,
  resourceName: name,
  name,
  type: "VirtualTag",
  op: "same",
  ...more,
});
const content = (name: string, rules: Rule[], more: object = {}): NonNullable<PlannedTag["after"]> => ({
  name,
  rules,
  defaultValue: "None",
  setAsLive: true,
  ...more,
});
const planOf = (...tags: PlannedTag[]): Plan => ({ tags, metadata: [], endpoints: [], isComplete: true });
const changesOf = (reviews: readonly TagReview[]): Record<string, string> =>
  Object.fromEntries(reviews.map(({ name, change }) => [name, change]));

test("a tag that refers to an adopted tag by its ID follows it", () => {
  const adopted = tag("Team", { op: "create", after: content("Team", [teamIs("B", "b")], { adopt: true }) });
  const business = content("BU", [uses("T1")], { id: "B1" });
  const plan = planOf(adopted, tag("BU", { id: "B1", before: business, after: business }));
  const live = new Map<string, LiveComparison>([
    [
      adopted.urn,
      { result: "compared", live: { id: "T1", name: "Team", rules: [teamIs("A", "a")], defaultValue: "None" } },
    ],
  ]);
  const review = reviewPlan(plan, live);
  expect(changesOf(review.tags)).toEqual({ Team: "adopted", BU: "follows" });
  expect(review.tags.find(({ name }) => name === "Team")?.id).toBe("T1");
  const sides = sidesOfTags(plan, review, live).get(review.tags.find(({ name }) => name === "BU")?.key ?? "");
  expect(typeof sides === "object" && sides.tagsAfter.map(({ id }) => id)).toContain("T1");
});

test("a hidden tag may follow a change, and is listed; without a change, it is not", () => {
  const hidden = tag("Hidden", { id: "H1", unreadable: "secret" });
  const [old, now] = [
    content("Team", [teamIs("A", "a")], { id: "T1" }),
    content("Team", [teamIs("B", "a")], { id: "T1" }),
  ];
  const changed = tag("Team", { id: "T1", op: "update", before: old, after: now });
  expect(changesOf(reviewPlan(planOf(hidden, changed)).tags)).toEqual({ Team: "updated", Hidden: "unreadable" });
  const quiet = reviewPlan(planOf(hidden, tag("Team", { id: "T1", before: old, after: old })));
  expect({ tags: quiet.tags, unchanged: quiet.unchanged }).toEqual({ tags: [], unchanged: 2 });
});

describe("a tag whose content was staged before", () => {
  const staged = content("BU", [teamIs("A", "a")], { id: "B1", setAsLive: false });
  const [old, now] = [
    content("Team", [teamIs("A", "a")], { id: "T1" }),
    content("Team", [teamIs("B", "a")], { id: "T1" }),
  ];
  const team = tag("Team", { id: "T1", op: "update", before: old, after: now });
  const business = tag("BU", { id: "B1", before: staged, after: staged });
  const reviewWith = (rules?: Rule[]) => {
    const live = rules && { id: "B1", name: "BU", rules, defaultValue: "None" };
    const found = new Map<string, LiveComparison>(live && [[business.urn, { result: "compared", live }]]);
    const plan = planOf(team, business);
    const review = reviewPlan(plan, found);
    return { review, live, sides: sidesOfTags(plan, review, found).get(business.urn) };
  };

  test("may follow a change: what is live of it is not in the plan", () => {
    const { review, sides } = reviewWith();
    expect(changesOf(review.tags)).toEqual({ Team: "updated", BU: "unreadable" });
    expect(review.tags[1]?.facts).toEqual({ mayFollow: true, live: { result: "notCompared" } });
    expect(sides).toBe("notCompared");
    // It is not among those that change.
    expect(headline(review)).toBe("1 Virtual Tag changes: 1 updated. 1 may follow.");
    expect(changesOf(reviewPlan(planOf(business)).tags)).toEqual({});
  });

  test("follows it if what is live refers to it, with the money of what is live", () => {
    const { review, live, sides } = reviewWith([uses("T1")]);
    expect(changesOf(review.tags)).toEqual({ Team: "updated", BU: "follows" });
    expect(sides).toMatchObject({ before: live, after: live });
  });

  test("does not follow it otherwise", () => {
    const { review } = reviewWith([teamIs("A", "a")]);
    expect(changesOf(review.tags)).toEqual({ Team: "updated" });
  });
});

test.each([
  ["updated", "update"],
  ["deleted", "delete"],
] as const)("money of a staged tag that is %s needs what is live", (_, op) => {
  const staged = content("Team", [teamIs("A", "a")], { id: "T1", setAsLive: false });
  const next = content("Team", [teamIs("B", "a")], { id: "T1", setAsLive: false });
  const plan = planOf(tag("Team", { id: "T1", op, before: staged, ...(op === "update" ? { after: next } : {}) }));
  const review = reviewPlan(plan);
  const key = review.tags[0]?.key ?? "";
  expect(sidesOfTags(plan, review).get(key)).toBe("notCompared");
  const live = { id: "T1", name: "Team", rules: [teamIs("Live", "a")], defaultValue: "None" };
  const compared = new Map<string, LiveComparison>([[key, { result: "compared", live }]]);
  expect(sidesOfTags(plan, review, compared).get(key)).toMatchObject({ before: live });
});

test("a change of what a metadata resource owns is shown", () => {
  const state = (mergeValuesAndMetadata: boolean): object => ({
    urn: "urn:pulumi:dev::e2e::pulumi-nodejs:dynamic/costallocation:VirtualTagMetadata::m",
    type: "pulumi-nodejs:dynamic/costallocation:VirtualTagMetadata",
    inputs: { virtualTagId: "T1", metadata: { Web: {} }, mergeValuesAndMetadata },
  });
  const urn = "urn:pulumi:dev::e2e::pulumi-nodejs:dynamic/costallocation:VirtualTagMetadata::m";
  const step = { op: "update", urn, oldState: state(true), newState: state(false) };
  const [metadata] = reviewPlan(parsePlan(planText([step]))).metadata;
  expect(metadata?.settings).toEqual([{ path: "mergeValuesAndMetadata", before: true, after: false }]);
  expect(metadata && metadataLines(metadata).map(lineText)).toEqual(["~ mergeValuesAndMetadata: true -> false"]);
});
