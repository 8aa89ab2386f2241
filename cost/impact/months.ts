/** The money that moves in each billing month. Pure. */
import { addTo, type Bounds, type Money, noMoney, sumAt } from "./money";
import { compareTexts, type Group, type MaybeMove, type Move, movement, movesOf } from "./moves";

/** The money of one billing month, in one currency. */
export interface MonthImpact {
  /** `2026-10` */
  month: string;
  /** All records. */
  total: Money;
  /** The records that certainly move. */
  moved: Money;
  /** They by their values, the largest cost first. */
  moves: Move[];
  /** The records that move or not, depending on what the cost data can't tell. */
  mayMove: MaybeMove[];
}

/** The money of each billing month, in order. */
export function monthsOf(groups: readonly Group[]): MonthImpact[] {
  const months = new Map<string, Group[]>();
  for (const group of groups) sumAt(months, group.month, () => []).push(group);
  return [...months]
    .sort(([one], [other]) => compareTexts(one, other))
    .map(([month, ofMonth]) => {
      const moving = ofMonth.filter((group) => movement(group) === "moves");
      const unsure = ofMonth.filter((group) => movement(group) === "mayMove");
      const certain = movesOf(moving).map(({ from = null, to = null, money }) => ({ from, to, money }));
      return { month, total: sumOf(ofMonth), moved: sumOf(moving), moves: certain, mayMove: movesOf(unsure) };
    });
}

function sumOf(groups: readonly { money: Money }[]): Money {
  const sum = noMoney();
  for (const { money } of groups) addTo(sum, money);
  return sum;
}

/**
 * What moves in some months, as absolute cost.
 *
 * @param isWanted whether a month counts
 */
export function movedInMonths(months: readonly MonthImpact[], isWanted: (month: string) => boolean): Bounds {
  const wanted = months.filter(({ month }) => isWanted(month));
  const least = wanted.reduce((sum, { moved }) => sum + moved.gross, 0n);
  return { least, most: least + sumOf(wanted.flatMap(({ mayMove }) => mayMove)).gross };
}
