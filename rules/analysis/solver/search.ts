/**
 * Looks for a record that meets formulas. It decides comparisons that follow from others first, and tries the alternatives of an OR
 * only after that. The values of each key are tracked exactly, so a search that finds no record proves that there is none.
 */
import { anything, anytime, type Domain, examples, narrow, costOf, costOfExample, truthOf } from "./domain";
import { type Distinct, type Formula, type Group, type Literal, not } from "./formula";
import type { Assignment } from "./record";
import type { Steps } from "./steps";
import { moment, type Vocabulary } from "./vocabulary";

/** What every search works with. */
export interface Tools {
  vocabulary: Vocabulary;
  steps: Steps;
}

/** Formulas of which at least one must be true. */
type Alternatives = readonly Formula[];

/** What is known of the record so far. */
interface State {
  domains: Map<number, Domain>;
  /** Alternatives of which none is decided. */
  open: Alternatives[];
  distinct: Distinct[];
  /** What is known of shared formulas, if there are any: what was taken for true, and what follows from that. */
  truths: Map<Group, boolean> | undefined;
}

/** A choice to go back to: the state before it, and the alternatives, of which it took the first. */
interface Choice {
  state: State;
  alternatives: Alternatives;
}

/** The number of the current pass over the alternatives, counted across all searches. */
let pass = 0;

/** A search to which formulas can be added. A record that it returns meets all of them. */
export class Search {
  readonly #tools: Tools;
  /** undefined once the formulas contradict each other. */
  #state: State | undefined = { domains: new Map(), open: [], distinct: [], truths: undefined };

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
    if (this.#state === undefined) return undefined;
    return this.#state.open.length === 0 ? this.#record(this.#state) : this.#search(this.#copyOf(this.#state));
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
      case "distinct":
        state.distinct.push(formula);
        return true;
      case "and":
      case "or":
        return this.#assumeGroup(state, formula);
    }
  }

  #assumeGroup(state: State, group: Group): boolean {
    this.#tools.steps.spend(1);
    if (group.isShared) {
      const known = state.truths?.get(group);
      if (known !== undefined) return known;
      setTruth(state, group, true);
    }
    if (group.kind === "and") return group.parts.every((part) => this.#assume(state, part));
    state.open.push(group.parts);
    return group.parts.length > 0;
  }

  #domainOf(state: State, { key, test }: Literal): Domain {
    const domain = state.domains.get(key) ?? (key === moment ? anytime : anything);
    this.#tools.steps.spend(costOf(domain, test));
    return domain;
  }

  /** Decides the alternatives that follow from what is known. Returns false on a contradiction. */
  #propagate(state: State): boolean {
    for (let changed = true; changed;) {
      changed = false;
      pass += 1;
      const { open } = state;
      state.open = [];
      for (const alternatives of open) {
        const reduced = this.#reduce(state, alternatives);
        if (reduced === true) continue;
        const [first, second] = reduced;
        if (first === undefined) return false;
        if (second !== undefined) state.open.push(reduced);
        else if (this.#assume(state, first)) changed = true;
        else return false;
      }
    }
    return true;
  }

  /** The alternatives that are still possible, or true if one of them is certain. */
  #reduce(state: State, alternatives: Alternatives): Alternatives | true {
    const possible: Formula[] = [];
    for (const part of alternatives) {
      const truth = this.#truthOf(state, part);
      if (truth === true) return true;
      if (truth === undefined) possible.push(part);
    }
    return possible.length === alternatives.length ? alternatives : possible;
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
      case "or":
        return formula.isShared ? this.#truthOfShared(state, formula) : this.#truthOfGroup(state, formula);
    }
  }

  #truthOfGroup(state: State, { kind, parts }: Group): boolean | undefined {
    this.#tools.steps.spend(1);
    const decisive = kind === "or";
    let result: boolean | undefined = !decisive;
    for (const part of parts) {
      const truth = this.#truthOf(state, part);
      if (truth === decisive) return decisive;
      if (truth === undefined) result = undefined;
    }
    return result;
  }

  #truthOfShared(state: State, group: Group): boolean | undefined {
    this.#tools.steps.spend(1);
    if (group.undecidedIn === pass) return undefined;
    const known = state.truths?.get(group);
    if (known !== undefined) return known;
    const truth = this.#truthOfGroup(state, group);
    if (truth === undefined) group.undecidedIn = pass;
    else setTruth(state, group, truth);
    return truth;
  }

  /**
   * Tries alternatives, and goes back after a contradiction. It is a loop because there may be more choices than calls on the
   * stack.
   */
  #search(start: State): Assignment | undefined {
    const choices: Choice[] = [];
    for (let state: State | undefined = start; ;) {
      if (state !== undefined && this.#propagate(state)) {
        const alternatives = fewest(state.open);
        const record = alternatives === undefined ? this.#record(state) : undefined;
        if (record !== undefined) return record;
        if (alternatives !== undefined) {
          const open = state.open.filter((other) => other !== alternatives);
          const choice: Choice = { state: { ...state, open }, alternatives };
          choices.push(choice);
          state = this.#copyOf(choice.state);
          if (!this.#assume(state, alternatives[0] as Formula)) state = undefined;
          continue;
        }
      }
      const last = choices.pop();
      if (last === undefined) return undefined;
      state = this.#withoutFirst(last);
    }
  }

  /** The state after the first alternative failed: its opposite is true. */
  #withoutFirst({ state, alternatives }: Choice): State | undefined {
    const [first, ...others] = alternatives;
    state.open.push(others);
    return first === undefined || first.isOneWay || this.#assume(state, not(first)) ? state : undefined;
  }

  #copyOf({ domains, open, distinct, truths }: State): State {
    this.#tools.steps.spend(1 + domains.size + open.length / 8 + (truths?.size ?? 0));
    return { domains: new Map(domains), open: [...open], distinct: [...distinct], truths: truths && new Map(truths) };
  }

  /** Picks a value for each key. */
  #record(state: State): Assignment | undefined {
    const values = new Map<number, string | number | null>();
    const center = state.distinct[0]?.key;
    if (center !== undefined) {
      // All of these compare with one key, so its value must differ from that of each key with only one value left.
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
    // Every record has a moment, even if no formula needs it.
    const { latestMoment } = this.#tools.vocabulary;
    if (latestMoment !== undefined && !values.has(moment)) values.set(moment, latestMoment);
    return values;
  }

  #examples({ domains }: State, key: number, count: number): (string | number | null)[] {
    const { vocabulary, steps } = this.#tools;
    const domain = domains.get(key) ?? anything;
    steps.spend(costOfExample(domain));
    return examples(domain, count, {
      separator: vocabulary.separatorOf(key),
      isNamed: (text) => vocabulary.isNamed(key, text),
      latestMoment: vocabulary.latestMoment ?? 0,
    });
  }
}

function fewest(open: readonly Alternatives[]): Alternatives | undefined {
  let found: Alternatives | undefined;
  for (const alternatives of open) {
    if (found === undefined || alternatives.length < found.length) found = alternatives;
  }
  return found;
}

/** What is known of a shared formula stays true while the search narrows what is possible. */
function setTruth(state: State, group: Group, truth: boolean): void {
  state.truths ??= new Map();
  state.truths.set(group, truth);
  if (group.opposite !== undefined) state.truths.set(group.opposite, !truth);
}
