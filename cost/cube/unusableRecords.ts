/** Records that can't be added up, because they lack what every record must have. */
import type { CostMapping } from "../mapping/mapping";

/** What every record must have, and a billing month if it names one. */
export type NeededValue = "currency" | "cost" | "ChargePeriodStart" | "BillingPeriodStart";

/** The column with a value. */
export function neededColumn({ cost, currency }: CostMapping, needed: NeededValue): string {
  if (needed === "cost") return cost;
  if (needed === "currency") return typeof currency === "string" ? needed : currency.column;
  return needed;
}

/** Says which value records lack. The text is not escaped. */
export class UnusableRecords extends Error {
  readonly needed: NeededValue;

  /**
   * @param title how messages name the data
   * @param where where the first one is, if that is known
   * @param spelling how other records spell their currency, if it differs from theirs only in case
   */
  constructor(
    title: string,
    needed: NeededValue,
    records: number,
    mapping: CostMapping,
    { where, spelling }: { where?: string; spelling?: string } = {},
  ) {
    const [count, column] = [records === 1 ? "1 record has" : `${records} records have`, neededColumn(mapping, needed)];
    const problem = {
      currency:
        spelling === undefined
          ? `no valid currency in the column ${column}. Amounts without a currency can't be added.`
          : `another spelling of ${spelling} in the column ${column}, so their amounts would not be added.`,
      cost: `no number in the column ${column}.`,
      ChargePeriodStart: noMoment(column),
      BillingPeriodStart: noMoment(column),
    }[needed];
    super(`${title}: ${count} ${problem}${where === undefined ? "" : ` ${where}`}`);
    this.needed = needed;
  }
}

function noMoment(column: string): string {
  return `a ${column} that is not a date and time in ISO 8601, for example 2026-10-01T00:00:00Z.`;
}
