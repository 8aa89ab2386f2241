/** The sentences about money: each figure is what is certain, and rules count from 1. */
import { gatePhrase } from "../../../../cli/words/money/gates";
import { plainText } from "../../../../cli/document/document";
import type { GateResult } from "../../../../cost/impact/gates";

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
])("the gate %j", (of, parts) => {
  const text = result({ currency: "USD", ...of });
  for (const part of ['"Team"', of.gate, ...parts]) expect(text).toContain(part);
  // The default of a tag can be a real value.
  expect(text.replace(of.gate, "")).not.toContain("unallocated");
});
