/**
 * What a rule matches, as a formula over the keys of a record. Only comparisons are negated, so a search handles few kinds of
 * formula. Formulas share their parts: otherwise, each tag in a chain of references would double their size.
 */

/** A comparison that is true for some texts. It is false for a missing value. */
export type TextTest =
  { kind: "oneOf"; values: ReadonlySet<string> } | { kind: "contains"; parts: readonly string[] } | { kind: "exists" };

/** A comparison that is true for some values of a key. */
export type Test =
  | TextTest
  /** For the moment of a record, in Unix milliseconds. Both ends belong to it. */
  | { kind: "within"; from: number; to: number };

interface Traits {
  /** About how many comparisons it has. A shared part counts as one. */
  readonly cost: number;
  /** How deep its groups are nested. */
  readonly depth: number;
  /** Whether it has an unreadable part, which may be true for any record. */
  readonly isOpaque: boolean;
  /** Whether it has no opposite, because a part of it is {@link Distinct}. */
  readonly isOneWay: boolean;
}

/** A comparison of one key, or its opposite. */
export interface Literal extends Traits {
  readonly kind: "literal";
  /** The number of the key in the {@link Vocabulary}. */
  readonly key: number;
  readonly test: Test;
  readonly isPositive: boolean;
  /** The opposite, once it was computed. */
  opposite: Literal | undefined;
}

/** All of the parts (`and`), or at least one of them (`or`). Without parts, `and` is always true and `or` never. */
export interface Group extends Traits {
  readonly kind: "and" | "or";
  readonly parts: readonly Formula[];
  /** The opposite, once it has been asked for. */
  opposite: Group | undefined;
  /** Whether it is a part of many formulas, so that its truth is worth remembering. */
  isShared: boolean;
  /** The last pass of a search that could not decide it. A field is faster than a list elsewhere. */
  undecidedIn: number;
}

/** Whether two keys have different values; missing counts as a value. */
export interface Distinct extends Traits {
  readonly kind: "distinct";
  /** The key of the value that is compared with others. */
  readonly key: number;
  readonly other: number;
}

/** A formula. */
export type Formula = Literal | Group | Distinct;

/** The formula that is always true. */
export const always = groupOf("and", []);
/** The formula that is never true. */
export const never = groupOf("or", []);
always.opposite = never;
never.opposite = always;

/** A comparison of one key. */
export function literal(key: number, test: Test, isOpaque = false): Literal {
  const cost = test.kind === "contains" ? 1 + test.parts.length : 1;
  // All literals have the same fields in the same order, which makes reading them fast. So do all groups.
  const traits = { cost, depth: 0, isOpaque, isOneWay: false };
  return { kind: "literal", key, test, isPositive: true, ...traits, opposite: undefined };
}

/** Whether two keys have different values. */
export function distinct(key: number, other: number, isOpaque: boolean): Distinct {
  return { kind: "distinct", key, other, cost: 1, depth: 0, isOpaque, isOneWay: true };
}

/** All of the formulas. */
export function and(parts: readonly Formula[]): Formula {
  return joined("and", parts, always, never);
}

/** At least one of the formulas. */
export function or(parts: readonly Formula[]): Formula {
  return joined("or", parts, never, always);
}

function joined(kind: "and" | "or", parts: readonly Formula[], neutral: Formula, decisive: Formula): Formula {
  if (parts.includes(decisive)) return decisive;
  const needed = parts.includes(neutral) ? parts.filter((part) => part !== neutral) : parts;
  return needed.length > 1 ? groupOf(kind, needed) : (needed[0] ?? neutral);
}

function groupOf(kind: "and" | "or", parts: readonly Formula[]): Group {
  let [cost, depth, isOpaque, isOneWay] = [1, 0, false, false];
  for (const part of parts) {
    cost += isShared(part) ? 1 : part.cost;
    depth = Math.max(depth, part.depth + 1);
    isOpaque ||= part.isOpaque;
    isOneWay ||= part.isOneWay;
  }
  return { kind, parts, cost, depth, isOpaque, isOneWay, opposite: undefined, isShared: false, undecidedIn: 0 };
}

/** Whether a formula is a part of many. */
export function isShared(formula: Formula): boolean {
  return (formula.kind === "and" || formula.kind === "or") && formula.isShared;
}

/** Marks a formula as a part of many. For a group without parts, that is not worth it. */
export function share<Shared extends Formula>(formula: Shared): Shared {
  if ((formula.kind === "and" || formula.kind === "or") && formula.parts.length > 0) formula.isShared = true;
  return formula;
}

/** `then` where the condition is true, `otherwise` where it is false. */
export function choose(condition: Formula, then: Formula, otherwise: Formula): Formula {
  if (then === otherwise) return then;
  if (then === always || then === condition) return or([condition, otherwise]);
  if (then === never) return and([not(condition), otherwise]);
  if (otherwise === never || otherwise === condition) return and([condition, then]);
  if (otherwise === always) return or([not(condition), then]);
  return or([and([condition, then]), and([not(condition), otherwise])]);
}

/**
 * The opposite of a formula.
 *
 * @throws {TypeError} for a formula with {@link Distinct}, which a search can only look for
 */
export function not(formula: Formula): Formula {
  if (formula.kind === "distinct") throw new TypeError("Two keys that differ have no opposite.");
  if (formula.opposite !== undefined) return formula.opposite;
  if (formula.kind === "literal") {
    return (formula.opposite = { ...formula, isPositive: !formula.isPositive, opposite: formula });
  }
  const opposite = groupOf(formula.kind === "and" ? "or" : "and", formula.parts.map(not));
  if (formula.isShared) share(opposite);
  opposite.opposite = formula;
  return (formula.opposite = opposite);
}

/** Whether a test is true for a value of a key, null if it is missing. */
export function passes(test: Test, value: string | number | null): boolean {
  if (test.kind === "within") return typeof value === "number" && value >= test.from && value <= test.to;
  if (typeof value !== "string") return false;
  if (test.kind === "oneOf") return test.values.has(value);
  return test.kind === "exists" || test.parts.some((part) => value.includes(part));
}
