/** Cases that a real plan seldom has. */
import { parsePlan } from "../../../../cli/sources/plan/plan";
import { reviewPlan } from "../../../../cli/studies/review/reviewPlan";
import type { Review } from "../../../../cli/studies/review/review";
import { planText } from "../../sources/planText";
import { teamRule } from "../../../support/rules";

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
  const review = reviewOf(step("replace", "team", tag("team"), tag("team")), same("a", referringTo("team")));
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
