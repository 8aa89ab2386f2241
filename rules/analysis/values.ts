/**
 * Compares the values that rules give. What is true of another tag's value becomes a formula over its rules. Each such formula is
 * made once and shared: otherwise, each tag in a chain of references would double the work.
 */
import {
  always,
  and,
  choose,
  distinct,
  type Formula,
  literal,
  type Literal,
  never,
  not,
  or,
  passes,
  share,
  type TextTest,
} from "./solver/formula";
import type { Rule } from "../types";
import type { Steps } from "./solver/steps";
import type { Vocabulary } from "./solver/vocabulary";

/** How deep formulas may be nested. The functions that walk through them are recursive, and could overflow the stack. */
const mostDepth = 1_000;

/** A value that does not come from another tag. */
export type PlainOutcome =
  | { kind: "constant"; value: string }
  /** No value: an empty one of another Virtual Tag counts as missing. */
  | { kind: "missing" }
  /** The value that the record has for a key. An unreadable value has a key of its own. */
  | { kind: "key"; key: number };

/** The value that another Virtual Tag gives the record. */
export interface TagOutcome {
  kind: "tag";
  tag: CompiledTag;
}

/** The value that a rule gives. */
export type Outcome = PlainOutcome | TagOutcome;

/** A rule, or the default, which always matches. */
export interface CompiledRule {
  formula: Formula;
  outcome: Outcome;
}

/** A content as formulas. */
export interface CompiledTag {
  /** The rules, and then the default. */
  rules: readonly CompiledRule[];
  /** The rules as declared, without the default. undefined for one that is malformed or nested too deep. */
  sources: readonly (Rule | undefined)[];
  /** Whether the tag and all tags that it depends on can be read completely. */
  isReadable: boolean;
}

/** What was computed for a tag that others refer to. */
interface Known {
  formulas: Map<string, Formula>;
  /** Every value that it can have, by its name. */
  outcomes?: ReadonlyMap<string, PlainOutcome>;
}

/** Compares values. */
export class Values {
  readonly #vocabulary: Vocabulary;
  readonly #steps: Steps;
  readonly #known = new Map<CompiledTag, Known>();
  /** For the key of an unreadable value, the key of the value that other tags see. */
  readonly #ofTags = new Map<number, number>();

  constructor(vocabulary: Vocabulary, steps: Steps) {
    this.#vocabulary = vocabulary;
    this.#steps = steps;
  }

  /** Whether a value can be read. */
  isReadable(outcome: Outcome): boolean {
    if (outcome.kind === "tag") return outcome.tag.isReadable;
    return outcome.kind !== "key" || !this.#vocabulary.isOpaque(outcome.key);
  }

