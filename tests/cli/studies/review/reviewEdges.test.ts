/** Cases that a real plan seldom has. */
import { parsePlan } from "../../../../cli/sources/plan/plan";
import { reviewPlan } from "../../../../cli/studies/review/reviewPlan";
import type { Review, Referrer, TagReview } from "../../../../cli/studies/review/review";
import { planText } from "../../sources/planText";
import { teamRule, reference, rule } from "../../../support/rules";
import { deleteNotice } from "../../../../cli/words/review/referrers";
import { unknownValue } from "../../../../stack/state/unknown";
import { type PlannedResource, planOf } from "../../sources/planBuilder";
import { consequencesOf } from "../../../../cli/studies/review/consequences";

const prefix = "urn:pulumi:dev::app::pulumi-nodejs:dynamic/costallocation:";

type Inputs = Record<string, unknown>;

/** A step for a resource whose ID is its name. */
function step(op: string, name: string, before?: Inputs, after?: Inputs, type = "VirtualTag"): object {
  const state = { urn: `${prefix}${type}::${name}`, type: `pulumi-nodejs:dynamic/costallocation:${type}` };
  return {
    op,
    urn: state.urn,
    ...(before === undefined ? {} : { oldState: { ...state, id: name, inputs: before } }),
    ...(after === undefined ? {} : { newState: { ...state, inputs: after } }),
  };
}

const tag = (name: string, more: Inputs = {}): Inputs => ({ name, rules: [], defaultValue: "None", ...more });
const referringTo = (id: string): Inputs => ({ defaultValue: { costCenter: "Virtual Tags", key: id } });
const same = (name: string, more: Inputs): object => step("same", name, tag(name, more), tag(name, more));

const reviewOf = (...steps: object[]): Review => reviewPlan(parsePlan(planText(steps)));

const followers = ({ tags }: Review): unknown[] =>
  tags.filter(({ change }) => change === "follows").map(({ name, facts }) => [name, facts.follows?.[0]?.isGone]);

test("only what refers to a deleted tag itself refers to nothing", () => {
  const review = reviewOf(
    step("delete", "gone", tag("gone")),
    same("a", referringTo("gone")),
    same("b", referringTo("a")),
  );
  expect(followers(review)).toEqual([
    ["a", true],
    ["b", false],
  ]);
});

test("a tag that refers to the ID of a replaced one refers to nothing", () => {
  const review = reviewOf(step("replace", "team", tag("team"), tag("new")), same("a", referringTo("team")));
  expect(followers(review)).toEqual([["a", true]]);
});

test("nothing follows a tag that leaves the stack", () => {
  const kept = step("delete", "kept", tag("kept"));
  Object.assign((kept as { oldState: object }).oldState, { retainOnDelete: true });
  const review = reviewOf(kept, same("a", referringTo("kept")));
  expect(review.tags).toMatchObject([{ name: "kept", facts: { leavesStack: true } }]);
});

test("a promotion has followers, even of the content that was staged", () => {
  const staged = { setAsLive: false, rules: [teamRule("Web", "web")] };
  const promoted = step("update", "team", tag("team", staged), tag("team", { ...staged, setAsLive: true }));
  expect(followers(reviewOf(promoted, same("a", referringTo("team"))))).toEqual([["a", false]]);
});

test("a content that was secret can't be compared", () => {
  const review = reviewOf(step("update", "team", tag("team", { rules: "[secret]" }), tag("team")));
  expect(review.tags).toMatchObject([{ name: "team", change: "unreadable", facts: { unreadable: "secret" } }]);
  expect(review.tags[0]?.diff).toBeUndefined();
});

test("a name that is secret is never shown: the name of the resource is", () => {
  const review = reviewOf(step("create", "team", undefined, tag("[secret]")));
  expect(review.tags).toMatchObject([{ name: "team", change: "unreadable" }]);
});

const metadata = (before: unknown, after: unknown): Review["metadata"][number] | undefined =>
  reviewOf(
    step(
      "update",
      "meta",
      { virtualTagId: "t", metadata: before },
      { virtualTagId: "t", metadata: after },
      "VirtualTagMetadata",
    ),
  ).metadata[0];

test.each<[string, unknown, unknown, [string, string[]][]]>([
  ["groups are a set", { a: { groups: ["x", "y"] } }, { a: { groups: ["y", "x", "y"] } }, []],
  ["an empty field is an absent one", { a: { groups: [], customMetadata: {} } }, {}, []],
  [
    "a secret may have changed",
    { a: { customMetadata: { key: "[secret]", same: 1 } } },
    { a: { customMetadata: { key: "[secret]", same: 1 } } },
    [["changed", ["customMetadata.key"]]],
  ],
  [
    "values are added and removed",
    { a: { groups: ["x"] } },
    { constructor: { groups: ["x"] } },
    [
      ["removed", ["groups"]],
      ["added", ["groups"]],
    ],
  ],
])("metadata: %s", (_what, before, after, expected) => {
  const { values = [] } = metadata(before, after) ?? {};
  expect(values.map(({ change, fields }) => [change, fields.map(({ path }) => path)])).toEqual(expected);
});

test("metadata that is secret as a whole says so", () => {
  expect(metadata("[secret]", { a: { groups: ["x"] } })).toMatchObject({ isHidden: true, values: [] });
});

test("an endpoint's destination is in no part of a review", () => {
  const inputs = { type: "slack", name: "FinOps", configuration: { to: "https://hooks.example.com/T/B/secret" } };
  const review = reviewOf(step("create", "e", undefined, inputs, "NotificationEndpoint"));
  expect(review.endpoints).toMatchObject([{ change: "created", type: "slack", name: "FinOps" }]);
  expect(JSON.stringify(review)).not.toContain("hooks.example.com");
});

/** Who refers to a tag that a plan deletes, and what the plan does about it. */
describe("who refers to a deleted tag", () => {
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
});

/** A plan that doesn't say whether a save goes live. */
describe("a plan that doesn't say whether a save goes live", () => {
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
});
