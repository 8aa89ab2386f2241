/** Amounts of money as people read them, with names of currencies from the cost data. */
import { amountToText } from "../../../cost/cube/amounts";
import type { Span } from "../../document/document";

/** Below this, two decimal places would show nothing: 0.01 in units of 10^-12. */
const cent = 10n ** 10n;

/**
 * Writes an amount: `$8,210.00`, `-€0.50`. With a currency that has no ISO code, `8,210.00 credits`.
 *
 * @param units the amount in units of 10^-12
 */
export function moneyOf(units: bigint, currency: string): Span {
  const isSmall = units !== 0n && units < cent && units > -cent;
  const digits = isSmall ? { maximumSignificantDigits: 2 } : { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const isCode = /^[A-Z]{3}$/u.test(currency);
  const format = new Intl.NumberFormat("en-US", isCode ? { ...digits, style: "currency", currency } : digits);
  // A text, because a number would not be exact.
  const text = format.format(amountToText(units) as Intl.StringNumericLiteral);
  return { plain: isCode || currency === "" ? text : `${text} ${currency}` };
}
