/**
 * What a rule matches, as a formula over the keys of a record. Negation is only in front of a comparison, so that a search needs to
 * know three kinds of formula.
 */

/** A comparison that is true for some values of a key. It is false for a missing value. */
export type Test =
  | { kind: "oneOf"; values: ReadonlySet<string> }
  | { kind: "contains"; parts: readonly string[] }
  | { kind: "exists" }
  /** For the moment of a record, in Unix milliseconds. Both ends belong to it. */
  | { kind: "within"; from: number; to: number };

/** A comparison of one key, or its opposite. */
export interface Literal {
  kind: "literal";
  /** The number of the key in the {@link Vocabulary}. */
  key: number;
  test: Test;
  isPositive: boolean;
}

/** All of the parts (`and`), or at least one of them (`or`). Without parts, `and` is always true and `or` never. */
export interface Group {
  kind: "and" | "or";
  parts: readonly Formula[];
  /** The opposite, once it has been asked for. */
  opposite?: Formula;
}

/** Whether two keys have different values; missing counts as a value. */
export interface Distinct {
  kind: "distinct";
  /** The key of the value that is compared with others. */
  key: number;
  other: number;
}

/** A formula. */
export type Formula = Literal | Group | Distinct;

/** The formula that is always true. */
export const always: Group = { kind: "and", parts: [] };
/** The formula that is never true. */
export const never: Group = { kind: "or", parts: [] };
always.opposite = never;
never.opposite = always;

/** All of the formulas. */
export function and(parts: readonly Formula[]): Formula {
  return group("and", parts, always, never);
}

/** At least one of the formulas. */
export function or(parts: readonly Formula[]): Formula {
  return group("or", parts, never, always);
}

function group(kind: "and" | "or", parts: readonly Formula[], neutral: Formula, decisive: Formula): Formula {
  const needed = parts.filter((part) => part !== neutral);
  if (needed.includes(decisive)) return decisive;
  const [only] = needed;
  if (only === undefined) return neutral;
  return needed.length === 1 ? only : { kind, parts: needed };
}

/** `then` where the condition is true, `otherwise` where it is false. */
export function choose(condition: Formula, then: Formula, otherwise: Formula): Formula {
  if (then === otherwise) return then;
  return or([and([condition, then]), and([not(condition), otherwise])]);
}

/**
 * The opposite of a formula.
 *
 * @throws {TypeError} for one with {@link Distinct}, which only states what a search looks for
 */
export function not(formula: Formula): Formula {
  if (formula.kind === "literal") return { ...formula, isPositive: !formula.isPositive };
  if (formula.kind === "distinct") throw new TypeError("Two keys that differ have no opposite.");
  formula.opposite ??= (formula.kind === "and" ? or : and)(formula.parts.map(not));
  return formula.opposite;
}

/** Whether a test is true for a value of a key, null if it is missing. */
export function passes(test: Test, value: string | number | null): boolean {
  if (test.kind === "within") return typeof value === "number" && value >= test.from && value <= test.to;
  if (typeof value !== "string") return false;
  if (test.kind === "oneOf") return test.values.has(value);
  return test.kind === "exists" || test.parts.some((part) => value.includes(part));
}

/** The values of a record by the number of the key. A key that is absent is missing. */
export type Assignment = ReadonlyMap<number, string | number | null>;

/** Whether a formula is true for a record. */
export function holds(formula: Formula, record: Assignment): boolean {
  switch (formula.kind) {
    case "literal":
      return passes(formula.test, record.get(formula.key) ?? null) === formula.isPositive;
    case "and":
      return formula.parts.every((part) => holds(part, record));
    case "or":
      return formula.parts.some((part) => holds(part, record));
    case "distinct":
      return (record.get(formula.key) ?? null) !== (record.get(formula.other) ?? null);
  }
}
