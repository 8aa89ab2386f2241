/** Who refers to a tag that a plan deletes, and what the plan does about it. */
import { parsePlan } from "../../../../cli/sources/plan/plan";
import type { Referrer, Review } from "../../../../cli/studies/review/review";
import { reviewPlan } from "../../../../cli/studies/review/reviewPlan";
import { deleteNotice } from "../../../../cli/words/review/referrers";
import { unknownValue } from "../../../../stack/state/unknown";
import { type PlannedResource, planOf } from "../../sources/planBuilder";

const filters = { costCenter: "Virtual Tags", type: "virtual_tag", key: "gone", operator: "exists" };
const refers = (more: object = {}): object => ({
  name: "Report",
  rules: [{ to: "x", filters }],
  defaultValue: "None",
  ...more,
});
const other = (more: object = {}): object => ({ name: "Report", rules: [], defaultValue: "None", ...more });
const staged = { setAsLive: false };

function reviewOf(planned: Partial<PlannedResource>): Review {
  const gone = { op: "delete", resource: "gone", id: "gone", before: { name: "Gone", rules: [], defaultValue: "x" } };
  return reviewPlan(parsePlan(planOf([gone, { resource: "report", id: "report", ...planned }])));
}

test.each<[string, Partial<PlannedResource>, Partial<Referrer> | undefined]>([
  ["a staged version, beside what nobody knows", { before: refers(staged) }, { then: "stays" }],
  [
    "a save that is staged, beside what refers",
    { before: refers(), after: other(staged) },
    { then: "stays", version: "live" },
  ],
  [
    "a save that is staged and refers, beside what does not",
    { before: other(), after: refers(staged) },
    { then: "stays", version: "staged" },
  ],
  ["a staged version that another one replaces", { before: refers(staged), after: other() }, { then: "changed" }],
  ["a staged version that goes live", { before: refers(staged), after: refers() }, { then: "stays" }],
  [
    "a save that may not go live",
    { before: refers(), after: other({ setAsLive: unknownValue }) },
    { then: "notKnown" },
  ],
  ["a staged version that is deleted", { op: "delete", before: refers(staged) }, { then: "deleted" }],
  ["neither version", { before: other(staged), after: other() }, undefined],
])("%s", (_, planned, expected) => {
  const [gone] = reviewOf(planned).tags.filter(({ name }) => name === "Gone");
  expect(gone?.facts.referrers).toEqual(expected && [{ id: "report", name: "Report", ...expected }]);
});

test("`up` may refuse a delete because of tags that can't be read", () => {
  const review = reviewOf({ before: other() });
  expect(deleteNotice(review)).toBeUndefined();
  expect(deleteNotice({ ...review, outsideNotRead: ["Old split"] })).toBeDefined();
});
