/** Finds the first rule that matches a record without looking at every rule. */
import { type Assignment, type Formula, holds, type Literal } from "./formula";

interface Guard {
  key: number;
  values: ReadonlySet<string>;
}

/** The formulas of rules, by a value that a matching record must have. */
export class RuleIndex {
  readonly #formulas: readonly Formula[];
  /** Key -> value -> the rules that match only records with it, in order. */
  readonly #guarded = new Map<number, Map<string, number[]>>();
  /** The other rules, in order. */
  readonly #others: number[] = [];

  /** @param formulas one for each rule, in order */
  constructor(formulas: readonly Formula[]) {
    this.#formulas = formulas;
    for (const [rule, formula] of formulas.entries()) {
      const guard = guardOf(formula);
      if (guard === undefined) {
        this.#others.push(rule);
        continue;
      }
      const byValue = this.#guarded.get(guard.key) ?? new Map<string, number[]>();
      this.#guarded.set(guard.key, byValue);
      for (const value of guard.values) {
        const rules = byValue.get(value);
        if (rules === undefined) byValue.set(value, [rule]);
        else rules.push(rule);
      }
    }
  }

  /**
   * The first rule from `start` on and before `end` that matches a record.
   *
   * @param spend is told how many rules were looked at
   */
  firstMatch(record: Assignment, start: number, end: number, spend: (steps: number) => void): number | undefined {
    let first = this.#firstOf(this.#others, record, start, end, spend);
    for (const [key, byValue] of this.#guarded) {
      const value = record.get(key);
      const rules = typeof value === "string" ? byValue.get(value) : undefined;
      if (rules !== undefined) first = this.#firstOf(rules, record, start, first ?? end, spend) ?? first;
    }
    return first;
  }

  #firstOf(
    rules: readonly number[],
    record: Assignment,
    start: number,
    end: number,
    spend: (steps: number) => void,
  ): number | undefined {
    for (let position = positionOf(rules, start); position < rules.length; position++) {
      const rule = rules[position] as number;
      if (rule >= end) return undefined;
      spend(1);
      if (holds(this.#formulas[rule] as Formula, record)) return rule;
    }
    return undefined;
  }
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

/** The shortest list of values of which a matching record must have one. */
function guardOf(formula: Formula): Guard | undefined {
  const parts = formula.kind === "and" ? formula.parts : [formula];
  let shortest: Guard | undefined;
  for (const part of parts) {
    const guard = part.kind === "literal" ? guardOfLiteral(part) : part.kind === "and" ? guardOf(part) : undefined;
    if (guard !== undefined && (shortest === undefined || guard.values.size < shortest.values.size)) shortest = guard;
  }
  return shortest;
}

function guardOfLiteral({ key, test, isPositive }: Literal): Guard | undefined {
  return isPositive && test.kind === "oneOf" ? { key, values: test.values } : undefined;
}
