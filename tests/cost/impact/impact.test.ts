import { evaluationInput } from "../../../cost/cube/evaluationInput";
import { impactOf } from "../../../cost/impact/impact";
import type { TagChange } from "../../../cost/impact/sides";
import { impactJson, type ImpactJson } from "../../../cost/impact/impactJson";
import type { Cube } from "../../../cost/cube/cube";
import type { Rule, TagContent } from "../../../rules/types";
import { smallCube } from "./smallCube";
import { team, teamIs } from "../../support/rules";

const pod = { costCenter: "Kubernetes", type: "k8s_pod_label", key: "app" } as const;

function content(rules: Rule[], defaultValue: TagContent["defaultValue"] = "Other"): TagContent {
  return { rules, defaultValue };
}

function costOf(cube: Cube, change: Partial<TagChange>): ImpactJson[] {
  const full = { before: undefined, after: undefined, tagsBefore: [], tagsAfter: [], ...change };
  return impactOf(full, cube, evaluationInput(cube)).map(impactJson);
}

const cube = smallCube(
  [
    { keys: { "AWS:tag:team": "a" }, cost: "0.1", records: 2 },
    { keys: { "AWS:tag:team": "b" }, cost: "0.2", records: 3 },
    { keys: { "AWS:tag:team": "c" }, cost: "-7", gross: "9", records: 5 },
    { cost: "4", records: 1 },
  ],
  ["AWS:tag:team"],
);

test("money moves from value to value, with net costs and absolute costs", () => {
  const [usd] = costOf(cube, {
    before: content([teamIs("a"), teamIs("b")]),
    after: content([teamIs("a"), teamIs("a", "b"), teamIs("c")]),
  });
  expect(usd).toEqual({
    currency: "USD",
    total: "-2.7",
    gross: "13.3",
    moved: "9.2",
    movedNet: "7.2",
    moves: [
      { from: "Other", to: "c", cost: "-7", gross: "9", records: 5 },
      { from: "b", to: "a", cost: "0.2", gross: "0.2", records: 3 },
    ],
    values: [
      { value: "c", before: "0", after: "-7", recordsBefore: 0, recordsAfter: 5 },
      { value: "Other", before: "-3", after: "4", recordsBefore: 6, recordsAfter: 1 },
      { value: "a", before: "0.1", after: "0.3", recordsBefore: 2, recordsAfter: 5 },
      { value: "b", before: "0.2", after: "0", recordsBefore: 3, recordsAfter: 0 },
    ],
    byDefault: { before: "-3", after: "4", grossBefore: "13", grossAfter: "4", recordsBefore: 6, recordsAfter: 1 },
    notEvaluated: { before: "0", after: "0", grossBefore: "0", grossAfter: "0", recordsBefore: 0, recordsAfter: 0 },
    months: [{ month: "2026-10", moved: "9.2", total: "-2.7" }],
    rules: [
      { rule: 0, to: "a", before: "0.1", after: "0.1", recordsBefore: 2, recordsAfter: 2 },
      { rule: 1, to: "a", before: "0.2", after: "0.2", recordsBefore: 3, recordsAfter: 3 },
      { rule: 2, to: "c", before: "0", after: "-7", recordsBefore: 0, recordsAfter: 5 },
    ],
  });
});

test("a rule is the same at another place, and a removed one has its old index", () => {
  const [usd] = costOf(cube, {
    before: content([teamIs("b"), teamIs("c"), teamIs("a")]),
    after: content([teamIs("a"), teamIs("b")]),
  });
  expect(usd?.rules.map(({ rule: index, was, before, after }) => [index, was, before, after])).toEqual([
    [0, undefined, "0.1", "0.1"],
    [1, undefined, "0.2", "0.2"],
    [null, 1, "-7", "0"],
  ]);
});

test("a tag that is created moves all money from no value", () => {
  const [usd] = costOf(cube, { after: content([teamIs("a")]) });
  expect(usd).toMatchObject({ moved: "13.3", byDefault: { before: "-2.7", grossBefore: "13.3", after: "-2.8" } });
  expect(usd?.moves.map(({ from, to }) => [from, to])).toEqual([
    [null, "Other"],
    [null, "a"],
  ]);
});

test("a tag that is deleted moves all money to no value", () => {
  const [usd] = costOf(cube, { before: content([teamIs("a")]) });
  expect(usd?.moves.map(({ from, to, cost }) => [from, to, cost])).toEqual([
    ["Other", null, "-2.8"],
    ["a", null, "0.1"],
  ]);
  expect(usd?.rules).toEqual([
    { rule: null, was: 0, to: "a", before: "0.1", after: "0", recordsBefore: 2, recordsAfter: 0 },
  ]);
});

