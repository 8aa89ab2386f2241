/** The columns of the result of a query that makes a cube. */
import type { CubePlan } from "../cube/plan";

/** The columns that results have. Their order doesn't matter, nor the case of the names, which some engines change. */
export const fixedResultColumns = {
  provider: "provider",
  currency: "currency",
  month: "charge_month",
  /** Absent if the data has no billing periods. Null for records without one. */
  billingMonth: "billing_month",
  part: "charge_part",
  cost: "cost_sum",
  /** The sum of the negative costs. Engines add it up faster than absolute values, and both give the same sum of those. */
  credits: "credit_sum",
  amounts: "cost_count",
} as const;

/** Follows a billing month that stands for the month after it: engines have no common function for that one. */
export const laterMonthMark = "+";

/**
 * The columns of a plan's result: the fixed ones, the record count, and one for each source.
 *
 * @param hasBilling whether the data has billing periods
 */
export function resultColumns({ sources, recordsColumn }: CubePlan, hasBilling: boolean): string[] {
  const fixed = Object.values(fixedResultColumns).filter(
    (name) => hasBilling || name !== fixedResultColumns.billingMonth,
  );
  return [...fixed, recordsColumn, ...sources.map(({ name }) => name)];
}
