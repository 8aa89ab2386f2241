/** Advice for a change that moves money in closed months: the rules, and a proof that they leave those months as they are. */
import fc from "fast-check";
import { adviseClosed, type ClosedAdvice } from "../../../../cli/studies/money/closedAdvice";
import { datedRules } from "../../../../cli/studies/money/datedContent";
import type { Cube } from "../../../../cost/cube/cube";
import { evaluationInput } from "../../../../cost/cube/evaluationInput";
import { gateResults } from "../../../../cost/impact/gates";
import { impactOf } from "../../../../cost/impact/impact";
import type { TagChange } from "../../../../cost/impact/sides";
import { evaluate, type Rule, type TagContent } from "../../../../rules";
import { content, key } from "../../../cost/impact/gated";
import { smallCube, type SmallRow } from "../../../cost/impact/smallCube";
import { questions } from "../../../rules/evaluation/random";
import { runsOf } from "../../../support/size";
import { teamIs } from "../../../support/rules";

const october = 1_790_812_800_000;
const september = Date.UTC(2026, 8, 1);
const through = "2026-09";

const rows: SmallRow[] = [
  { keys: { [key]: "a" }, at: september, cost: "100" },
  { keys: { [key]: "b" }, at: september, cost: "12.3" },
  { keys: { [key]: "a" }, at: october, cost: "40" },
  { keys: { [key]: "b" }, at: october, cost: "5" },
];

function advise(
  before: TagContent | undefined,
  after: TagContent | undefined,
  of: readonly SmallRow[] = rows,
): ClosedAdvice | undefined {
  const cube = smallCube(of, [key]);
  const change = { before, after, tagsBefore: [], tagsAfter: [] };
  const cost = impactOf(change, cube, evaluationInput(cube));
  return adviseClosed([{ name: "Team", through, change, cost }], cube, evaluationInput(cube))[0];
}

const rulesOf = (advice: ClosedAdvice | undefined): unknown => advice?.rules?.map(({ kind, rule: of }) => [kind, of]);
const from = { from: october };
const upTo = { from: 0, to: october - 1 };
const money = (amount: bigint): object => ({ least: amount * 10n ** 12n, most: amount * 10n ** 12n });

test("an added rule begins at the first open moment", () => {
  const advice = advise(content("a"), content("a", "b"));
  expect(rulesOf(advice)).toEqual([
    ["same", teamIs("a")],
    ["new", { ...teamIs("b"), timeframe: from }],
  ]);
  expect(advice).toMatchObject({
    from: october,
    currencies: [{ currency: "USD", closed: money(0n), open: money(5n), openBefore: money(5n) }],
  });
});

test("a changed rule stays up to the last closed moment, before the new one; a removed one stays, too", () => {
  const changed: Rule = { ...teamIs("a"), to: "A" };
  expect(rulesOf(advise(content("a", "b"), { ...content("a"), rules: [changed] }))).toEqual([
    ["kept", { ...teamIs("a"), timeframe: upTo }],
    ["kept", { ...teamIs("b"), timeframe: upTo }],
    ["new", { ...changed, timeframe: from }],
  ]);
});

test("a rule that has a timeframe keeps what it has of it, and is left out if nothing is left", () => {
  const first = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 11, 31) };
  const over = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 1, 1) };
  const before = { ...content(), rules: [{ ...teamIs("a"), timeframe: first }] };
  const after = { ...content(), rules: [{ ...teamIs("b"), timeframe: over }] };
  const advice = advise(before, after);
  expect(rulesOf(advice)).toEqual([["kept", { ...teamIs("a"), timeframe: { from: first.from, to: october - 1 } }]]);
  expect(advice?.leftOut).toEqual([{ kind: "new", rule: { ...teamIs("b"), timeframe: over } }]);
});

test.each([
  ["the last one first", ["a", "b", "c"], ["c", "a", "b"], ["new c", "same a", "same b", "kept c"]],
  ["two first", ["a", "b", "c", "d"], ["d", "c", "a", "b"], ["new d", "new c", "same a", "same b", "kept c", "kept d"]],
  ["the first one last", ["a", "b", "c"], ["b", "c", "a"], ["kept a", "same b", "same c", "new a"]],
])("a moved rule is at both places: %s", (_, before, after, expected) => {
  const { rules, leftOut } = datedRules(content(...before), content(...after), october) ?? {};
  expect(rules?.map(({ kind, rule: { to } }) => `${kind} ${to as string}`)).toEqual(expected);
  expect(leftOut).toEqual([]);
});

test("no rules are advised if it is not certain that they keep what is charged before", () => {
  const reference: Rule = {
    to: "x",
    filters: { costCenter: "Virtual Tags", type: "virtual_tag", key: "id-Unseen", operator: "is", value: "b" },
  };
  const [before, after] = [
    { ...content("a"), rules: [reference] },
    { ...content("a"), rules: [reference, teamIs("b")] },
  ];
  const cube = smallCube(rows, [key]);
  const input = evaluationInput(cube);
  const adviceFor = (hasUnseenChange: boolean): ClosedAdvice | undefined => {
    const unseen = { before, after, tagsBefore: [], tagsAfter: [], hasUnseenChange };
    return adviseClosed(
      [{ name: "Team", through, change: unseen, cost: impactOf(unseen, cube, input) }],
      cube,
      input,
    )[0];
  };
  expect(adviceFor(true)).toMatchObject({ without: "unproven" });
  expect(adviceFor(true)).not.toHaveProperty("rules");
  expect(adviceFor(false)?.rules).toHaveLength(2);
});

