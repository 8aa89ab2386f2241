/** A plan that doesn't say whether a save goes live. */
import { parsePlan } from "../../../../cli/sources/plan/plan";
import { consequencesOf } from "../../../../cli/studies/review/consequences";
import type { Review, TagReview } from "../../../../cli/studies/review/review";
import { reviewPlan } from "../../../../cli/studies/review/reviewPlan";
import { reference, rule, teamRule } from "../../../support/rules";
import { type PlannedResource, planOf } from "../../sources/planBuilder";

const reviewOf = (...resources: PlannedResource[]): Review => reviewPlan(parsePlan(planOf(resources)));
const tagIn = ({ tags }: Review, name: string): TagReview => tags.find((tag) => tag.name === name) as TagReview;
const tag = (...teams: string[]): object => ({
  name: "Team",
  rules: teams.map((team) => teamRule(team, team.toLowerCase())),
  defaultValue: "None",
});

const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const team = (setAsLive: unknown, before: object = tag("A")): PlannedResource => ({
  resource: "team",
  id: "t1",
  before,
  after: { ...tag("B"), setAsLive },
});
const follower = {
  resource: "f",
  id: "f1",
  before: { name: "F", rules: [rule("x", reference("t1", "is", ["A"]))], defaultValue: "None" },
};

test("nothing is said of it as if it was certain, and tags may follow", () => {
  const review = reviewOf(team(unknown), follower);
  const [changed, follows] = [tagIn(review, "Team"), tagIn(review, "F")];
  expect(changed).toMatchObject({ change: "updated", facts: { isLiveUnknown: true } });
  expect(follows).toMatchObject({ change: "follows", facts: { follows: [{ name: "Team", isLiveUnknown: true }] } });
  // If it went live, the rule would stop.
  expect(follows.newFindings).toEqual([]);
  expect(consequencesOf(review)).toEqual([]);
  const known = reviewOf(team(true), follower);
  expect(consequencesOf(known)).toMatchObject([{ tag: { name: "F" }, kind: "stopped" }]);
  expect(tagIn(known, "Team").facts).not.toHaveProperty("isLiveUnknown");
});

test("a consequence for the tag itself has the condition", () => {
  const review = reviewOf({ ...team(unknown), after: { ...tag("A", "A"), setAsLive: unknown } });
  expect(consequencesOf(review)).toMatchObject([{ tag: { name: "Team" }, onlyIf: "unknown" }]);
});

test("a staged content may go live", () => {
  const review = reviewOf(team(unknown, { ...tag("B"), setAsLive: false }), follower);
  expect(tagIn(review, "Team")).toMatchObject({ change: "promoted", facts: { isLiveUnknown: true } });
  expect(tagIn(review, "F").facts.follows).toMatchObject([{ name: "Team", isLiveUnknown: true }]);
});
