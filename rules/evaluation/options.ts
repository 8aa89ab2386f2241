/** What the API documentation leaves open about the meaning of rules, as options with defaults. */
import { isTooDeep, maxLevels } from "../nesting";
import { readMoment } from "../timeframe";
import type { Filter, Moment, TagContent } from "../types";
import { maybe, no, type Truth, yes } from "./truth";

/** A Virtual Tag that others can refer to. */
export interface EvaluationTag extends TagContent {
  /** The ID, by which filters and values refer to it. */
  id: string;
}

/** Options of `evaluate` and `compile`. */
export interface EvaluateOptions {
  /**
   * The moment of the record: Unix milliseconds, ISO 8601 or a Date. Default: unknown, so a rule with a timeframe may or may not
   * match.
   */
  at?: Moment | Date | undefined;
  /**
   * The Virtual Tags that the rules refer to. Their values are evaluated from the same record. A tag that is not in the list has
   * the value that the record states for it (`Virtual Tags:virtual_tag:<id>`), or else an unknown one. Default: none.
   */
  tags?: readonly EvaluationTag[] | undefined;
  /** Whether `notIs`, `notOneOf` and `notContains` match a record that has no value for the key. Default: true. */
  negativeOnMissing?: boolean | "unknown" | undefined;
  /** Whether values that differ in upper and lower case are different. Cost centers, types and keys always are. Default: true. */
  caseSensitive?: boolean | undefined;
  /**
   * Whether `contains` with several values requires any of them or all of them. `notContains` is always its opposite. Default:
   * `any`.
   */
  containsSeveral?: "any" | "all" | undefined;
}

/** The options with their defaults, in the form that the evaluation uses. */
export interface ResolvedOptions {
  /** Unix milliseconds, or NaN if it is unknown. */
  at: number;
  tags: ReadonlyMap<string, EvaluationTag>;
  negativeOnMissing: Truth;
  caseSensitive: boolean;
  containsSeveral: "any" | "all";
}

/** @throws {TypeError} if `at` is not a moment */
export function resolveOptions(options: EvaluateOptions): ResolvedOptions {
  const { at, tags = [], negativeOnMissing = true, caseSensitive = true, containsSeveral = "any" } = options;
  return {
    at: millisecondsOf(at),
    tags: new Map(tags.map((tag) => [tag.id, tag])),
    negativeOnMissing: negativeOnMissing === "unknown" ? maybe : negativeOnMissing ? yes : no,
    caseSensitive,
    containsSeveral,
  };
}

/**
 * A moment in Unix milliseconds; NaN if it is unknown.
 *
 * @throws {TypeError} if it is not a moment
 */
export function millisecondsOf(at: Moment | Date | undefined): number {
  if (at === undefined) return NaN;
  // Numbers are not read as rules are: a small one is a moment around 1970 and no mistake.
  const milliseconds = at instanceof Date ? at.getTime() : at;
  if (typeof milliseconds === "number" && Number.isFinite(milliseconds)) return milliseconds;
  const read = readMoment(at);
  if ("milliseconds" in read) return read.milliseconds;
  throw new TypeError(`at ${read.problem}.`);
}

/**
 * The level of a rule's filter. The rule itself is level 1. Members of a group are two levels below the group, because they are in
 * a list.
 */
export const filterLevel = 2;

/**
 * Refuses a filter that is nested so deep that walking through it could overflow the stack.
 *
 * @throws {RangeError}
 */
export function refuseTooDeep(filter: Filter, level: number): void {
  if (level < maxLevels || !isTooDeep(filter, maxLevels - level + 1)) return;
  throw new RangeError(`A rule is nested deeper than ${maxLevels} levels of objects and arrays.`);
}
