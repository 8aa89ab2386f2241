/** What one condition says about one value. */
import { meaningOf } from "../operators";
import type { Condition, Timeframe } from "../types";
import type { ResolvedOptions } from "./options";
import { readMoment } from "../timeframe";
import { isSeveral, type PossibleValue, UNKNOWN } from "./record";
import { maybe, no, sameTruth, type Truth, yes } from "./truth";

/**
 * The texts that a condition compares with. In lower case if letter case does not matter.
 *
 * @returns undefined for a value in a shape that the API documentation does not have
 */
export function textsOf(condition: Condition, { caseSensitive }: ResolvedOptions): readonly string[] | undefined {
  const value: unknown = condition.value;
  const values: readonly unknown[] | undefined =
    typeof value === "string" ? [value] : Array.isArray(value) ? value : undefined;
  if (values?.every((text): text is string => typeof text === "string") !== true) return undefined;
  return caseSensitive ? values : values.map((text) => text.toLowerCase());
}

/** Whether a condition holds. One with an operator that the API documentation does not have may or may not. */
export function conditionTruth(condition: Condition, value: PossibleValue, resolved: ResolvedOptions): Truth {
  if (value === UNKNOWN) return maybe;
  if (isSeveral(value)) return sameTruth(value.map((one) => conditionTruth(condition, one, resolved)));
  const meaning = meaningOf(condition.operator);
  if (meaning === undefined) return maybe;
  const { tests, isNegative } = meaning;
  if (tests === "exists") return (value === null) === isNegative ? yes : no;
  const texts = textsOf(condition, resolved);
  if (texts === undefined) return maybe;
  if (value === null) return isNegative ? resolved.negativeOnMissing : no;
  const text = resolved.caseSensitive ? value : value.toLowerCase();
  const matches = tests === "contains" ? containsTexts(text, texts, resolved) : texts.includes(text);
  return matches === isNegative ? no : yes;
}

/** Without texts, the condition is false, as `oneOf` is without values. */
function containsTexts(text: string, texts: readonly string[], { containsSeveral }: ResolvedOptions): boolean {
  const contains = (part: string): boolean => text.includes(part);
  return containsSeveral === "any" ? texts.some(contains) : texts.length > 0 && texts.every(contains);
}

/** A timeframe in Unix milliseconds. Both ends belong to it. NaN for an end that can't be read. */
export interface Range {
  from: number;
  to: number;
}

/** @returns undefined if the rule always applies */
export function rangeOf(timeframe: Timeframe | null | undefined): Range | undefined {
  if (timeframe === undefined || timeframe === null) return undefined;
  if (typeof (timeframe as unknown) !== "object") return { from: NaN, to: NaN };
  const { from, to } = timeframe as { from?: unknown; to?: unknown };
  return { from: momentOf(from, -Infinity), to: momentOf(to, Infinity) };
}

/** The service may return null for an open end. */
function momentOf(moment: unknown, open: number): number {
  if (moment === undefined || moment === null) return open;
  if (typeof moment === "number") return moment;
  const read = readMoment(moment);
  return "milliseconds" in read ? read.milliseconds : NaN;
}

/** Whether a moment, in Unix milliseconds, is in a range. NaN may or may not be. */
export function rangeTruth({ from, to }: Range, at: number): Truth {
  if (at < from || at > to) return no;
  return at >= from && at <= to ? yes : maybe;
}
