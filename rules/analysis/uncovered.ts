/**
 * Searches for records that none of the earlier rules matches. A rule joins the search only after it matches a record that was
 * found, so most searches never see most rules.
 */
import type { Compiler } from "./compile";
import { type Formula, not } from "./solver/formula";
import { type Assignment, holds } from "./solver/record";
import type { Reading, Readings } from "./solver/reading";
import type { RuleIndex } from "./solver/ruleIndex";
import { Search } from "./solver/search";
import type { Steps } from "./solver/steps";
import type { CompiledTag } from "./values";

/** What all questions work with. */
export interface Context {
  compiler: Compiler;
  steps: Steps;
  readings: Readings;
}

/** A context with the reading that a question uses. */
export interface Asking extends Context {
  reading: Reading;
}

/** The first rules of a tag. */
export interface Earlier {
  tag: CompiledTag;
  /** The number of rules. */
  count: number;
}

/** Starts a search. */
export function searchFor({ compiler, steps, reading }: Asking, formulas: readonly Formula[]): Search {
  const search = new Search({ vocabulary: compiler.vocabulary, steps });
  for (const formula of formulas) search.add(reading.surely(formula));
  return search;
}

/** Looks for records that meet a formula and that no earlier rule matches. */
export class Uncovered {
  readonly #asking: Asking;
  readonly #wanted: Formula;
  readonly #count: number;
  readonly #index: RuleIndex;
  readonly #search: Search;
  readonly #covering = new Map<number, Assignment>();
  /** The last record that was found, until a formula is added. */
  #record: Assignment | undefined;
  /** How many rules a round adds. It grows, because adding one at a time is slow if many are needed. */
  #batch = 1;

  constructor(asking: Asking, wanted: Formula, { tag, count }: Earlier) {
    this.#asking = asking;
    this.#wanted = wanted;
    this.#count = count;
    this.#index = asking.reading.indexOf(tag);
    this.#search = searchFor(asking, [wanted]);
  }

  /** Adds a formula that the records must meet. */
  add(formula: Formula): void {
    this.#record = undefined;
    this.#search.add(formula);
  }

  /** A record; undefined if there is none. */
  find(): Assignment | undefined {
    const { steps } = this.#asking;
    while (this.#record === undefined) {
      const record = this.#search.solve();
      if (record === undefined) return undefined;
      let match = this.#index.firstMatch(record, 0, this.#count, steps);
      if (match === undefined) this.#record = record;
      for (let added = 0; match !== undefined && added < this.#batch - 1 / 2; added++) {
        this.#covering.set(match, record);
        this.#search.add(not(this.#formulaOf(match)));
        match = this.#index.firstMatch(record, match + 1, this.#count, steps);
      }
      this.#batch *= 1.25;
    }
    return this.#record;
  }

  /**
   * After `find` found nothing: the rules that together match every record that meets the formula, in order. None can be left out.
   */
  covering(): number[] {
    const { steps } = this.#asking;
    let by = [...this.#covering.keys()].sort((a, b) => a - b);
    for (const rule of [...by].reverse()) {
      const others = by.filter((other) => other !== rule).map((other) => this.#formulaOf(other));
      const record = this.#covering.get(rule);
      steps.spend(others.length);
      // A record that only this rule matches shows that the rule is needed.
      if (record !== undefined && !others.some((other) => holds(other, record, steps))) continue;
      const search = searchFor(this.#asking, [this.#wanted]);
      for (const other of others) search.add(not(other));
      if (search.solve() === undefined) by = by.filter((other) => other !== rule);
    }
    return by;
  }

  #formulaOf(rule: number): Formula {
    return this.#index.formulas[rule] as Formula;
  }
}
