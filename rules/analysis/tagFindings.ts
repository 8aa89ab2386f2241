/** The findings about one Virtual Tag. */
import type { Finding } from "./findings";
import { membersOf, type Member } from "./members";
import { decide, findDifference, findUncovered } from "./questions";
import { always } from "./solver/formula";
import type { Context } from "./uncovered";
import type { CompiledRule, CompiledTag } from "./values";

/** A finding without the tag. */
export type TagFinding = Omit<Finding, "tag" | "id" | "name">;

/** Answers one question within the budget. */
export type Ask = <Answer>(question: () => Answer) => { answer: Answer } | undefined;

/** What the analysis of one tag works with. */
export interface TagAnalysis {
  context: Context;
  tag: CompiledTag;
  ask: Ask;
}

/** Decides each rule, and whether the default is used. */
export function rulesAndDefault(analysis: TagAnalysis): TagFinding[] {
  const { tag, ask } = analysis;
  const findings: TagFinding[] = [];
  for (const rule of tag.sources.keys()) {
    const tooLong: TagFinding = { kind: "not-decided", rule, reason: "too-long" };
    findings.push(...(ask(() => decideRule(analysis, rule))?.answer ?? [tooLong]));
  }
  const tooLong: TagFinding = { kind: "not-decided", reason: "too-long" };
  findings.push(...(ask(() => decideDefault(analysis))?.answer ?? [tooLong]));
  return findings;
}

/** Returns only the strongest finding. A rule that never matches also never wins, and a rule that never wins also has no effect. */
function decideRule(analysis: TagAnalysis, rule: number): TagFinding[] {
  const { context, tag } = analysis;
  const { formula, outcome } = tag.rules[rule] as CompiledRule;
  const comparison = { wanted: formula, earlier: { tag, count: rule }, value: outcome, tag, start: rule + 1 };
  const found = decide(context, tag.isReadable, (asking) => findDifference(asking, comparison));
  if (found === undefined) return notDecided({ rule }, memberFindings(analysis, rule));
  if (found.record !== undefined) return memberFindings(analysis, rule);
  const by = found.by();
  if (!found.isCovered) return [{ kind: "no-effect", rule, ...replacements(by, tag) }];
  return by.length === 0 ? [{ kind: "never-matches", rule }] : [{ kind: "never-wins", rule, by }];
}

function decideDefault({ context, tag }: TagAnalysis): TagFinding[] {
  const earlier = { tag, count: tag.sources.length };
  const found = decide(context, tag.isReadable, (asking) => findUncovered(asking, always, earlier));
  if (found === undefined) return notDecided({}, []);
  return found.record === undefined ? [{ kind: "default-unused", by: found.by() }] : [];
}

/** If a rule or group is not decided, its members need no finding that says the same. */
function notDecided(place: Pick<TagFinding, "rule" | "path">, ofMembers: readonly TagFinding[]): TagFinding[] {
  return [
    { kind: "not-decided", ...place, reason: "unreadable" },
    ...ofMembers.filter(({ kind }) => kind !== "not-decided"),
  ];
}

/** The rules of a tag end with its default. */
function replacements(by: readonly number[], { rules }: CompiledTag): { by: number[]; byDefault?: boolean } {
  const others = by.filter((rule) => rule < rules.length - 1);
  return { by: others, ...(others.length < by.length ? { byDefault: true } : {}) };
}

function memberFindings({ context, tag }: TagAnalysis, rule: number): TagFinding[] {
  const source = tag.sources[rule];
  if (source === undefined) return [];
  const { compiler } = context;
  const { outcome } = tag.rules[rule] as CompiledRule;
  const ofMember = ({ path: within, matters, members }: Member): TagFinding[] => {
    const comparison = { wanted: matters, earlier: { tag, count: rule }, value: outcome, tag, start: rule + 1 };
    // The formula of a rule can lack an unreadable member, so the rule's own check is not enough.
    const canRead = tag.isReadable && !matters.isOpaque;
    const found = decide(context, canRead, (asking) => findDifference(asking, comparison));
    const path = `rules[${rule}].filters${within}`;
    if (found !== undefined && found.record === undefined) {
      return [{ kind: "member-no-effect", rule, path, ...replacements(found.by(), tag) }];
    }
    const ofMembers = members().flatMap(ofMember);
    return found === undefined ? notDecided({ rule, path }, ofMembers) : ofMembers;
  };
  const inTime = compiler.inTime(source.timeframe);
  return membersOf(compiler, source.filters, [inTime]).flatMap(ofMember);
}
