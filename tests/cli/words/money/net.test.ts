/** What moves is said as bills show it, and with credits counted as moved only where they make a difference. */
import { plainText } from "../../../../cli/document/document";
import { movedAmount } from "../../../../cli/words/money/moved";

const units = 10n ** 12n;
const of = (moved: [number, number], net: number, total: number): string => {
  const [least, most] = moved.map((amount) => BigInt(amount) * units) as [bigint, bigint];
  const { amount, share, whole, credits } = movedAmount({
    currency: "USD",
    total: { cost: BigInt(total) * units, gross: 200n * units, records: 1 },
    moved: { least, most },
    net: BigInt(net) * units,
  });
  return [amount, share, [whole], credits ?? []].map(plainText).join("|");
};

test.each([
  { what: "no credits", said: of([50, 50], 50, 100), text: "$50.00|50%|$100.00|" },
  { what: "credits", said: of([50, 50], 40, 100), text: "$40.00|40%|$100.00|$50.00 with credits counted as moved" },
  { what: "a range is of absolute cost", said: of([50, 60], 40, 100), text: "$50.00 to $60.00|25% to 30%|$200.00|" },
  { what: "a bill of credits has no share", said: of([50, 50], 40, -100), text: "$50.00|25%|$200.00|" },
])("$what", ({ said, text }) => {
  expect(said).toBe(text);
});
