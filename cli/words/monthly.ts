import { moneyText } from "./money";

/** The amount of one month, of an amount of several. */
export function monthlyText(units: bigint, currency: string, months: number): string {
  return moneyText(units / BigInt(months), currency);
}
