/** What a review says first: the worst three consequences, and nothing that does not change. */
import { reviewedOf } from "../../studies/review/reviewed";
import type { ReviewCost } from "../../../../cli/studies/money/reviewCost";
import type { Consequence } from "../../../../cli/studies/review/consequences";
import type { NewFinding, Review, TagReview } from "../../../../cli/studies/review/review";
import { planOfLists } from "../../../../cli/studies/review/listPlan";
import { reviewPlan } from "../../../../cli/studies/review/reviewPlan";
import { consequenceBlocks, consequencePhrase } from "../../../../cli/words/review/consequences";
import { type Block, plainText } from "../../../../cli/document/document";
import type { CurrencyImpact } from "../../../../cost/impact/impact";
import type { Bounds } from "../../../../cost/impact/money";

const noChange: Review = reviewPlan(planOfLists([], []));

const dollar = 10n ** 12n;
const between = (least: number, most = least): Bounds => ({
  least: BigInt(least) * dollar,
  most: BigInt(most) * dollar,
});
const gross = (amount: number): CurrencyImpact["total"] => ({ cost: 0n, gross: BigInt(amount) * dollar, records: 1 });
const tag = { id: "t", name: "Cost type" };
const lost = [{ tag: "Environment", id: "e", value: "Production", others: 0 }];
const stopped = (before: NewFinding["before"], ...rules: number[]): Consequence => ({
  tag,
  kind: "stopped",
  finding: "never-matches",
  rules,
  before,
  lost,
});

test.each<[what: string, consequence: Consequence, text: string]>([
  [
    "several rules",
    stopped("fine", 0, 2),
    '"Cost type": rules 1 and 3 no longer match any record: "Environment" no longer gives "Production".',
  ],
  [
    "a value that is gone",
    { tag, kind: "lost", rules: [0], before: "fine", lost },
    '"Cost type": value "Production" of "Environment" no longer exists; rule 1 compares with it.',
  ],
])("%s", (_what, consequence, text) => {
  expect(plainText(consequencePhrase(consequence, noChange))).toBe(text);
});

/** A tag whose default grows and whose money moves, as shares of 100. */
function moving(
  key: string,
  currency: string,
  total: number,
  moved: Bounds,
  increase = between(0),
): [TagReview, CurrencyImpact] {
  const impact = {
    currency,
    exists: { before: true, after: true },
    total: { ...gross(total), cost: gross(total).gross },
    moves: [{ from: "a", to: "b", money: { ...gross(0), cost: moved.least } }],
    bounds: { moved, byDefault: { before: between(0), after: increase }, byDefaultIncrease: increase },
  };
  return [{ key, name: key, change: "updated", facts: {} }, impact as unknown as CurrencyImpact];
}

const begins = (review: Review, cost: ReviewCost): Block[] =>
  consequenceBlocks(review, cost, reviewedOf(review, cost).checked);

const said = (all: [TagReview, CurrencyImpact | "cycle"][]): string[] => {
  const review = { ...noChange, tags: all.map(([one]) => one) };
  const tags = new Map(all.map(([one, impact]) => [one.key, impact === "cycle" ? impact : [impact]]));
  return begins(review, { tags, gates: [], gateKeys: new Map() } as unknown as ReviewCost).flatMap((block) => {
    if (block.kind === "list") return block.items.map(plainText);
    return block.kind === "paragraph" ? [plainText(block.text)] : [];
  });
};

test("the largest shares come first, whatever the currency, and money for the default before money that moves", () => {
  const lines = said([
    moving("A", "USD", 1000, between(900)),
    moving("B", "JPY", 100, between(95)),
    moving("C", "USD", 1000, between(10), between(10)),
    moving("D", "USD", 1000, between(5)),
  ]);
  expect(lines.slice(0, 3).map((line) => line.split(":")[0])).toEqual(['"C"', '"B"', '"A"']);
  // A tag with two consequences is one tag.
  expect(lines.slice(3)).toEqual(["Also affected: 1 more tag."]);
});

test("however much breaks, the money that moves most is named, and what else must change", () => {
  const follows = [{ id: "gone", name: "Gone", isGone: true }];
  const broken = ["A", "B", "C", "D"].map((name): [TagReview, CurrencyImpact] => {
    const [one, impact] = moving(name, "USD", 100, between(0));
    return [{ ...one, change: "follows", facts: { follows, ...(name === "D" ? { isOutside: true } : {}) } }, impact];
  });
  const lines = said([...broken, moving("E", "USD", 100, between(5)), moving("F", "USD", 100, between(9))]);
  expect(lines.slice(3)).toEqual([
    '"F": $9.00 moves, 9% of the cost. (money-moves)',
    "Also affected: 1 more tag.",
    'To change as well: "A", "B", "C", "D" (outside this stack).',
    "4 problems, 2 checks skipped (without the account).",
  ]);
});

test("what the run changes itself is not among what else must change", () => {
  const [one, impact] = moving("A", "USD", 100, between(0));
  const follows = [{ id: "gone", name: "Gone", isGone: true }];
  expect(said([[{ ...one, facts: { follows } }, impact]])[0]).toContain('"A" refers to "Gone", which is deleted.');
  expect(said([[{ ...one, facts: { follows } }, impact]]).join()).not.toContain("as well");
});

test.each([
  { dollars: 10, text: '"A": ¥900 moves, 90% of the cost, and $10.00 (1% of the cost in USD). (money-moves)' },
  { dollars: 9, text: '"A": ¥900 moves, 90% of the cost. (money-moves)' },
])(
  "a tag that moves money in several currencies is said once, with the largest share first and what is not negligible: $dollars of 1000 dollars",
  ({ dollars, text }) => {
    const [one, inDollars] = moving("A", "USD", 1000, between(dollars));
    const [, inYen] = moving("A", "JPY", 1000, between(900));
    const review = { ...noChange, tags: [one] };
    const cost = {
      tags: new Map([["A", [inDollars, inYen]]]),
      gates: [],
      gateKeys: new Map(),
    } as unknown as ReviewCost;
    const [block, ...others] = begins(review, cost);
    expect(others).toEqual([]);
    expect(block?.kind === "list" && block.items.map(plainText)).toEqual([text]);
  },
);

test("nothing is said of what does not change", () => {
  expect(said([moving("A", "USD", 100, between(0))])).toEqual(["No money moves."]);
  expect(said([moving("A", "USD", 100, between(5)), moving("B", "USD", 100, between(0))])).toHaveLength(1);
});

test("what is not known is not called still", () => {
  const [still, impact] = moving("A", "USD", 100, between(0));
  const circle = { ...still, key: "B", name: "B" };
  expect(
    said([
      [still, impact],
      [circle, "cycle"],
    ]),
  ).toEqual(["No money moves, as far as it is known. Money not known for 1 tag."]);
  expect(said([[circle, "cycle"]])).toEqual(["No money moves, as far as it is known. Money not known for 1 tag."]);
});

test("an ID appears only where a name is not unique", () => {
  const broken: Consequence = { tag, kind: "broken", to: "Environment", toId: "e" };
  const review = (...names: string[]): Review => ({ ...noChange, sharedNames: new Set(names) });
  expect(plainText(consequencePhrase(broken, review("Cost type")))).toContain('"Cost type" (t) refers');
  expect(plainText(consequencePhrase(broken, review()))).toContain('"Cost type" refers');
});
