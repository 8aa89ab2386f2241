/** Amounts of months side by side: what changed since the month before, and what the bars say. */
import { partsOf, plainText } from "../../../../cli/document/document";
import {
  largestChanges,
  type Months,
  monthlyBars,
  monthlyCells,
  monthlyColumns,
} from "../../../../cli/words/money/monthly";

const unit = 10n ** 12n;

const months: Months = {
  months: [
    { month: "2026-09", isOver: true },
    { month: "2026-10", isOver: true },
    { month: "2026-11", isOver: false },
  ],
  shown: 1,
  before: 0,
};

test.each<[bigint, bigint, string, string | undefined]>([
  [100n, 150n, "+$50.00", "+50.0%"],
  [300n, 200n, "-$100.00", "-33.3%"],
  [100_000n, 100_001n, "+$1.00", "+<0.1%"],
  [0n, 5n, "+$5.00", "new"],
  [5n, 0n, "-$5.00", "-100.0%"],
  [5n, 5n, "$0.00", undefined],
  // A share of a credit says nothing.
  [-5n, 5n, "+$10.00", undefined],
])("from %s to %s", (was, is, change, note) => {
  const [cell] = monthlyCells([was * unit, is * unit, 0n], "USD", months);
  const { text, ...more } = partsOf(cell ?? []);
  expect([plainText(text), (more as { note?: string }).note]).toEqual([change, note]);
});

test("a month that was not over is marked, and nothing is compared with it", () => {
  expect(monthlyColumns(months)).toEqual([
    { number: "Oct 2026 against Sep 2026" },
    { number: "Sep 2026" },
    { number: "Oct 2026" },
    { number: "Nov 2026 so far" },
  ]);
  const alone = { ...months, before: undefined };
  expect(monthlyColumns(alone)).toHaveLength(3);
  expect(monthlyCells([1n, 2n, 3n], "USD", alone)).toHaveLength(3);
  expect(largestChanges([{ name: ["A"], costs: [1n, 2n, 3n] }], "USD", alone)).toBeUndefined();
});

test("the largest changes come first, whatever their sign", () => {
  const changes = [1n, -8n, 3n, 0n, 2n].map((change, index) => ({
    name: [`V${index}`],
    costs: [10n * unit, (10n + change) * unit, 0n],
  }));
  const text = plainText(largestChanges(changes, "USD", months) ?? []);
  expect(text).toContain("Sep 2026 to Oct 2026: V1 -$8.00, V2 +$3.00, V4 +$2.00, and 1 more");
});

test("bars add up to the totals, with what is not shown as the rest", () => {
  const values = Array.from({ length: 8 }, (_, index) => ({ name: [`V${index}`], costs: [unit, 2n * unit, 0n] }));
  const block = monthlyBars(["C"], values, [8n * unit, 16n * unit, -unit], "USD", months);
  if (block.kind !== "bars") throw new Error("It is a diagram.");
  expect(block.series).toHaveLength(7);
  expect(block.bars.map(({ sizes }) => sizes.reduce((sum, size) => sum + size, 0))).toEqual([8, 16, -1]);
  expect(block.bars.map(({ label }) => plainText(label))).toEqual(["$8", "$16", "-$1 so far"]);
  const one = { months: months.months.slice(0, 1), shown: 0, before: undefined };
  expect(monthlyBars(["C"], values, [8n * unit], "USD", one)).toMatchObject({ bars: [] });
});
