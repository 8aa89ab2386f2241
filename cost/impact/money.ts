/** Sums of costs. Amounts of different currencies are never in one sum. */
import { absolute } from "../cube/amounts";

export { absolute } from "../cube/amounts";

/** The cost of some records of one currency. */
export interface Money {
  /** The sum of their costs, in units of 10^-12. Credits are negative. */
  cost: bigint;
  /** The sum of their absolute costs, in the same unit. Shares are shares of it, since credits would distort those of the cost. */
  gross: bigint;
  /** How many records they are. */
  records: number;
}

/** The cost of what a rule or a value has before and after a change. */
export interface Sides {
  before: Money;
  after: Money;
}

/** The least and the most that an absolute cost can be, whatever the values are that the cost data can't tell. */
export interface Bounds {
  least: bigint;
  most: bigint;
}

/** No records. */
export function noMoney(): Money {
  return { cost: 0n, gross: 0n, records: 0 };
}

/** No records on both sides. */
export function noSides(): Sides {
  return { before: noMoney(), after: noMoney() };
}

/** Adds to a sum. */
export function addTo(sum: Money, { cost, gross, records }: Money): void {
  sum.cost += cost;
  sum.gross += gross;
  sum.records += records;
}

/** The sum at a key of a map, which begins with nothing. */
export function sumAt<K, V>(sums: Map<K, V>, key: K, none: () => V): V {
  let sum = sums.get(key);
  if (sum === undefined) {
    sum = none();
    sums.set(key, sum);
  }
  return sum;
}

/** Orders amounts by their absolute value, the largest first. */
export function byAbsolute(one: bigint, other: bigint): number {
  const [a, b] = [absolute(one), absolute(other)];
  return a > b ? -1 : a < b ? 1 : 0;
}
