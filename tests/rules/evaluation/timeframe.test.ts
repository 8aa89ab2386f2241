/** When rules with a timeframe match. */
import { evaluate, type EvaluateOptions } from "../../../rules";
import type { Rule } from "../../../rules/types";

function content(...[to, filters, timeframe]: [string, Rule["filters"], unknown]): Parameters<typeof evaluate>[0] {
  return { rules: [{ to, filters, timeframe: timeframe as never }], defaultValue: "default" };
}

const [from, to] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 1, 1)];
const atMoment = (at: EvaluateOptions["at"], timeframe: unknown = { from, to }): unknown => {
  const result = evaluate(content("yes", { AND: [] }, timeframe), {}, { at });
  return result.decided ? result.rule === 0 : "unknown";
};
test.each<[EvaluateOptions["at"], boolean | "unknown"]>([
  [from - 1, false],
  [from, true],
  [to, true],
  [to + 1, false],
  ["2026-01-01", true],
  ["2025-12-31T23:59:59.999Z", false],
  ["2026-01-01T00:30:00+01:00", false],
  ["2026-02-01T00:00:00Z", true],
  [new Date(to), true],
  [undefined, "unknown"],
])("at %s: %s", (at, expected) => {
  expect(atMoment(at)).toBe(expected);
});

test("without an end, with dates as texts, and what the service may return", () => {
  expect(atMoment(to * 2, { from })).toBe(true);
  expect(atMoment(from - 1, { from, to: null })).toBe(false);
  expect(atMoment("2026-01-15", { from: "2026-01-15", to: "2026-01-15" })).toBe(true);
  expect(atMoment(from, null)).toBe(true);
  expect(atMoment(from, { from: "soon" })).toBe("unknown");
  expect(atMoment(from, "soon")).toBe("unknown");
  expect(atMoment(to + 1, { from: "soon", to })).toBe(false);
});

test("a rule whose filter does not match does not depend on the moment", () => {
  expect(evaluate(content("A", { OR: [] }, { from }), {}).decided).toBe(true);
});
