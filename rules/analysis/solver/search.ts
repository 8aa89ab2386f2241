/**
 * Looks for a record that meets formulas. It decides comparisons that follow from others first, and tries the alternatives of an OR
 * only after that. The values of each key are tracked exactly, so a search that finds no record proves that there is none.
 */
import { anything, anytime, type Domain, examples, narrow, costOf, costOfExample, truthOf } from "./domain";
import { type Assignment, type Distinct, type Formula, type Group, type Literal, not } from "./formula";
import type { Steps } from "./steps";
import { moment, type Vocabulary } from "./vocabulary";

/** What every search works with. */
export interface Tools {
  vocabulary: Vocabulary;
  steps: Steps;
}

/** What is known of the record so far. */
interface State {
  domains: Map<number, Domain>;
  /** Alternatives of which none is decided. */
  open: Group[];
  distinct: Distinct[];
}

/** A search to which formulas can be added. A record that it returns meets all of them. */
export class Search {
  readonly #tools: Tools;
  /** undefined once the formulas contradict each other. */
  #state: State | undefined = { domains: new Map(), open: [], distinct: [] };

  /** @param tools the vocabulary, and the budget */
  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /** Requires that a formula is true. */
  add(formula: Formula): this {
    if (this.#state !== undefined && !this.#assume(this.#state, formula)) this.#state = undefined;
    return this;
  }

  /**
   * Finds a record that meets all formulas.
   *
   * @returns undefined if there is none
   * @throws {OutOfSteps} if the budget is used up
   */
  solve(): Assignment | undefined {
    if (this.#state !== undefined && !this.#propagate(this.#state)) this.#state = undefined;
    return this.#state === undefined ? undefined : this.#search(copyOf(this.#state));
  }

  /** Takes a formula for true. Returns false on a contradiction. */
  #assume(state: State, formula: Formula): boolean {
    switch (formula.kind) {
      case "literal": {
        const domain = this.#domainOf(state, formula);
        const narrowed = narrow(domain, formula.test, formula.isPositive);
        if (narrowed !== undefined) state.domains.set(formula.key, narrowed);
        return narrowed !== undefined;
      }
      case "and":
        return formula.parts.every((part) => this.#assume(state, part));
      case "or":
        state.open.push(formula);
        return formula.parts.length > 0;
      case "distinct":
        state.distinct.push(formula);
        return true;
    }
  }

  #domainOf(state: State, { key, test }: Literal): Domain {
    const domain = state.domains.get(key) ?? (key === moment ? anytime : anything);
    this.#tools.steps.spend(costOf(domain, test));
    return domain;
  }

  /** Decides what follows from what is known. Returns false on a contradiction. */
  #propagate(state: State): boolean {
    for (let changed = true; changed;) {
      changed = false;
      const { open } = state;
      state.open = [];
      for (const group of open) {
        const reduced = this.#reduce(state, group);
        if (reduced === true) continue;
        const [first, second] = reduced;
        if (first === undefined) return false;
        if (second === undefined) {
          if (!this.#assume(state, first)) return false;
          changed = true;
        } else {
          state.open.push(reduced.length === group.parts.length ? group : { kind: "or", parts: reduced });
        }
      }
    }
    return true;
  }

  /** The alternatives that are still possible, or true if one of them is certain. */
  #reduce(state: State, group: Group): readonly Formula[] | true {
    const possible: Formula[] = [];
    for (const part of group.parts) {
      const truth = this.#truthOf(state, part);
      if (truth === true) return true;
      if (truth === undefined) possible.push(part);
    }
    return possible;
  }

  #truthOf(state: State, formula: Formula): boolean | undefined {
    switch (formula.kind) {
      case "literal": {
        const truth = truthOf(this.#domainOf(state, formula), formula.test);
        return truth === undefined ? undefined : truth === formula.isPositive;
      }
      case "distinct":
        return undefined;
      case "and":
      case "or": {
        const decisive = formula.kind === "or";
        let result: boolean | undefined = !decisive;
        for (const part of formula.parts) {
          const truth = this.#truthOf(state, part);
          if (truth === decisive) return decisive;
          if (truth === undefined) result = undefined;
        }
        return result;
      }
    }
  }

  #search(state: State): Assignment | undefined {
    for (;;) {
      if (!this.#propagate(state)) return undefined;
      const group = fewestParts(state.open);
      if (group === undefined) return this.#record(state);
      const [first, ...others] = group.parts;
      if (first === undefined) return undefined;
      const rest: Group = { kind: "or", parts: others };
      const open = state.open.filter((other) => other !== group);
      const child = copyOf({ ...state, open });
      const found = this.#assume(child, first) ? this.#search(child) : undefined;
      if (found !== undefined) return found;
      // No record meets the first alternative. Its opposite narrows what is left.
      state.open = [...open, rest];
      if (!hasDistinct(first) && !this.#assume(state, not(first))) return undefined;
    }
  }

  /** Picks a value for each key. */
  #record(state: State): Assignment | undefined {
    const values = new Map<number, string | number | null>();
    const center = state.distinct[0]?.key;
    if (center !== undefined) {
      // All of these compare with one key, so it must avoid each key that has only one value left.
      const others = state.distinct.map(({ other }) => other);
      const avoid = others.map((key) => this.#examples(state, key, 2)).filter(({ length }) => length === 1);
      const taken = new Set(avoid.map(([value]) => value));
      const value = this.#examples(state, center, taken.size + 1).find((candidate) => !taken.has(candidate));
      if (value === undefined) return undefined;
      values.set(center, value);
      for (const key of others) {
        const other = this.#examples(state, key, 2).find((candidate) => candidate !== value);
        if (other !== undefined) values.set(key, other);
      }
    }
    for (const key of state.domains.keys()) {
      if (!values.has(key)) values.set(key, this.#examples(state, key, 1)[0] ?? null);
    }
    return values;
  }

  #examples({ domains }: State, key: number, count: number): (string | number | null)[] {
    const { vocabulary, steps } = this.#tools;
    const domain = domains.get(key) ?? anything;
    steps.spend(costOfExample(domain));
    return examples(domain, count, {
      separator: vocabulary.separatorOf(key),
      isNamed: (text) => vocabulary.isNamed(key, text),
    });
  }
}

function copyOf({ domains, open, distinct }: State): State {
  return { domains: new Map(domains), open: [...open], distinct: [...distinct] };
}

function fewestParts(groups: readonly Group[]): Group | undefined {
  let fewest: Group | undefined;
  for (const group of groups) {
    if (fewest === undefined || group.parts.length < fewest.parts.length) fewest = group;
  }
  return fewest;
}

function hasDistinct(formula: Formula): boolean {
  if (formula.kind === "literal") return false;
  return formula.kind === "distinct" || formula.parts.some(hasDistinct);
}
