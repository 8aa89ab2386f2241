/** The sentences about money: each figure is what is certain, and rules count from 1. */
import { gatePhrase } from "../../../../cli/words/money/gates";
import { plainText } from "../../../../cli/document/document";
import type { GateResult } from "../../../../cost/impact/gates";

const result = (more: Partial<GateResult> & Pick<GateResult, "gate">): string =>
  plainText(gatePhrase({ tag: "Team", limit: "0", actual: "0", passed: false, ...more }));

const acknowledgment = { by: "Ann", reason: "agreed", until: "2026-12-31" };

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
  [{ gate: "max-moved", actual: "12.5%", limit: "10%" }, ["12.5% of the cost in USD", "above", "10%"]],
  [
    { gate: "max-moved", actual: "21.5", limit: "10", acknowledged: true, acknowledgment, passed: true },
    ["above", "until 2026-12-31", '"Ann"', '"agreed"'],
  ],
  [{ gate: "max-moved", actual: "21.5", limit: "10", acknowledgment }, ["above", '"Ann"', "ended on 2026-12-31"]],
])("the gate %j", (of, parts) => {
  const text = result({ currency: "USD", ...of });
  for (const part of ['"Team"', of.gate, ...parts]) expect(text).toContain(part);
  // The default of a tag can be a real value.
  expect(text.replace(of.gate, "")).not.toContain("unallocated");
});
