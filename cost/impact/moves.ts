/** Which records move from value to value. Pure. */
import { addTo, byAbsolute, type Money, noMoney, sumAt } from "./money";
import type { Outcome } from "./sides";

/** The rows of one billing month that have the same rule and value before, and the same after. */
export interface Group {
  before: Outcome;
  after: Outcome;
  /** Whether the same rules decide about them on both sides, so that a value that is not known is the same one. */
  isSame: boolean;
  /** `2026-10` */
  month: string;
  money: Money;
}

/** Records of the same value before and the same after. A record without a value has the value null. */
export interface Move {
  from: string | null;
  to: string | null;
  money: Money;
}

/** Records that may move. A value that the cost data can't tell is undefined. */
export interface MaybeMove {
  from: string | null | undefined;
  to: string | null | undefined;
  money: Money;
}

/** Whether the records have another value after than before. */
export function movement({ before, after, isSame }: Group): "moves" | "mayMove" | "stays" {
  if (before.value !== undefined && after.value !== undefined) return before.value === after.value ? "stays" : "moves";
  return isSame ? "stays" : "mayMove";
}

/** The groups added up by their values, the largest cost first. */
export function movesOf(groups: readonly Group[]): MaybeMove[] {
  const moves = new Map<string, MaybeMove>();
  for (const { before, after, money } of groups) {
    const [from, to] = [before.value, after.value];
    // JSON has no undefined, and a value is never a number.
    const key = JSON.stringify([from === undefined ? 0 : from, to === undefined ? 0 : to]);
    addTo(sumAt(moves, key, () => ({ from, to, money: noMoney() })).money, money);
  }
  return [...moves.values()].sort(
    (a, b) => byAbsolute(a.money.cost, b.money.cost) || compareValues(a.from, b.from) || compareValues(a.to, b.to),
  );
}

/** A value that is not known comes first, then a missing one. The order is the same on every machine. */
export function compareValues(a: string | null | undefined, b: string | null | undefined): number {
  const rank = (value: string | null | undefined): number => (value === undefined ? 0 : value === null ? 1 : 2);
  return typeof a === "string" && typeof b === "string" ? compareTexts(a, b) : rank(a) - rank(b);
}

/** Orders texts by their characters. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