test("the default has no timeframe, nor has a whole tag", () => {
  expect(advise(content("a"), { ...content("a"), defaultValue: "Rest" })).toMatchObject({ without: "default" });
  expect(advise(content("a"), undefined)).toMatchObject({ without: "deleted" });
});

test("what the advice can't keep is said: charges of an open month in a closed bill, and of a closed month in an open bill", () => {
  const corrections: SmallRow[] = [
    { keys: { [key]: "b" }, at: october, bill: "2026-09", cost: "2" },
    { keys: { [key]: "b" }, at: september, bill: "2026-10", cost: "3" },
  ];
  const advice = advise(content("a"), content("a", "b"), [...rows, ...corrections]);
  expect(advice?.currencies).toEqual([{ currency: "USD", closed: money(2n), open: money(5n), openBefore: money(8n) }]);
});

test("a tag that follows has no rules of its own to change, and nothing moves if the other tag does as advised", () => {
  const reference: Rule = {
    to: "x",
    filters: { costCenter: "Virtual Tags", type: "virtual_tag", key: "id-Team", operator: "is", value: "b" },
  };
  const follower = { rules: [reference], defaultValue: "y" };
  const [before, after] = [content("a"), content("a", "b")];
  const both = { tagsBefore: [{ id: "id-Team", ...before }], tagsAfter: [{ id: "id-Team", ...after }] };
  const changes: [string, TagChange][] = [
    ["id-Team", { before, after, ...both }],
    ["id-Product", { before: follower, after: follower, ...both }],
  ];
  const cube = smallCube(rows, [key]);
  const input = evaluationInput(cube);
  const tags = changes.map(([id, change]) => ({ name: id, id, through, change, cost: impactOf(change, cube, input) }));
  expect(adviseClosed(tags, cube, input)[1]).toMatchObject({
    without: "follows",
    currencies: [{ closed: money(0n), open: money(5n), openBefore: money(5n) }],
  });
});

const day = 86_400_000;
const start = Date.UTC(2026, 0, 1);

/** So that timeframes begin and end in both months. */
function earlier({ rules, ...others }: TagContent): TagContent {
  const moved = rules.map(({ timeframe, ...of }): Rule => {
    if (timeframe === undefined) return of;
    const [first, last] = [timeframe.from, timeframe.to].map((moment) => Number(moment) - 3 * day) as [number, number];
    return { ...of, timeframe: { from: first, ...(timeframe.to === undefined ? {} : { to: last }) } };
  });
  return { ...others, rules: moved };
}

const change = fc
  .record({ one: questions, other: questions, kept: fc.array(fc.nat(9), { minLength: 8, maxLength: 8 }) })
  .map(({ one, other, kept }): TagChange & { before: TagContent; after: TagContent } => {
    const before = earlier(one.content);
    const rules = [...before.rules, ...earlier(other.content).rules]
      .map((of, index) => ({ of, rank: kept[index % 8] ?? 0 }))
      .filter(({ rank }) => rank > 2)
      .sort((a, b) => (a.rank > 7 || b.rank > 7 ? a.rank - b.rank : 0));
    const tags = one.options.tags ?? [];
    return { before, after: { ...before, rules: rules.map(({ of }) => of) }, tagsBefore: tags, tagsAfter: tags };
  });

const held = "AWS:tag:team";
const row = fc
  .record({
    at: fc.integer({ min: -4, max: 4 }).map((days) => start + days * day),
    team: fc.constantFrom(null, "a", "b", "ab"),
    cost: fc.integer({ min: 1, max: 9 }),
  })
  .map(({ at, team, cost }): SmallRow => ({ at, keys: { [held]: team }, cost: String(cost) }));

test("random changes: each record keeps its value before the moment and gets the new one afterwards, so the gate passes", () => {
  let advised = 0;
  fc.assert(
    fc.property(change, fc.array(row, { minLength: 1, maxLength: 5 }), (of, some) => {
      const cube: Cube = smallCube(some, [held], ["AWS:tag:owner", "AWS:resource:owner"]);
      const input = evaluationInput(cube);
      const closing = { name: "Team", through: "2025-12", change: of, cost: impactOf(of, cube, input) };
      const [advice] = adviseClosed([closing], cube, input);
      expect(advice?.without).not.toBe("unproven");
      if (advice?.rules === undefined) return;
      advised += 1;
      const after = { ...of.after, rules: advice.rules.map((dated) => dated.rule) };
      const options = { tags: of.tagsAfter };
      for (const { at = 0, keys = {} } of some) {
        const side = at < start ? of.before : of.after;
        const [expected, actual] = [side, after].map((one) => evaluate(one, keys, { ...options, at }));
        expect(actual?.decided).toBe(expected?.decided);
        if (expected?.decided === true) expect(actual).toMatchObject({ value: expected.value });
      }
      expect(advice.currencies).toEqual(
        advice.currencies.map(({ currency, openBefore }) => ({
          currency,
          closed: { least: 0n, most: 0n },
          open: openBefore,
          openBefore,
        })),
      );
      const cost = impactOf({ ...of, after }, cube, input);
      const results = gateResults({ name: "Team", cost }, { "closed-through": "2025-12" }, 0);
      expect(results.every(({ passed, reason }) => passed || reason === "monthNotInData")).toBe(true);
    }),
    { numRuns: runsOf("ADVICE_RUNS", 100, 2_000) },
  );
  expect(advised).toBeGreaterThan(25);
});
