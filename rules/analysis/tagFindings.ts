/** What is true of the rules of one Virtual Tag. */
import { canonicalRule } from "../canonical";
import type { TagContent } from "../types";
import { type CompiledRule, type CompiledTag, timeFormula } from "./compile";
import type { Finding } from "./findings";
import { always, type Formula } from "./solver/formula";
import { membersOf, type Member } from "./members";
import { type Context, findDifference, findUncovered, searchFor } from "./questions";

/** A finding without the tag. */
export type TagFinding = Omit<Finding, "tag" | "id" | "name">;

/** Answers one question within the budget. */
export type Ask = <Answer>(question: () => Answer) => { answer: Answer } | undefined;

/** Everything that the analysis of one tag works with. */
export interface TagAnalysis {
  context: Context;
  content: TagContent;
  tag: CompiledTag;
  ask: Ask;
}

/** Decides each rule, and whether the default is used. */
export function rulesAndDefault(analysis: TagAnalysis): TagFinding[] {
  const { context, content, tag, ask } = analysis;
  const findings: TagFinding[] = [];
  for (const rule of content.rules.keys()) {
    if ((tag.rules[rule] as CompiledRule).isKnown) {
      findings.push(...(ask(() => decideRule(analysis, rule))?.answer ?? [{ kind: "not-decided" as const, rule }]));
    }
  }
  const unused = ask(() => findUncovered(context, always, { tag, count: content.rules.length }));
  if (unused === undefined) findings.push({ kind: "not-decided" });
  else if (unused.answer.record === undefined) findings.push({ kind: "default-unused", by: unused.answer.by });
  return findings;
}

/** Only the strongest finding: a rule that never matches never wins, and without a rule that never wins nothing changes. */
function decideRule(analysis: TagAnalysis, rule: number): TagFinding[] {
  const { context, tag } = analysis;
  const { formula, outcome } = tag.rules[rule] as CompiledRule;
  const earlier = { tag, count: rule };
  const winner = findUncovered(context, formula, earlier);
  if (winner.record === undefined) {
    return winner.by.length === 0 ? [{ kind: "never-matches", rule }] : [{ kind: "never-wins", rule, by: winner.by }];
  }
  const comparison = { wanted: formula, earlier, value: outcome, tag, start: rule + 1 };
  const difference = findDifference(context, comparison);
  if (difference.record === undefined) {
    return [{ kind: "no-effect", rule, ...replacements(difference.by, tag) }];
  }
  return memberFindings(analysis, rule);
}

/** The default is the last of the rules of a tag. */
function replacements(by: readonly number[], { rules }: CompiledTag): { by: number[]; byDefault?: boolean } {
  const others = by.filter((rule) => rule < rules.length - 1);
  return { by: others, ...(others.length < by.length ? { byDefault: true } : {}) };
}

function memberFindings({ context, content, tag }: TagAnalysis, rule: number): TagFinding[] {
  const source = content.rules[rule];
  if (source === undefined) return [];
  const inTime = timeFormula(canonicalRule(source).timeframe) as Formula;
  const { outcome } = tag.rules[rule] as CompiledRule;
  const decide = (member: Member): TagFinding[] => {
    const difference = findMemberDifference(member);
    if (difference.record !== undefined) return member.members().flatMap(decide);
    const path = `rules[${rule}].filters${member.path}`;
    return [{ kind: "member-no-effect", rule, path, ...replacements(difference.by, tag) }];
  };
  const findMemberDifference = ({ matters }: Member): ReturnType<typeof findDifference> => {
    // Most members that change nothing change nothing in the filter itself.
    if (searchFor(context, matters).solve() === undefined) return { record: undefined, by: [] };
    const earlier = { tag, count: rule };
    const uncovered = findUncovered(context, matters, earlier);
    if (uncovered.record === undefined) return uncovered;
    return findDifference(context, { wanted: matters, earlier, value: outcome, tag, start: rule + 1 });
  };
  return membersOf(context.compiler, source.filters, [inTime]).flatMap(decide);
}
