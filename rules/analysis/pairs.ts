/** Pairs of rules: whether a record matches both, and whether their order matters. */
import { and } from "./solver/formula";
import { type Assignment, holds } from "./solver/record";
import { decide, findRecord, findUncovered } from "./questions";
import type { TagAnalysis, TagFinding } from "./tagFindings";
import type { Context } from "./uncovered";
import type { CompiledRule, CompiledTag } from "./values";
import { witnessOf } from "./witness";

/** Finds every pair of rules that match the same record, and every pair of neighbors whose order does not matter. */
export function pairFindings({ context, tag, ask }: TagAnalysis): TagFinding[] {
  const findings: TagFinding[] = [];
  for (const rule of tag.sources.keys()) {
    for (const other of tag.sources.keys()) {
      if (other <= rule) continue;
      const tooLong: TagFinding = { kind: "not-decided", rule, other, reason: "too-long" };
      findings.push(...(ask(() => decidePair(context, tag, rule, other))?.answer ?? [tooLong]));
    }
  }
  return findings;
}

function decidePair(context: Context, tag: CompiledTag, rule: number, other: number): TagFinding[] {
  const [one, two] = [tag.rules[rule] as CompiledRule, tag.rules[other] as CompiledRule];
  const both = decide(context, tag.isReadable, (asking) => findRecord(asking, one.formula, two.formula));
  const record = both?.record;
  const findings: TagFinding[] =
    record === undefined
      ? []
      : [{ kind: "overlap", rule, other, ...witnessOf(record, context, isTimeless(context, record, one, two)) }];
  const isNeighbor = other === rule + 1;
  const isIrrelevant = isNeighbor && isOrderIrrelevant(context, tag, rule);
  if (isIrrelevant === true) findings.push({ kind: "order-irrelevant", rule, other });
  if (both === undefined || isIrrelevant === undefined) {
    findings.push({ kind: "not-decided", rule, other, reason: "unreadable" });
  }
  return findings;
}

/** Whether both rules match a record at every moment. */
function isTimeless({ readings, steps }: Context, record: Assignment, ...rules: CompiledRule[]): boolean {
  return rules.every(({ formula }) => holds(readings.timeless.surely(formula), record, steps));
}

/** Whether no record gets another value if a rule and the next one trade places. */
function isOrderIrrelevant(context: Context, tag: CompiledTag, rule: number): boolean | undefined {
  const [one, two] = [tag.rules[rule] as CompiledRule, tag.rules[rule + 1] as CompiledRule];
  const differs = context.compiler.values.differingValues(one.outcome, two.outcome);
  const wanted = and([one.formula, two.formula, differs]);
  const found = decide(context, tag.isReadable, (asking) => findUncovered(asking, wanted, { tag, count: rule }));
  return found === undefined ? undefined : found.record === undefined;
}
