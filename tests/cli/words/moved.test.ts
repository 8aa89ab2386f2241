/** The sentences about money: each figure is what is certain, and rules count from 1. */
import { costHeadline, gatePhrase } from "../../../cli/words/money/moved";
import type { ReviewCost } from "../../../cli/studies/money/reviewCost";
import { plainText } from "../../../cli/document/document";
import type { Review } from "../../../cli/studies/review/review";
import type { GateResult } from "../../../cost/impact/gates";
import type { CurrencyImpact } from "../../../cost/impact/impact";

const result = (more: Partial<GateResult> & Pick<GateResult, "gate">): string =>
  plainText(gatePhrase({ tag: "Team", limit: "0", actual: "0", passed: false, ...more }));

test.each<[Partial<GateResult> & Pick<GateResult, "gate">, string[]]>([
  [{ gate: "unmatched-rules", actual: "1", rules: [3] }, ["rule 4 takes no record"]],
  [
    { gate: "unmatched-rules", actual: "2", atMost: "3", rules: [3, 6], maybeRules: [0] },
    ["rules 4 and 7", "rule 1 may"],
  ],
  [{ gate: "unmatched-rules", atMost: "1", rules: [], maybeRules: [0], reason: "notEvaluated" }, ["rule 1 may"]],
  [{ gate: "unmatched-rules", rules: [], passed: true }, ["no rule"]],
  [{ gate: "max-moved", actual: "21.5", limit: "10", currency: "USD" }, ["$21.50", "above", "$10.00"]],
  [
    { gate: "max-moved", atMost: "21.5", limit: "10", currency: "USD", reason: "notEvaluated" },
    ["$0.00 to $21.50", "may be above"],
  ],
  [
    { gate: "max-unallocated", actual: "5%", atMost: "7%", limit: "9%", currency: "USD", passed: true },
    ["5% to 7%", "within", "USD"],
  ],
  [{ gate: "max-unallocated-increase", actual: "-5%", limit: "0%", passed: true }, ["shrinks by 5%"]],
  [{ gate: "max-unallocated-increase", actual: "5%", limit: "0%" }, ["grows by 5%"]],
  [{ gate: "max-moved", actual: null, reason: "cycle", limit: "10" }, ["circle", "$10.00"]],
])("the gate %j", (of, parts) => {
  const text = result({ currency: "USD", ...of });
  for (const part of ['"Team"', of.gate, ...parts]) expect(text).toContain(part);
  // The default of a tag can be a real value.
  expect(text.replace(of.gate, "")).not.toContain("unallocated");
});

describe("the headline", () => {
  const money = (gross: bigint): CurrencyImpact["total"] => ({ cost: gross, gross, records: 1 });
  const dollar = 10n ** 12n;
  function headline(...moved: [least: bigint, most: bigint][]): string {
    const none = { least: 0n, most: 0n };
    const impacts = moved.map(([least, most]) => ({
      currency: "USD",
      total: money(100n * dollar),
      bounds: {
        moved: { least: least * dollar, most: most * dollar },
        byDefault: { before: none, after: none },
        byDefaultIncrease: none,
      },
    }));
    const tags = impacts.map((_, index) => ({ key: String(index), name: `T${index}` }));
    const cost = { tags: new Map(impacts.map((impact, index) => [String(index), [impact]])) };
    return plainText(costHeadline({ tags } as unknown as Review, cost as unknown as ReviewCost));
  }

  test("names the tag that moves the most", () => {
    expect(headline([0n, 0n])).toContain("No money moves");
    expect(headline([5n, 5n])).toMatch(/^"T0": moves \$5\.00 of \$100\.00/u);
    expect(headline([5n, 5n], [7n, 7n], [0n, 0n])).toMatch(
      /^Of the 2 tags that move money, "T1" moves the most: \$7\.00/u,
    );
  });

  test("says no more than is known", () => {
    expect(headline([0n, 5n])).toContain("$0.00 to $5.00");
    expect(headline([6n, 6n], [0n, 7n])).toContain('"T1" can move the most: $0.00 to $7.00');
    expect(headline([0n, 5n], [6n, 7n])).toContain('"T1" moves the most');
  });
});
