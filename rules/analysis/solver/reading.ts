/** Two ways to read rules of which parts can't be read: with a meaning that suits the search, or without relying on any. */
import { always, and, type Formula, never, or, share } from "./formula";
import { RuleIndex } from "./ruleIndex";
import { moment } from "./vocabulary";

/** What has rules: a tag. */
interface HasRules {
  rules: readonly { formula: Formula }[];
}

/** When rules certainly match, and when they perhaps match. */
export class Reading {
  readonly #isHidden: (formula: Formula) => boolean;
  readonly #surely = new Map<Formula, Formula>();
  readonly #perhaps = new Map<Formula, Formula>();
  readonly #indexes = new Map<HasRules, RuleIndex>();

  /** @param isHidden whether nothing may rely on a comparison, or whether a group may have such comparisons */
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
  /** Each part that can't be read has one meaning, which a search may choose. What no such record meets, none meets. */
  free: Reading;
  /** Nothing relies on a part that can't be read. A record that is found is one for every meaning. */
  certain: Reading;
  /** Nor on the moment. */
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
