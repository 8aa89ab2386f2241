/** Pairs of rules: whether a record matches both, and whether their order matters. */
import { type CompiledRule, type CompiledTag } from "./compile";
import { and, type Assignment } from "./solver/formula";
import { type Context, findUncovered, searchFor } from "./questions";
import type { TagAnalysis, TagFinding } from "./tagFindings";
import { witnessOf } from "./witness";

/** Every pair of rules that a record matches both of, and every pair of neighbors whose order does not matter. */
export function pairFindings({ context, content, tag, ask }: TagAnalysis): TagFinding[] {
  const findings: TagFinding[] = [];
  const isKnown = (rule: number): boolean => (tag.rules[rule] as CompiledRule).isKnown;
  for (const rule of content.rules.keys()) {
    for (const other of content.rules.keys()) {
      if (other <= rule || !isKnown(rule) || !isKnown(other)) continue;
      findings.push(...(ask(() => decidePair(context, tag, rule, other))?.answer ?? [notDecided(rule, other)]));
    }
  }
  return findings;
}

const notDecided = (rule: number, other: number): TagFinding => ({ kind: "not-decided", rule, other });

function decidePair(context: Context, tag: CompiledTag, rule: number, other: number): TagFinding[] {
  const findings: TagFinding[] = [];
  const record = recordOfBoth(context, tag, rule, other);
  if (record !== undefined) {
    findings.push({ kind: "overlap", rule, other, ...witnessOf(record, context.compiler.vocabulary) });
  }
  const isNeighbor = other === rule + 1;
  if (isNeighbor && (record === undefined || !orderOfNeighborsMatters(context, tag, rule))) {
    findings.push({ kind: "order-irrelevant", rule, other });
  }
  return findings;
}

function recordOfBoth(context: Context, { rules }: CompiledTag, rule: number, other: number): Assignment | undefined {
  const [one, two] = [rules[rule] as CompiledRule, rules[other] as CompiledRule];
  return searchFor(context, one.formula, two.formula).solve();
}

/** Whether a record that no earlier rule matches gets another value if a rule and the next one trade places. */
function orderOfNeighborsMatters(context: Context, tag: CompiledTag, rule: number): boolean {
  const [one, two] = [tag.rules[rule] as CompiledRule, tag.rules[rule + 1] as CompiledRule];
  const differs = context.compiler.differingValues(one.outcome, two.outcome);
  const wanted = and([one.formula, two.formula, differs]);
  return findUncovered(context, wanted, { tag, count: rule }).record !== undefined;
}
