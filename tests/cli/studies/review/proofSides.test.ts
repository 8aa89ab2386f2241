/** What a proof may rely on: what is live before and after, and nothing that a plan does not say. */
import type { PlannedContent, Plan, PlannedTag } from "../../../../cli/sources/plan/plan";
import { plainText } from "../../../../cli/document/document";
import { changePhrase } from "../../../../cli/words/review/changes";
import type { TagReview } from "../../../../cli/studies/review/review";
import type { LiveComparison } from "../../../../cli/sources/account/liveTags";
import { reviewPlan } from "../../../../cli/studies/review/reviewPlan";
import type { Rule } from "../../../../rules/types";
import { condition, reference, rule, teamIs } from "../../../support/rules";

const gives = (id: string, value: string, to: Rule["to"] = "x"): Rule => rule(to, reference(id, "is", value));
const content = (id: string, rules: Rule[], more: Partial<PlannedContent> = {}): PlannedContent => ({
  id,
  name: id,
  rules,
  defaultValue: "None",
  setAsLive: true,
  ...more,
});
const staged = { setAsLive: false };

function tag(
  op: PlannedTag["op"],
  before?: PlannedContent,
  after?: PlannedContent,
  more: Partial<PlannedTag> = {},
): PlannedTag {
  const { id = "", name = "" } = after ?? before ?? {};
  return {
    urn: `urn:pulumi:dev::e2e::t::${id}`,
    resourceName: id,
    name,
    type: "VirtualTag",
    op,
    ...(op === "create" ? {} : { id }),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    ...more,
  };
}

const same = (one: PlannedContent, more: object = {}): PlannedTag => tag("same", one, one, more);

/** The review of a tag in a plan. */
function reviewOf(id: string, tags: PlannedTag[], live: Record<string, Rule[]> = {}): TagReview {
  const plan: Plan = { tags, metadata: [], endpoints: [], isComplete: true };
  const found = new Map(
    Object.entries(live).map(([one, rules]): [string, LiveComparison] => [
      `urn:pulumi:dev::e2e::t::${one}`,
      { result: "compared", live: { id: one, name: one, rules, defaultValue: "None" } },
    ]),
  );
  const review = reviewPlan(plan, found).tags.find(({ name }) => name === id);
  if (review === undefined) throw new Error(`no review of ${id}`);
  return review;
}

const kindOf = ({ effect }: TagReview): string | undefined => effect?.kind;
const findingsOf = ({ findings = [] }: TagReview): string[] => findings.map(({ kind }) => kind);
const textOf = (review: TagReview): string => plainText(changePhrase(review));

const [a, b] = [teamIs("A", "a"), teamIs("B", "b")];

describe("a tag that gets a rule with the value of a staged one", () => {
  const plan = [same(content("S", [a], staged)), tag("update", content("T", []), content("T", [gives("S", "A")]))];

  test("nothing is decided, because the plan does not say what is live", () => {
    const review = reviewOf("T", plan);
    expect([kindOf(review), findingsOf(review)]).toEqual(["not-decided", []]);
    expect(textOf(review)).not.toMatch(/Same result|Harmless/);
  });

  test("the account says what is live", () => {
    expect(reviewOf("T", plan, { S: [a] }).effect).toMatchObject({
      kind: "different",
      record: { "AWS:tag:team": "a" },
    });
    const other = reviewOf("T", plan, { S: [b] });
    expect([kindOf(other), findingsOf(other)]).toEqual(["same", ["never-matches", "value-never-produced"]]);
  });

  test("what is true whatever the other tag gives is decided", () => {
    const rules = (...some: Rule[]): PlannedContent => content("T", [gives("S", "A"), ...some]);
    expect(kindOf(reviewOf("T", [same(content("S", [a], staged)), tag("update", rules(a, b), rules(b, a))]))).toBe(
      "same",
    );
    const twice = [same(content("S", [a], staged)), tag("update", rules(), rules(gives("S", "A")))];
    expect(findingsOf(reviewOf("T", twice))).toContain("never-wins");
    // If the other tag gives "A" to every record, the rule after it decides nothing.
    expect(kindOf(reviewOf("T", [same(content("S", [a], staged)), tag("update", rules(), rules(b))]))).toBe(
      "not-decided",
    );
    const first = tag("update", content("T", [gives("S", "A")]), content("T", [b, gives("S", "B", "x")]));
    expect(reviewOf("T", [same(content("S", [a], staged)), first]).effect).toMatchObject({ kind: "not-decided" });
  });
});

test("a tag that is being staged gives what was live", () => {
  const stage = tag("update", content("S", [a]), content("S", [b], staged));
  const gains = (value: string): TagReview =>
    reviewOf("T", [stage, tag("update", content("T", []), content("T", [gives("S", value)]))]);
  expect([kindOf(gains("A")), kindOf(gains("B"))]).toEqual(["different", "same"]);
  expect(findingsOf(gains("B"))).toContain("never-matches");
});

test("a staged content is compared with what is live, and says that it is not live yet", () => {
  const plan = [tag("update", content("T", [a], staged), content("T", [a, b], staged))];
  expect(kindOf(reviewOf("T", plan))).toBe("not-decided");
  expect(textOf(reviewOf("T", plan))).toContain("not decided");
  const equal = reviewOf("T", plan, { T: [b, a] });
  expect(kindOf(equal)).toBe("same");
  expect(textOf(equal)).toContain("If it went live now");
  expect(reviewOf("T", plan, { T: [a] }).effect).toMatchObject({ kind: "different", before: "None", after: "B" });
});

