import { assumptions } from "../../../../cli/words/money/moved";
import { plainText } from "../../../../cli/document/document";
import { smallCube } from "../../../cost/impact/smallCube";
import { columnMoney, moneyChange, moneyOf } from "../../../../cli/words/money/amounts";
import { readAmount } from "../../../../cost/cube/amounts";

test.each([
  { amount: "1234.5", currency: "USD", inSentence: "$1,234.50", inColumn: "$1,234.50" },
  { amount: "1234.5", currency: "JPY", inSentence: "¥1,235", inColumn: "¥1,235" },
  { amount: "0.04", currency: "JPY", inSentence: "¥0.04", inColumn: "<¥1" },
  { amount: "1.2345", currency: "KWD", inSentence: "KWD\u00a01.235", inColumn: "KWD\u00a01.235" },
  { amount: "0.0052", currency: "KWD", inSentence: "KWD\u00a00.005", inColumn: "KWD\u00a00.005" },
  { amount: "0.00052", currency: "KWD", inSentence: "KWD\u00a00.00052", inColumn: "<KWD\u00a00.001" },
  { amount: "0.0012", currency: "credits", inSentence: "0.0012 credits", inColumn: "<0.01 credits" },
])("$amount in $currency has the decimal places of the currency", ({ amount, currency, inSentence, inColumn }) => {
  const units = readAmount(amount) ?? 0n;
  expect(moneyOf(units, currency).plain).toBe(inSentence);
  expect(columnMoney(units, currency).plain).toBe(inColumn);
  expect(moneyChange(units, currency).plain.startsWith("+")).toBe(!inColumn.startsWith("<"));
});

test.each([
  ["BilledCost", true],
  ["EffectiveCost", false],
])("what is not in the amounts of %s: amortization %p", (costColumn, isNamed) => {
  const said = assumptions({ ...smallCube([{ cost: "1" }], []).header, costColumn })
    .map(plainText)
    .join();
  expect(said.includes("amortization")).toBe(isNamed);
});
