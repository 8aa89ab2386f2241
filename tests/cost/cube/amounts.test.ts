import fc from "fast-check";
import { amountToText, readAmount } from "../../../cost/cube/amounts";

test.each([
  ["0", 0n],
  ["-0.0", 0n],
  ["1", 1_000_000_000_000n],
  ["-12.3456789012", -12_345_678_901_200n],
  ["0.000000000001", 1n],
  ["12345678901234567890.5", 12_345_678_901_234_567_890_500_000_000_000n],
  ["1.50000000000000000000", 1_500_000_000_000n],
  ["0E-12", 0n],
  ["-1.5e-7", -150_000n],
  ["2E+3", 2_000_000_000_000_000n],
  ["0.0000000000001", undefined],
  ["1e-13", undefined],
  ["", undefined],
  ["1,5", undefined],
  [" 1", undefined],
  ["NaN", undefined],
  ["0x10", undefined],
])("%s", (text, units) => {
  expect(readAmount(text)).toBe(units);
});

test("every amount is read as it is written", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 37n), max: 10n ** 37n }), (units) => {
      expect(readAmount(amountToText(units))).toBe(units);
    }),
  );
});