test("a promotion that was not compared has no differences and no proof", () => {
  const plan = [tag("update", content("T", [a, b], staged), content("T", [b, a]))];
  const review = reviewOf("T", plan);
  expect({ change: review.change, effect: review.effect, diff: review.diff }).toEqual({
    change: "promoted",
    effect: { kind: "not-decided", because: "content" },
    diff: undefined,
  });
  expect(textOf(review)).not.toMatch(/Same result|Harmless/);
  expect(kindOf(reviewOf("T", plan, { T: [a, b] }))).toBe("same");
});

test("an adoption that was not compared has no proof", () => {
  const plan = [tag("create", undefined, content("T", [a], { adopt: "T" }))];
  expect(kindOf(reviewOf("T", plan))).toBe("not-decided");
  expect(kindOf(reviewOf("T", plan, { T: [a, teamIs("A", "a")] }))).toBe("same");
});

describe("a tag that changes and follows another one", () => {
  const [one, two] = [gives("S", "A", "x"), gives("S", "B", "y")];
  const moved = tag("update", content("T", [one, two]), content("T", [two, one]));

  test("its values change with those of the other tag", () => {
    const other = tag("update", content("S", [a]), content("S", [teamIs("A", "a2")]));
    const review = reviewOf("T", [other, moved]);
    expect(review.facts.follows).toMatchObject([{ name: "S" }]);
    expect(kindOf(review)).toBe("different");
    expect(textOf(review)).not.toContain("Harmless");
  });

  test("if the other tag's values stay, so do its own", () => {
    const [c, d] = [teamIs("C", "c"), teamIs("A", "a2")];
    const other = tag("update", content("S", [a, c, d]), content("S", [d, c, a]));
    expect(kindOf(reviewOf("T", [other, moved]))).toBe("same");
  });

  test("through a third one", () => {
    const middle = same(content("M", [gives("S", "A", "m")]));
    const [before, after] = [content("T", [gives("M", "m"), b]), content("T", [gives("M", "m"), { ...b, to: "B" }, b])];
    const review = (to: string): TagReview =>
      reviewOf("T", [
        tag("update", content("S", [a]), content("S", [rule(to, condition("is", "a"))])),
        middle,
        tag("update", before, after),
      ]);
    expect([kindOf(review("A")), kindOf(review("Other"))]).toEqual(["same", "different"]);
  });
});

test("what tags give that refer to each other in a circle is not known", () => {
  const circle = [same(content("A", [gives("B", "x")])), same(content("B", [gives("A", "x")]))];
  const review = (to: string): TagReview =>
    reviewOf("T", [...circle, tag("update", content("T", [gives("A", "A"), b]), content("T", [gives("A", to), b]))]);
  expect(review("B").effect).toMatchObject({ kind: "not-decided" });
});

describe("a tag outside of the plan", () => {
  // The rules of T trade places, which matters to no record as long as the tag outside gives it the same as before.
  const moved = tag(
    "update",
    content("T", [gives("out", "A"), gives("out", "B")]),
    content("T", [gives("out", "B"), gives("out", "A")]),
  );

  test("has the same value as before if nothing else changes", () => {
    expect(kindOf(reviewOf("T", [moved]))).toBe("same");
  });

  test("may refer to one that changes", () => {
    expect(kindOf(reviewOf("T", [moved, tag("update", content("S", [a]), content("S", [b]))]))).toBe("not-decided");
  });
});

test.each<[string, PlannedTag]>([
  ["a tag of V1, which ignores the case of keys", same(content("S", [a]), { type: "VirtualTagV1" })],
  ["a tag that can't be read", tag("same", undefined, undefined, { id: "S", name: "S", unreadable: "secret" })],
  ["a tag that is deleted", tag("delete", content("S", [a]))],
])("%s has any value", (_what, other) => {
  const review = reviewOf("T", [other, tag("update", content("T", []), content("T", [gives("S", "A")]))]);
  expect([kindOf(review), findingsOf(review)]).toEqual(["not-decided", []]);
});

test("V1 that ignored the case of keys gave what no proof knows", () => {
  const [before, after] = [content("T", [a, b]), content("T", [b, a])];
  const leaves = (isCaseSensitive: boolean): TagReview =>
    reviewOf("T", [tag("update", { ...before, isCaseSensitive }, after, { typeBefore: "VirtualTagV1" })]);
  expect([kindOf(leaves(false)), kindOf(leaves(true))]).toEqual(["not-decided", "same"]);
});

test("what a program only reads is older than what it manages", () => {
  const managed = tag("update", content("S", [a]), content("S", [b]));
  const read = { ...tag("read", content("S", [a]), content("S", [a])), urn: "urn:pulumi:dev::e2e::t::read" };
  const changed = tag("update", content("T", []), content("T", [gives("S", "A")]));
  expect(kindOf(reviewOf("T", [managed, read, changed]))).toBe("same");
});

test("what refers to the new tag of a replacement refers to no deleted one", () => {
  const urn = "urn:pulumi:dev::e2e::t::S";
  const { rules, ...others } = content("S", [a]);
  const created = { name: others.name, rules, defaultValue: others.defaultValue, setAsLive: true };
  const replaced = { ...tag("create", content("S", [a]), created, { urn }), op: "replace" as const };
  const reference = (key: string): PlannedContent => content("T", [gives(key, "A")]);
  const review = reviewOf("T", [replaced, tag("update", reference("S"), reference(urn))]);
  expect(review.facts.follows?.map(({ isGone }) => isGone)).toEqual([false]);
  expect(review.effect).toEqual({ kind: "same" });
});
