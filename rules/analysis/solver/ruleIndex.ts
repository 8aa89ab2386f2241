/** Finds the first rule that matches a record without looking at every rule. */
import type { Formula } from "./formula";
import { type Assignment, holds } from "./record";
import type { Steps } from "./steps";

/** A key for which a matching record must have a value: one of `values`, or without them any. */
interface Guard {
  key: number;
  values?: ReadonlySet<string>;
}

/** The rules that match only records with a value for a key, in order. A rule needs one of several values, or any value. */
interface GuardedRules {
  byValue: Map<string, number[]>;
  anyValue: number[];
}

/** The formulas of rules, by a value that a matching record must have. */
export class RuleIndex {
  /** One for each rule, in order. */
  readonly formulas: readonly Formula[];
  readonly #guarded = new Map<number, GuardedRules>();
  /** The other rules, in order. */
  readonly #others: number[] = [];

  /** @param formulas one for each rule, in order */
  constructor(formulas: readonly Formula[]) {
    this.formulas = formulas;
    for (const [rule, formula] of formulas.entries()) {
      const guards = guardsOf(formula);
      if (guards === undefined) this.#others.push(rule);
      for (const guard of guards ?? []) this.#add(guard, rule);
    }
  }

  #add({ key, values }: Guard, rule: number): void {
    const rules = this.#guarded.get(key) ?? { byValue: new Map<string, number[]>(), anyValue: [] };
    this.#guarded.set(key, rules);
    if (values === undefined) addOnce(rules.anyValue, rule);
    for (const value of values ?? []) {
      const list = rules.byValue.get(value);
      if (list === undefined) rules.byValue.set(value, [rule]);
      else addOnce(list, rule);
    }
  }

  /** The first rule from `start` on and before `end` that matches a record. */
  firstMatch(record: Assignment, start: number, end: number, steps: Steps): number | undefined {
    let first = this.#firstOf(this.#others, record, start, end, steps);
    for (const [key, value] of record) {
      const guarded = typeof value === "string" ? this.#guarded.get(key) : undefined;
      if (guarded === undefined) continue;
      const ofValue = guarded.byValue.get(value as string);
      if (ofValue !== undefined) first = this.#firstOf(ofValue, record, start, first ?? end, steps) ?? first;
      first = this.#firstOf(guarded.anyValue, record, start, first ?? end, steps) ?? first;
    }
    return first;
  }

  #firstOf(rules: readonly number[], record: Assignment, start: number, end: number, steps: Steps): number | undefined {
    for (let position = positionOf(rules, start); position < rules.length; position++) {
      const rule = rules[position] as number;
      if (rule >= end) return undefined;
      if (holds(this.formulas[rule] as Formula, record, steps)) return rule;
    }
    return undefined;
  }
}

function addOnce(rules: number[], rule: number): void {
  if (rules.at(-1) !== rule) rules.push(rule);
}

/** The position of the first rule that is not before `start`. */
function positionOf(rules: readonly number[], start: number): number {
  let [low, high] = [0, rules.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rules[middle] as number) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Guards of which a matching record meets at least one. Of several such lists, the one that fewest records meet; undefined if
 * there is none.
 */
function guardsOf(formula: Formula): readonly Guard[] | undefined {
  switch (formula.kind) {
    case "literal": {
      const { key, test, isPositive } = formula;
      if (!isPositive || test.kind === "within") return undefined;
      return test.kind === "oneOf" ? [{ key, values: test.values }] : [{ key }];
    }
    case "distinct":
      return undefined;
    case "and":
    case "or": {
      // Walking through shared parts again and again would take long.
      if (formula.isShared) return undefined;
      const guards = formula.parts.map(guardsOf);
      if (formula.kind === "and")
        return guards.reduce((best, one) => (width(one) < width(best) ? one : best), undefined);
      return guards.includes(undefined) ? undefined : guards.flatMap((one) => one ?? []);
    }
  }
}

function width(guards: readonly Guard[] | undefined): number {
  if (guards === undefined) return Infinity;
  // A guard without values lets more through than any list of values.
  return guards.reduce((sum, { values }) => sum + (values?.size ?? 1_000_000), 0);
}
