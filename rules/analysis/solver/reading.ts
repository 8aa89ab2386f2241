/** Two ways to read rules with unreadable parts: the search chooses their meaning, or it relies on none. */
import { always, and, type Formula, never, or, share } from "./formula";
import { RuleIndex } from "./ruleIndex";
import { moment } from "./vocabulary";

/** A tag. */
interface HasRules {
  rules: readonly { formula: Formula }[];
}

/** When rules certainly match, and when they perhaps match. */
export class Reading {
  readonly #isHidden: (formula: Formula) => boolean;
  readonly #surely = new Map<Formula, Formula>();
  readonly #perhaps = new Map<Formula, Formula>();
  readonly #indexes = new Map<HasRules, RuleIndex>();

  /**
   * @param isHidden whether a comparison is hidden, so that nothing may rely on it; for a group, whether it may contain such
   *   comparisons
   */
  constructor(isHidden: (formula: Formula) => boolean) {
    this.#isHidden = isHidden;
  }

  /** When a formula is true whatever the hidden comparisons are. */
  surely(formula: Formula): Formula {
    return this.#replace(formula, never, this.#surely);
  }

  /** When a formula is true for some outcome of the hidden comparisons. */
  perhaps(formula: Formula): Formula {
    return this.#replace(formula, always, this.#perhaps);
  }

  /** The rules of a tag that perhaps match. */
  indexOf(tag: HasRules): RuleIndex {
    const index = this.#indexes.get(tag) ?? new RuleIndex(tag.rules.map(({ formula }) => this.perhaps(formula)));
    this.#indexes.set(tag, index);
    return index;
  }

  #replace(formula: Formula, by: Formula, done: Map<Formula, Formula>): Formula {
    if (!this.#isHidden(formula)) return formula;
    if (formula.kind === "literal" || formula.kind === "distinct") return by;
    const known = done.get(formula);
    if (known !== undefined) return known;
    const parts = formula.parts.map((part) => this.#replace(part, by, done));
    const isSame = parts.every((part, index) => part === formula.parts[index]);
    const replaced = isSame ? formula : (formula.kind === "and" ? and : or)(parts);
    if (formula.isShared) share(replaced);
    done.set(formula, replaced);
    return replaced;
  }
}

/** Every way to read the rules. */
export interface Readings {
  /** The search chooses the meaning of each unreadable part. If it finds no record, there is none for any meaning. */
  free: Reading;
  /** Nothing relies on an unreadable part. A record that is found fits every meaning. */
  certain: Reading;
  /** Nothing relies on an unreadable part, or on the moment. */
  timeless: Reading;
}

/** Makes the readings. */
export function readings(): Readings {
  return {
    free: new Reading(() => false),
    certain: new Reading(({ isOpaque }) => isOpaque),
    timeless: new Reading(
      (formula) =>
        formula.isOpaque || (formula.kind === "literal" ? formula.key === moment : formula.kind !== "distinct"),
    ),
  };
}
