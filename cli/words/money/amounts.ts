/** Amounts of money as people read them, with names of currencies from the cost data. */
import { amountScale, amountToText } from "../../../cost/cube/amounts";
import { absolute, sumAt } from "../../../cost/impact/money";

/** A span with an amount. */
interface Money {
  plain: string;
  exact?: string;
}

const knownPlaces = new Map<string, number>();

/** How many decimal places amounts of a currency have: two, none in yen, three in dinars. */
function placesOf(currency: string): number {
  if (!isCode(currency)) return 2;
  const format = (): Intl.NumberFormat => new Intl.NumberFormat("en-US", { style: "currency", currency });
  return sumAt(knownPlaces, currency, () => format().resolvedOptions().maximumFractionDigits ?? 2);
}

const isCode = (currency: string): boolean => /^[A-Z]{3}$/u.test(currency);

/** The smallest amount that these decimal places show, in units of 10^-12: a cent. */
const leastOf = (currency: string): bigint => 10n ** BigInt(amountScale - placesOf(currency));

const isSmall = (units: bigint, currency: string): boolean => units !== 0n && absolute(units) < leastOf(currency);

/**
 * Writes an amount in a sentence: `$8,210.00`, `-€0.50`, `$0.0012`. With a currency that has no ISO code, `8,210.00 credits`.
 *
 * @param units the amount in units of 10^-12
 */
export function moneyOf(units: bigint, currency: string): Money {
  return {
    plain: moneyText(units, currency, isSmall(units, currency) ? { maximumSignificantDigits: 2 } : usual(currency)),
  };
}

/** Writes an amount among others: each has the decimal places of its currency, and `<$0.01` has the exact amount behind it. */
export function columnMoney(units: bigint, currency: string): Money {
  if (!isSmall(units, currency)) return { plain: moneyText(units, currency, usual(currency)) };
  const least = leastOf(currency);
  const limit = moneyText(units > 0n ? least : -least, currency, usual(currency));
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
  return units < leastOf(currency) ? amount : { plain: `+${amount.plain}` };
}

/** Writes an amount with three digits, as in diagrams: `$8.21K`. The exact one is behind it. */
export function compactMoney(units: bigint, currency: string): Money {
  const plain = moneyText(units, currency, { notation: "compact", maximumSignificantDigits: 3 });
  const { plain: exact } = columnMoney(units, currency);
  return isSmall(units, currency) ? columnMoney(units, currency) : { plain, exact };
}

function usual(currency: string): Intl.NumberFormatOptions {
  const places = placesOf(currency);
  return { minimumFractionDigits: places, maximumFractionDigits: places };
}

function moneyText(units: bigint, currency: string, digits: Intl.NumberFormatOptions): string {
  const format = new Intl.NumberFormat("en-US", isCode(currency) ? { ...digits, style: "currency", currency } : digits);
  // A text, because a number would not be exact.
  const text = format.format(amountToText(units) as Intl.StringNumericLiteral);
  return isCode(currency) || currency === "" ? text : `${text} ${currency}`;
}
