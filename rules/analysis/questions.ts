/**
 * The two questions behind every finding: does a rule win for a record, and does a record get another value from other rules?
 * Rules are added to a search only when a record that it found matches them, so most searches never see most rules.
 */
import type { CompiledRule, CompiledTag, Compiler, Outcome } from "./compile";
import { and, type Assignment, type Formula, holds, never, not, or } from "./solver/formula";
import { Search } from "./solver/search";
import type { Steps } from "./solver/steps";

/** What the questions work with. */
export interface Context {
  compiler: Compiler;
  steps: Steps;
}

/** The rules of a tag before a rule. */
export interface Earlier {
  tag: CompiledTag;
  /** The number of rules. */
  count: number;
}

/** A record that was looked for, or the proof that there is none. */
export type Found = { record: Assignment } | { record: undefined; by: number[] };

/** Starts a search. */
export function searchFor({ compiler, steps }: Context, ...formulas: Formula[]): Search {
  const search = new Search({ vocabulary: compiler.vocabulary, steps });
  for (const formula of formulas) search.add(formula);
  return search;
}

/** Finds a record that meets a formula and that none of the earlier rules matches, or the rules that match all such records. */
export function findUncovered(context: Context, wanted: Formula, { tag, count }: Earlier): Found {
  const search = searchFor(context, wanted);
  const spend = (steps: number): void => {
    context.steps.spend(steps);
  };
  const covering = new Map<number, Assignment>();
  // If many rules are needed, adding one at a time takes long. Later rounds add more than is perhaps needed.
  for (let batch = 1; ; batch *= 1.25) {
    const record = search.solve();
    if (record === undefined) return { record, by: fewestOf(context, wanted, tag, covering) };
    let match = tag.index.firstMatch(record, 0, count, spend);
    if (match === undefined) return { record };
    for (let added = 0; match !== undefined && added < batch - 1 / 2; added++) {
      covering.set(match, record);
      search.add(not((tag.rules[match] as CompiledRule).formula));
      match = tag.index.firstMatch(record, match + 1, count, spend);
    }
  }
}

/** Drops rules from a covering list as long as the others cover all records. If the budget ends before, the list stays as it is. */
function fewestOf(context: Context, wanted: Formula, tag: CompiledTag, covering: Map<number, Assignment>): number[] {
  let by = [...covering.keys()].sort((a, b) => a - b);
  const formulaOf = (rule: number): Formula => (tag.rules[rule] as CompiledRule).formula;
  for (const rule of [...by].reverse()) {
    const others = by.filter((other) => other !== rule);
    const record = covering.get(rule);
    context.steps.spend(others.length);
    // A record that only this rule matches shows that the rule is needed.
    if (record !== undefined && !others.some((other) => holds(formulaOf(other), record))) continue;
    const search = searchFor(context, wanted, ...others.map((other) => not(formulaOf(other))));
    if (search.solve() === undefined) by = others;
  }
  return by;
}

/** Where to look for a different value. */
export interface Comparison {
  /** Which records count. */
  wanted: Formula;
  /** None of these rules may match the record. */
  earlier: Earlier;
  /** The value that the records are supposed to have. */
  value: Outcome;
  /** The rules that decide instead. */
  tag: CompiledTag;
  /** The first of these rules. */
  start: number;
}

/**
 * Finds a record that gets another value than the one it is supposed to have; otherwise the rules that give such records the
 * same value. The last rule is the default.
 */
export function findDifference(context: Context, comparison: Comparison): Found {
  const by = new Set<number>();
  for (const { guard, outcome } of cases(comparison.value)) {
    const wanted = and([comparison.wanted, guard]);
    const found = differenceOf(context, { ...comparison, wanted, value: outcome });
    if (found.record !== undefined) return found;
    for (const rule of found.by) by.add(rule);
  }
  return { record: undefined, by: [...by].sort((a, b) => a - b) };
}

function differenceOf(context: Context, { wanted, earlier, value, tag, start }: Comparison): Found {
  const { compiler, steps } = context;
  const search = searchFor(context, wanted);
  const spend = (count: number): void => {
    steps.spend(count);
  };
  // A rule that is not known may match any record and give it any value, so nothing can be said after it.
  const end = tag.unknown.find((rule) => rule >= start) ?? tag.rules.length;
  let blocked: Set<Formula> | undefined;
  const by: number[] = [];
  for (;;) {
    const record = search.solve();
    if (record === undefined) return { record, by };
    const match = earlier.tag.index.firstMatch(record, 0, earlier.count, spend);
    if (match !== undefined) {
      search.add(not((earlier.tag.rules[match] as CompiledRule).formula));
      continue;
    }
    const taker = tag.index.firstMatch(record, start, end, spend);
    if (taker === undefined) return { record };
    const { formula, outcome } = tag.rules[taker] as CompiledRule;
    const differs = compiler.differs(value, outcome);
    if (holds(differs, record)) return { record };
    by.push(taker);
    spend(earlier.count + taker - start);
    blocked ??= new Set(earlier.tag.rules.slice(0, earlier.count).map((rule) => rule.formula));
    const others = tag.rules
      .slice(start, taker)
      .filter((rule) => blocked?.has(rule.formula) !== true)
      .map((rule) => and([rule.formula, compiler.differs(value, rule.outcome)]))
      .filter((other) => other !== never);
    // Either this rule does not match, or it gives another value, or a rule before it does.
    search.add(or([not(formula), differs, ...others]));
  }
}

/** The values of an outcome that depends on another tag, each with the records that have it. */
function cases(outcome: Outcome): { guard: Formula; outcome: Outcome }[] {
  if (outcome.kind !== "tag") return [{ guard: and([]), outcome }];
  return outcome.rules.flatMap((rule, index) => {
    const wins = and([rule.formula, ...outcome.rules.slice(0, index).map(({ formula }) => not(formula))]);
    return cases(rule.outcome).map((part) => ({ guard: and([wins, part.guard]), outcome: part.outcome }));
  });
}