  /** Tests a key of the record. */
  literal(key: number, test: TextTest): Literal {
    if (test.kind === "oneOf") this.#vocabulary.note(key, "values", test.values);
    if (test.kind === "contains") this.#vocabulary.note(key, "parts", test.parts);
    return literal(key, test, this.#vocabulary.isOpaque(key));
  }

  /** The records for which a test of a tag's value is true. */
  test(outcome: TagOutcome, test: TextTest): Formula {
    return this.#ofTag(outcome, `test ${nameOfTest(test)}`, (plain) => {
      if (plain.kind === "key") return this.literal(plain.key, test);
      return plain.kind === "constant" && passes(test, plain.value) ? always : never;
    });
  }

  /** The records for which two values differ. An unreadable value may always differ. */
  differs(value: PlainOutcome, other: Outcome): Formula {
    return other.kind === "tag"
      ? this.#ofTag(other, `differs ${nameOf(value)}`, (plain) => this.#differs(value, plain))
      : this.#differs(value, other);
  }

  #differs(value: PlainOutcome, other: PlainOutcome): Formula {
    if (value.kind === "key" && other.kind === "key") {
      const isOpaque = this.#vocabulary.isOpaque(value.key) || this.#vocabulary.isOpaque(other.key);
      return value.key === other.key ? never : distinct(value.key, other.key, isOpaque);
    }
    if (value.kind === "key") return this.#keyDiffers(value.key, other);
    if (other.kind === "key") return this.#keyDiffers(other.key, value);
    return nameOf(value) === nameOf(other) ? never : always;
  }

  #keyDiffers(key: number, value: PlainOutcome): Formula {
    if (value.kind !== "constant") return this.literal(key, { kind: "exists" });
    // No key has an empty value, so with an empty constant the comparison is never true. An unreadable value may be empty.
    return not(this.literal(key, { kind: "oneOf", values: new Set([value.value]) }));
  }

  /** The records for which two values differ. */
  differingValues(value: Outcome, other: Outcome): Formula {
    return or(this.cases(value).map(({ guard, outcome }) => and([guard, this.differs(outcome, other)])));
  }

  /** The values that an outcome can have, each with the records that have it. */
  cases(outcome: Outcome): { guard: Formula; outcome: PlainOutcome }[] {
    if (outcome.kind !== "tag") return [{ guard: always, outcome }];
    return [...this.#outcomesOf(outcome)].map(([name, plain]) => ({
      guard: this.#ofTag(outcome, `gives ${name}`, (other) => (nameOf(other) === name ? always : never)),
      outcome: plain,
    }));
  }

  #outcomesOf({ tag }: TagOutcome): ReadonlyMap<string, PlainOutcome> {
    const known = this.#knownOf(tag);
    if (known.outcomes !== undefined) return known.outcomes;
    const outcomes = new Map<string, PlainOutcome>();
    for (const { outcome } of tag.rules) {
      const own = outcome.kind === "tag" ? this.#outcomesOf(outcome).values() : [this.#asOfTag(outcome)];
      for (const plain of own) {
        this.#steps.spend(1);
        outcomes.set(nameOf(plain), plain);
      }
    }
    known.outcomes = outcomes;
    return outcomes;
  }

  /**
   * The records for which something is true of a tag's value.
   *
   * @param name identifies what is asked
   * @param ofPlain the records for which it is true of a value that does not come from another tag
   */
  #ofTag({ tag }: TagOutcome, name: string, ofPlain: (outcome: PlainOutcome) => Formula): Formula {
    const { formulas } = this.#knownOf(tag);
    const known = formulas.get(name);
    if (known !== undefined) return known;
    const formula = this.#firstMatching(tag.rules, (outcome) =>
      outcome.kind === "tag" ? this.#ofTag(outcome, name, ofPlain) : ofPlain(this.#asOfTag(outcome)),
    );
    if (formula.depth > mostDepth) this.#steps.giveUp();
    formulas.set(name, share(formula));
    return formula;
  }

  /** The formula of the first rule that matches. */
  #firstMatching(rules: readonly CompiledRule[], of: (outcome: Outcome) => Formula): Formula {
    let otherwise: Formula = never;
    // Neighbors for which it is always true, or never, become one group. One group for each rule would be nested too deep.
    let [neighbors, then]: [Formula[], Formula] = [[], never];
    const withNeighbors = (): Formula => {
      const parts = [...neighbors.reverse(), otherwise];
      neighbors = [];
      return then === always ? or(parts) : and(parts);
    };
    for (const { formula, outcome } of rules.toReversed()) {
      const own = of(outcome);
      this.#steps.spend(2);
      if (own !== then) otherwise = withNeighbors();
      then = own;
      if (own === always) neighbors.push(formula);
      else if (own === never) neighbors.push(not(formula));
      else otherwise = choose(formula, own, otherwise);
    }
    return withNeighbors();
  }

  /** A value as other tags see it: an empty one counts as missing. */
  #asOfTag(outcome: PlainOutcome): PlainOutcome {
    if (outcome.kind === "constant" && outcome.value === "") return { kind: "missing" };
    if (this.isReadable(outcome) || outcome.kind !== "key") return outcome;
    // An unreadable value may be empty, and then other tags see something else.
    const key = this.#ofTags.get(outcome.key) ?? this.#vocabulary.numberOfOpaque();
    this.#ofTags.set(outcome.key, key).set(key, key);
    return { kind: "key", key };
  }

  #knownOf(tag: CompiledTag): Known {
    const known = this.#known.get(tag) ?? { formulas: new Map<string, Formula>() };
    this.#known.set(tag, known);
    return known;
  }
}

/** Two values have the same name only if they are equal. */
function nameOf(outcome: PlainOutcome): string {
  if (outcome.kind === "constant") return `=${outcome.value}`;
  return outcome.kind === "missing" ? "missing" : `key ${outcome.key}`;
}

function nameOfTest(test: TextTest): string {
  if (test.kind === "exists") return "exists";
  return JSON.stringify(test.kind === "oneOf" ? ["oneOf", ...[...test.values].sort()] : ["contains", ...test.parts]);
}
