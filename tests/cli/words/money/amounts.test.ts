/** Amounts in sentences and in columns. */
import { columnMoney, moneyOf } from "../../../../cli/words/money/amounts";
import { readAmount } from "../../../../cost/cube/amounts";
import { fixedPercentage, percentageOf, spokenPercentage } from "../../../../cost/impact/share";

test.each([
  ["17.4", "$17.40", undefined],
  ["0", "$0.00", undefined],
  ["0.01", "$0.01", undefined],
  ["0.000634", "<$0.01", "$0.000634"],
  ["-0.000000000001", ">-$0.01", "-$0.000000000001"],
  ["-1234567.005", "-$1,234,567.01", undefined],
])("in a column, %s is %s", (amount, plain, exact) => {
  expect(columnMoney(readAmount(amount) ?? 0n, "USD")).toEqual({ plain, ...(exact === undefined ? {} : { exact }) });
});

test("in a sentence, a small amount is not hidden", () => {
  expect(moneyOf(readAmount("0.000634") ?? 0n, "USD")).toEqual({ plain: "$0.00063" });
});

test("a currency without an ISO code comes after the amount", () => {
  expect(columnMoney(readAmount("0.001") ?? 0n, "credits")).toEqual({ plain: "<0.01 credits", exact: "0.001 credits" });
});

test.each<[bigint, bigint, string]>([
  [0n, 3n, "0.00%"],
  [1n, 3n, "33.33%"],
  [1n, 2n, "50.00%"],
  [3n, 3n, "100.00%"],
  [1n, 100_000n, "<0.01%"],
  [99_999n, 100_000n, ">99.99%"],
])("among others, %s of %s is %s", (part, whole, text) => {
  expect(fixedPercentage(percentageOf(part, whole))).toBe(text);
});

test.each<[bigint, bigint, string]>([
  [0n, 3n, "0%"],
  [1n, 3n, "33.33%"],
  [3n, 3n, "100%"],
  [1n, 100_000n, "<0.01%"],
  [99_999n, 100_000n, ">99.99%"],
])("in a sentence, %s of %s is %s", (part, whole, text) => {
  expect(spokenPercentage(percentageOf(part, whole))).toBe(text);
});