test("a key that is passed through gives its value, or none", () => {
  const [usd] = costOf(cube, { before: content([]), after: content([], team) });
  expect(usd?.values.map(({ value, after }) => [value, after])).toEqual([
    ["c", "-7"],
    [null, "4"],
    ["Other", "0"],
    ["b", "0.2"],
    ["a", "0.1"],
  ]);
});

test("currencies are never added", () => {
  const rows = [
    { keys: { "AWS:tag:team": "a" }, cost: "1", currency: "USD" },
    { keys: { "AWS:tag:team": "a" }, cost: "2", currency: "EUR" },
  ];
  const cost = costOf(smallCube(rows, ["AWS:tag:team"]), { before: content([]), after: content([teamIs("a")]) });
  expect(cost.map(({ currency, total, moved }) => [currency, total, moved])).toEqual([
    ["EUR", "2", "2"],
    ["USD", "1", "1"],
  ]);
});

test("money that hinges on a key that the cost data can't tell is not evaluated, and its rule says so", () => {
  const hinging: Rule = { to: "pods", filters: { ...pod, operator: "exists" } };
  const some = smallCube(
    [
      { keys: { "AWS:tag:team": "a" }, cost: "1" },
      { keys: { "AWS:tag:team": "b" }, cost: "2" },
    ],
    ["AWS:tag:team"],
    ["Kubernetes:k8s_pod_label:app"],
  );
  const [usd] = costOf(some, { before: content([teamIs("a")]), after: content([teamIs("a"), hinging]) });
  expect(usd).toMatchObject({ moved: "0", notEvaluated: { before: "0", after: "2" } });
  expect(usd?.values.map(({ value, before, after }) => [value, before, after])).toEqual([
    ["Other", "2", "0"],
    ["a", "1", "1"],
  ]);
  expect(usd?.rules.map(({ notEvaluated }) => notEvaluated?.after)).toEqual([undefined, "2"]);
});

test("a record of another cost center is known to have no value for such a key", () => {
  const some = smallCube(
    [{ provider: "Google Cloud", cost: "1" }, { cost: "2" }, { provider: null, cost: "4" }],
    [],
    ["AWS:usage:x"],
  );
  const uses: Rule = { to: "x", filters: { costCenter: "AWS", type: "usage", key: "x", operator: "exists" } };
  expect(costOf(some, { after: content([uses]) })[0]).toMatchObject({
    notEvaluated: { after: "2" },
    byDefault: { after: "5" },
  });
});

test("a key whose value passes through and is unknown is not evaluated, but its rule certainly takes the record", () => {
  const some = smallCube([{ cost: "1" }], [], ["AWS:usage:x"]);
  const passes: Rule = { to: { costCenter: "AWS", type: "usage", key: "x" }, filters: { AND: [] } };
  const [usd] = costOf(some, { after: content([passes]) });
  expect(usd?.notEvaluated.after).toBe("1");
  expect(usd?.rules[0]).toMatchObject({ after: "1" });
  expect(usd?.rules[0]).not.toHaveProperty("notEvaluated");
});

test("a value can be certain although the rule is not: the rule and the default may take it", () => {
  const some = smallCube([{ cost: "-1" }], [], ["AWS:usage:x"]);
  const toDefault: Rule = {
    to: "Other",
    filters: { costCenter: "AWS", type: "usage", key: "x", operator: "exists" },
  };
  const [usd] = costOf(some, { before: content([]), after: content([toDefault]) });
  expect(usd).toMatchObject({ moved: "0", notEvaluated: { after: "0" } });
  expect(usd?.values).toMatchObject([{ value: "Other", before: "-1", after: "-1" }]);
  expect(usd?.byDefault).toMatchObject({ before: "-1", after: "0", grossAfter: "0", grossAfterAtMost: "1" });
  expect(usd?.rules).toMatchObject([{ after: "0", notEvaluated: { after: "-1" } }]);
});

test("what may move is at least zero and at most all that the rules in question can decide differently", () => {
  const some = smallCube([{ cost: "2" }], [], ["AWS:usage:x"]);
  const condition = { costCenter: "AWS", type: "usage", key: "x", operator: "is" } as const;
  const hinging = (value: string): TagContent => content([{ to: "x", filters: { ...condition, value } }]);
  expect(costOf(some, { before: hinging("a"), after: hinging("b") })[0]).toMatchObject({
    moved: "0",
    movedAtMost: "2",
  });
  expect(costOf(some, { before: hinging("a"), after: hinging("a") })[0]).not.toHaveProperty("movedAtMost");
});

