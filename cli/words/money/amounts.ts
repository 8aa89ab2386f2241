/** Amounts of money as people read them, with names of currencies from the cost data. */
import { amountScale, amountToText } from "../../../cost/cube/amounts";
import { absolute } from "../../../cost/impact/money";

/** A span with an amount. */
interface Money {
  plain: string;
  exact?: string;
}

/** Below this, two decimal places would show nothing: 0.01 in units of 10^-12. */
const cent = 10n ** 10n;

const isSmall = (units: bigint): boolean => units !== 0n && absolute(units) < cent;

/**
 * Writes an amount in a sentence: `$8,210.00`, `-€0.50`, `$0.0012`. With a currency that has no ISO code, `8,210.00 credits`.
 *
 * @param units the amount in units of 10^-12
 */
export function moneyOf(units: bigint, currency: string): Money {
  return { plain: moneyText(units, currency, isSmall(units) ? { maximumSignificantDigits: 2 } : twoDecimals) };
}

/** Writes an amount among others: each has two decimal places, and `<$0.01` has the exact amount behind it. */
export function columnMoney(units: bigint, currency: string): Money {
  if (!isSmall(units)) return { plain: moneyText(units, currency, twoDecimals) };
  const limit = moneyText(units > 0n ? cent : -cent, currency, twoDecimals);
  return {
    plain: `${units > 0n ? "<" : ">"}${limit}`,
    exact: moneyText(units, currency, { maximumFractionDigits: amountScale }),
  };
}

/** Writes a size of a diagram, which need not be exact: a number in units of the currency. */
export function sizeText(size: number, currency: string): string {
  return columnMoney(BigInt(Math.round(size * 1e12)), currency).plain;
}

/** A size of a diagram. */
export function sizeOf(units: bigint): number {
  return Number(units) / 1e12;
}

/** Writes a difference: `+$8,210.00`, `-€0.50`. */
export function moneyChange(units: bigint, currency: string): Money {
  const amount = columnMoney(units, currency);
  return units < cent ? amount : { plain: `+${amount.plain}` };
}

/** Writes an amount with three digits, as in diagrams: `$8.21K`. The exact one is behind it. */
export function compactMoney(units: bigint, currency: string): Money {
  const plain = moneyText(units, currency, { notation: "compact", maximumSignificantDigits: 3 });
  const { plain: exact } = columnMoney(units, currency);
  return isSmall(units) ? columnMoney(units, currency) : { plain, exact };
}

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

function moneyText(units: bigint, currency: string, digits: Intl.NumberFormatOptions): string {
  const isCode = /^[A-Z]{3}$/u.test(currency);
  const format = new Intl.NumberFormat("en-US", isCode ? { ...digits, style: "currency", currency } : digits);
  // A text, because a number would not be exact.
  const text = format.format(amountToText(units) as Intl.StringNumericLiteral);
  return isCode || currency === "" ? text : `${text} ${currency}`;
}
