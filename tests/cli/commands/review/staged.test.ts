/** A save with `setAsLive: false`: what happens to what is live, beside what the save would change. */
import { costOfReview, type ReviewCost } from "../../../../cli/studies/money/reviewCost";
import { sidesOfTags } from "../../../../cli/studies/money/tagSides";
import { parsePlan } from "../../../../cli/sources/plan/plan";
import { consequencesOf } from "../../../../cli/studies/review/consequences";
import type { Review } from "../../../../cli/studies/review/review";
import { reviewPlan } from "../../../../cli/studies/review/reviewPlan";
import { plainText } from "../../../../cli/document/document";
import { factPhrases } from "../../../../cli/words/review/changes";
import { smallCube } from "../../../cost/impact/smallCube";
import { reference, rule, teamRule } from "../../../support/rules";
import { type PlannedResource, planOf } from "../../sources/planBuilder";

const key = "AWS:tag:team";
const cube = smallCube(
  [{ keys: { [key]: "a" }, cost: "90" }, { keys: { [key]: "b" }, cost: "6.5" }, { cost: "3.5" }],
  [key],
);

/** The review of a plan, and its money with gates. */
function review(...resources: PlannedResource[]): { review: Review; cost: ReviewCost; facts: string } {
  const plan = parsePlan(planOf(resources));
  const reviewed = reviewPlan(plan);
  const general = { "max-moved": { limit: "10%" as const } };
  const gates = { general, byTag: new Map() } as never;
  const cost = costOfReview(reviewed, sidesOfTags(plan, reviewed), cube, { gates, now: 0 });
  const facts = reviewed.tags.flatMap((tag) => factPhrases(tag).map((phrase) => plainText(phrase)));
  return { review: reviewed, cost, facts: facts.join("\n") };
}

const tag = (name: string, rules: object[], more: object = {}): object => ({
  name,
  rules,
  defaultValue: "None",
  ...more,
});
const [a, b] = [teamRule("A", "a"), teamRule("B", "b")];

test("a replacement that stages its new tag deletes what is live", () => {
  const {
    review: reviewed,
    cost,
    facts,
  } = review({
    op: "replace",
    resource: "team",
    id: "t1",
    before: tag("Team", [a]),
    after: tag("Squad", [a, b], { setAsLive: false }),
  });
  expect(cost.gates).toMatchObject([{ tag: "Squad", gate: "max-moved", passed: false }]);
  expect(cost.gates[0]).not.toHaveProperty("onlyIf");
  expect(consequencesOf(reviewed, cost)).toEqual([expect.objectContaining({ kind: "moved" })]);
  expect(consequencesOf(reviewed, cost)[0]).not.toHaveProperty("onlyIf");
  expect(facts).toContain("Staged: the save may go live");
});

test("what stays live beside a staged save follows a change at once", () => {
  const before = tag("Cost type", [rule("Yes", reference("t1", "is", "A"))]);
  const team = { resource: "team", id: "t1", before: tag("Team", [a]), after: tag("Team", [teamRule("Z", "a")]) };
  const after = tag("Cost type", [teamRule("Yes", "a")], { setAsLive: false });
  const { review: reviewed, cost, facts } = review(team, { resource: "type", id: "t2", before, after });
  expect(reviewed.tags).toMatchObject([
    { name: "Cost type", change: "updated", facts: { isStaged: true } },
    { name: "Team", change: "updated" },
    { name: "Cost type", change: "follows", facts: { isBesideStaged: true, follows: [{ name: "Team" }] } },
  ]);
  expect(reviewed.tags[0]?.facts).not.toHaveProperty("follows");
  const gates = cost.gates.filter(({ tag: name }) => name === "Cost type");
  expect(gates).toMatchObject([
    { passed: true, onlyIf: "staged" },
    { passed: false, actual: "90%" },
  ]);
  expect(gates[1]).not.toHaveProperty("onlyIf");
  expect(consequencesOf(reviewed, cost)[0]).toMatchObject({ kind: "stopped", tag: { name: "Cost type" } });
  expect(consequencesOf(reviewed, cost)[0]).not.toHaveProperty("onlyIf");
  expect(facts).toContain("This is what stays live beside the staged save.");
});

test.each([
  ["live content", [rule("Yes", reference("t1", "is", "A"))], [teamRule("Yes", "a")], undefined],
  ["staged content", [teamRule("Yes", "a")], [rule("Yes", reference("t1", "is", "A"))], "staged"],
])("a reference of the %s to a tag that is deleted", (_, live, staged, onlyIf) => {
  const { review: reviewed, facts } = review(
    { op: "delete", resource: "team", id: "t1", before: tag("Team", [a]) },
    {
      resource: "type",
      id: "t2",
      before: tag("Cost type", live),
      after: tag("Cost type", staged, { setAsLive: false }),
    },
  );
  const broken = consequencesOf(reviewed).filter(({ kind }) => kind === "broken");
  expect(broken).toMatchObject([{ tag: { name: "Cost type" }, to: "Team" }]);
  expect(broken[0]?.onlyIf).toBe(onlyIf);
  expect(facts).toContain(`${onlyIf === undefined ? "Refers" : "If it goes live, it refers"} to "Team"`);
});
