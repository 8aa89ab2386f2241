/** What a review proves about the tags that change. */
import { reviewedOf } from "./reviewed";
import type { Finding } from "../../../../rules/analysis";
import { planOfLists } from "../../../../cli/studies/review/listPlan";
import { reviewJson } from "../../../../cli/words/review/reviewJson";
import { plainText } from "../../../../cli/document/document";
import { proofPhrases } from "../../../../cli/words/review/changes";
import { reviewPlan } from "../../../../cli/studies/review/reviewPlan";
import type { TagReview } from "../../../../cli/studies/review/review";
import type { InputTag } from "../../../../cli/sources/inputTag";
import type { Rule } from "../../../../rules/types";
import { reference, rule, teamRule } from "../../../support/rules";

const tag = (name: string, rules: Rule[], id = name): InputTag => ({ id, name, rules, defaultValue: "None" });

const reviewOf = (before: InputTag[], after: InputTag[]): TagReview[] => reviewPlan(planOfLists(before, after)).tags;
const only = (before: InputTag[], after: InputTag[]): TagReview => {
  const [first, ...others] = reviewOf(before, after);
  if (first === undefined || others.length > 0) throw new Error("not one tag");
  return first;
};
const kinds = (findings: readonly Finding[] | undefined): string[] | undefined =>
  findings?.map(({ kind, rule: index }) => `${kind} ${index ?? ""}`.trim());

const [a, b, covered] = [teamRule("A", "a", "a2"), teamRule("B", "b"), teamRule("Other", "a")];

test("a rule that moves without effect is harmless", () => {
  const review = only([tag("T", [a, b])], [tag("T", [b, a])]);
  expect(review.effect).toEqual({ kind: "same" });
  expect(plainText(proofPhrases(review)[0] ?? [])).toMatch(/^Harmless/);
});

test("a rule that moves with an effect has a record that proves it", () => {
  const review = only([tag("T", [a, covered])], [tag("T", [covered, a])]);
  expect(review.effect).toEqual({ kind: "different", record: { "AWS:tag:team": "a" }, before: "A", after: "Other" });
});

test("if only records of some time change, the sentence says a moment", () => {
  const from2020: Rule = { ...a, timeframe: { from: "2020-01-01" } };
  const review = only([tag("T", [from2020, teamRule("B", "a")])], [tag("T", [from2020, teamRule("C", "a")])]);
  expect(review.effect).toMatchObject({ kind: "different", at: "2019-12-31T00:00:00Z", before: "B", after: "C" });
  expect(plainText(proofPhrases(review)[0] ?? [])).toContain('a record of 2019-12-31 with "AWS:tag:team" = "a" ');
});

test("only findings that the change brings are named; JSON has all", () => {
  const before = [tag("T", [a, covered])];
  const after = [tag("T", [b, a, covered, teamRule("Again", "b")])];
  const review = only(before, after);
  expect(kinds(review.findings)).toEqual(["never-wins 2", "never-wins 3"]);
  expect(kinds(review.newFindings)).toEqual(["never-wins 3"]);
  const { tags } = reviewJson(reviewedOf(reviewPlan(planOfLists(before, after)))) as { tags: { findings: object[] }[] };
  expect(tags[0]?.findings).toEqual([
    { kind: "never-wins", rule: 2, by: [1] },
    { kind: "never-wins", rule: 3, by: [0] },
  ]);
});

test("a new tag has all findings, and nothing to compare with", () => {
  const review = only([], [tag("T", [a, covered])]);
  expect(review.effect).toBeUndefined();
  expect(kinds(review.newFindings)).toEqual(["never-wins 1"]);
});

test("a tag that is deleted has no proofs, and one that only follows has findings", () => {
  const follower = tag("F", [rule("x", reference("T", "is", "A"))]);
  const reviews = reviewOf([tag("T", [a]), follower, tag("D", [a])], [tag("T", [b]), follower]);
  const [deleted, follows] = ["deleted", "follows"].map((change) => reviews.find((one) => one.change === change));
  expect(deleted).not.toHaveProperty("findings");
  expect(deleted).not.toHaveProperty("effect");
  expect(follows).not.toHaveProperty("effect");
  expect(kinds(follows?.findings)).toEqual(["never-matches 0", "value-never-produced 0"]);
  expect(reviews).toHaveLength(3);
});

test("many new findings are counted", () => {
  const review = only([], [tag("T", [a, ...Array.from({ length: 9 }, () => covered)])]);
  expect(review.newFindings).toHaveLength(9);
  expect(proofPhrases(review)).toHaveLength(6);
});

test("what another tag gives counts for the findings, and its own findings are not repeated", () => {
  const never = rule("x", reference("T", "is", "Never"));
  const other = tag("T", [a, covered]);
  const review = only([other], [other, tag("F", [never])]);
  expect(kinds(review.findings)).toEqual(["never-matches 0", "value-never-produced 0"]);
});

test("a value that a change takes from another tag is named with that tag, if the condition has others that are still met", () => {
  const user = tag("F", [rule("x", reference("T", "oneOf", ["A", "B"]))]);
  const both = tag("T", [a, b]);
  const renamed = tag("T", [a, rule("C", b.filters)]);
  const reviewed = reviewPlan(planOfLists([both, user], [renamed, user]));
  const json = reviewJson(reviewedOf(reviewed)) as { tags: { change: string; findings: object[] }[] };
  expect(json.tags.find(({ change }) => change === "follows")?.findings).toEqual([
    { kind: "value-gone", rule: 0, path: "rules[0].filters.value[1]", value: "B", tag: "T" },
  ]);
  const review = reviewed.tags.find(({ change }) => change === "follows");
  expect(review?.newFindings).toMatchObject([{ kind: "value-gone", before: "fine" }]);
});
