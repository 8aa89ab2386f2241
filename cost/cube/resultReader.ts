/** Reads the rows of a query's result. */
import { fixedResultColumns, laterMonthMark } from "../sql/resultColumns";
import { readAmount } from "./amounts";
import { currencyPattern } from "./currencies";
import { orMissing } from "./keyColumn";
import type { BillingMonthColumn } from "./cube";
import { monthPattern, nextMonth } from "./moments";
import type { CubePlan, Group } from "./plan";
import { type NeededValue, UnusableRecords } from "./unusableRecords";

/** Reads rows of texts into groups. */
export class ResultReader {
  readonly #plan: CubePlan;
  readonly #title: string;
  readonly #names: readonly string[];
  readonly #positions: Readonly<Record<keyof typeof fixedResultColumns | "records", number>>;
  readonly #sources: readonly number[];
  readonly #billingMonths: Set<BillingMonthColumn>;

  /**
   * @param names the names of the result's columns, in any case. Others than the plan's are allowed
   * @param title how messages name the data
   * @throws {Error} if a column is missing: the result is one of another query
   */
  constructor(plan: CubePlan, names: readonly string[], title: string) {
    const lower = names.map((name) => name.toLowerCase());
    const position = (name: string): number => {
      const found = lower.indexOf(name);
      if (found >= 0) return found;
      throw new Error(
        `${title} has no column ${name}, so it is the result of a query for other rules, another mapping, other columns or another month. Print the query with the same options, and run it again.`,
      );
    };
    const { provider, currency, month, billingMonth, part, cost, credits, amounts } = fixedResultColumns;
    this.#plan = plan;
    this.#title = title;
    this.#names = names;
    // A query leaves the month out if the data does not have it.
    const hasBilling = lower.includes(billingMonth);
    this.#billingMonths = new Set([hasBilling ? "BillingPeriodStart" : "ChargePeriodStart"]);
    this.#positions = {
      provider: position(provider),
      currency: position(currency),
      month: position(month),
      billingMonth: position(hasBilling ? billingMonth : month),
      part: position(part),
      cost: position(cost),
      credits: position(credits),
      amounts: position(amounts),
      records: position(plan.recordsColumn),
    };
    this.#sources = plan.sources.map(({ name }) => position(name));
  }

  /** The columns of the cost data that told the billing months of the rows that were read. */
  get billingMonths(): BillingMonthColumn[] {
    return [...this.#billingMonths];
  }

  /**
   * Reads a row.
   *
   * @param line where the row is, if the title names a file with the rows
   * @throws {Error} if the data can't be added up: no currency, no date, no cost. The text is not escaped
   */
  read(row: readonly (string | null)[], line?: number): Group {
    const title = line === undefined ? this.#title : `${this.#title}, line ${line}`;
    const at = this.#positions;
    const count = (position: number): number => {
      const found = Number(row[position] ?? "");
      if (row[position] !== "" && Number.isSafeInteger(found) && found >= 0) return found;
      throw this.#wrongValue(title, row, position, "a count");
    };
    const amount = (position: number): bigint => {
      const found = readAmount(row[position] ?? "");
      if (found !== undefined) return found;
      throw this.#wrongValue(title, row, position, "a decimal number with at most 12 decimal places");
    };
    const currency = orMissing(row[at.currency] ?? null);
    const month = monthIn(row[at.month]);
    const billingMonth = this.#billingMonth(orMissing(row[at.billingMonth] ?? null), month);
    const [part, records] = [count(at.part), count(at.records)];
    const unusable = (needed: NeededValue, number: number): Error =>
      new UnusableRecords(title, needed, number, this.#plan.mapping);
    if (currency === null || !currencyPattern.test(currency)) throw unusable("currency", records);
    if (!monthPattern.test(month)) throw unusable("ChargePeriodStart", records);
    if (!monthPattern.test(billingMonth)) throw unusable("BillingPeriodStart", records);
    const withoutCost = records - count(at.amounts);
    if (withoutCost > 0) throw unusable("cost", withoutCost);
    const cost = amount(at.cost);
    return {
      provider: orMissing(row[at.provider] ?? null),
      currency,
      month,
      billingMonth,
      part,
      values: this.#sources.map((position) => row[position] ?? null),
      cost,
      // The cost contains the credits, which are negative. Without them twice, each counts with its absolute cost.
      gross: cost - 2n * (row[at.credits] === null ? 0n : amount(at.credits)),
      records,
    };
  }

  /** That of the charge stands for a missing one. */
  #billingMonth(text: string | null, ofCharge: string): string {
    if (text === null) {
      this.#billingMonths.add("ChargePeriodStart");
      return ofCharge;
    }
    const month = monthIn(text);
    return text.endsWith(laterMonthMark) && monthPattern.test(month) ? nextMonth(month) : month;
  }

  #wrongValue(title: string, row: readonly (string | null)[], position: number, expected: string): Error {
    const found = JSON.stringify(row[position] ?? null);
    return new Error(`${title}: The column ${this.#names[position]} has ${found} instead of ${expected}.`);
  }
}

function monthIn(text: string | null | undefined): string {
  return text?.slice(0, "2026-10".length) ?? "";
}