test("a tag follows another one, whose rules before and after are given", () => {
  const follower = content([
    { to: "x", filters: { costCenter: "Virtual Tags", type: "virtual_tag", key: "t", operator: "is", value: "a" } },
  ]);
  const [usd] = costOf(cube, {
    before: follower,
    after: follower,
    tagsBefore: [{ id: "t", ...content([teamIs("a")]) }],
    tagsAfter: [{ id: "t", ...content([teamIs("a"), teamIs("a", "b")]) }],
  });
  expect(usd?.moves).toEqual([{ from: "Other", to: "x", cost: "0.2", gross: "0.2", records: 3 }]);
  expect(costOf(cube, { before: follower, after: follower })[0]).toMatchObject({
    notEvaluated: { before: "-2.7", after: "-2.7" },
  });
});

test("where a tag that changes gives the same value, what isn't known of a tag that follows it moves nothing", () => {
  const carts = smallCube(
    [
      { keys: { "AWS:tag:team": "cart" }, cost: "1" },
      { keys: { "AWS:tag:team": "cart-eu" }, cost: "2" },
      { keys: { "AWS:tag:team": "data" }, cost: "100" },
    ],
    ["AWS:tag:team"],
    ["Kubernetes:k8s_pod_label:app"],
  );
  const cart = (operator: "is" | "contains"): TagContent =>
    content([{ to: "A", filters: { ...team, operator, value: ["cart"] } }]);
  const reference = (key: string): Rule["filters"] => ({
    ...{ costCenter: "Virtual Tags", type: "virtual_tag", key, operator: "is", value: ["A"] },
  });
  const follower = content([
    { to: "X", filters: reference("between") },
    {
      to: "Y",
      filters: {
        OR: [
          { ...pod, operator: "exists" },
          { costCenter: "GCP", type: "tag", key: "x", operator: "exists" },
        ],
      },
    },
  ]);
  const tags = (operator: "is" | "contains"): TagChange["tagsBefore"] => [
    { id: "t", ...cart(operator) },
    { id: "between", ...content([{ to: "A", filters: reference("t") }]) },
  ];
  const change = { before: follower, after: follower, tagsBefore: tags("is"), tagsAfter: tags("contains") };
  expect(costOf(carts, change)[0]).toMatchObject({ movedAtMost: "2" });
});

test("a circle among tags that only one side refers to prevents nothing", () => {
  const unknown: Rule = { to: "X", filters: { ...pod, operator: "exists" } };
  const reference = (key: string, to: string): Rule => ({
    to,
    filters: { costCenter: "Virtual Tags", type: "virtual_tag", key, operator: "is", value: ["QQ"] },
  });
  const unclear = smallCube([{ provider: "Kubernetes", cost: "1" }], [], ["Kubernetes:k8s_pod_label:app"]);
  const change = {
    before: content([unknown, reference("b", "Y")]),
    after: content([unknown]),
    tagsBefore: [{ id: "b", ...content([teamIs("a")]) }],
    tagsAfter: [
      { id: "b", ...content([reference("c", "Z")]) },
      { id: "c", ...content([reference("b", "Z")]) },
    ],
  };
  expect(() => costOf(unclear, change)).not.toThrow();
});

test("a timeframe holds for the periods inside it", () => {
  const rows = [{ cost: "1" }, { cost: "2", at: Date.UTC(2026, 10, 1) }];
  const inOctober: Rule = {
    ...teamIs("a", "x"),
    filters: { AND: [] },
    timeframe: { from: "2026-10-01", to: Date.UTC(2026, 10, 1) - 1 },
  };
  expect(costOf(smallCube(rows, []), { after: content([inOctober]) })[0]?.rules).toMatchObject([{ after: "1" }]);
});

test("what isn't known moves nothing if the rules stay and refer to no tag, even if a tag changes that nobody sees", () => {
  const unknown: Rule = { to: "x", filters: { ...pod, operator: "exists" } };
  const unclear = smallCube([{ provider: "Kubernetes", cost: "1" }], [], ["Kubernetes:k8s_pod_label:app"]);
  const [before, after] = [content([unknown]), content([unknown])];
  const [usd] = costOf(unclear, { before, after, hasUnseenChange: true });
  expect(usd).toMatchObject({ notEvaluated: { grossAfter: "1" } });
  expect(usd).not.toHaveProperty("movedAtMost");
});
