/** Amounts of money as people read them, with names of currencies from the cost data. */
import { amountScale, amountToText } from "../../../cost/cube/amounts";
import { absolute } from "../../../cost/impact/money";
import type { Span } from "../../document/document";

/** Below this, two decimal places would show nothing: 0.01 in units of 10^-12. */
const cent = 10n ** 10n;

const isSmall = (units: bigint): boolean => units !== 0n && absolute(units) < cent;

/**
 * Writes an amount in a sentence: `$8,210.00`, `-€0.50`, `$0.0012`. With a currency that has no ISO code, `8,210.00 credits`.
 *
 * @param units the amount in units of 10^-12
 */
export function moneyOf(units: bigint, currency: string): Span {
  return { plain: moneyText(units, currency, isSmall(units) ? { maximumSignificantDigits: 2 } : twoDecimals) };
}

/** Writes an amount among others: each has two decimal places, and `<$0.01` has the exact amount behind it. */
export function columnMoney(units: bigint, currency: string): Span {
  if (!isSmall(units)) return { plain: moneyText(units, currency, twoDecimals) };
  const limit = moneyText(units > 0n ? cent : -cent, currency, twoDecimals);
  return {
    plain: `${units > 0n ? "<" : ">"}${limit}`,
    exact: moneyText(units, currency, { maximumFractionDigits: amountScale }),
  };
}

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

function moneyText(units: bigint, currency: string, digits: Intl.NumberFormatOptions): string {
  const isCode = /^[A-Z]{3}$/u.test(currency);
  const format = new Intl.NumberFormat("en-US", isCode ? { ...digits, style: "currency", currency } : digits);
  // A text, because a number would not be exact.
  const text = format.format(amountToText(units) as Intl.StringNumericLiteral);
  return isCode || currency === "" ? text : `${text} ${currency}`;
}
