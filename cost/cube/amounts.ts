/** Exact amounts: whole numbers in units of 10^-12 of the currency. */

/** How many decimal places an amount has. A cost with more is rounded. */
export const amountScale = 12;

/** Engines write `0E-12` and `-1.5e-7` too. */
const amountText = /^(-?)(\d{1,38})(?:\.(\d{1,38}))?(?:[eE]([+-]?\d{1,2}))?$/u;

/** A number holds this many digits exactly, and a conversion through it is faster. */
const fastDigits = 15;

/**
 * Reads an amount such as `-12.5`.
 *
 * @returns undefined if the text is not a decimal number, or has more than 12 decimal places
 */
export function readAmount(text: string): bigint | undefined {
  const parts = amountText.exec(text);
  if (parts === null) return undefined;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = parts;
  const zeros = amountScale - fraction.length + Number(exponent);
  const all = whole + fraction;
  // Only zeros may be cut off, because amounts are exact.
  if (zeros < 0 && /[^0]/u.test(all.slice(zeros))) return undefined;
  const digits = zeros < 0 ? all.slice(0, zeros) || "0" : all + "0".repeat(zeros);
  const units = digits.length <= fastDigits ? BigInt(Number(digits)) : BigInt(digits);
  return sign === "" ? units : -units;
}

/** Writes an amount as a decimal number without trailing zeros: `12.5`, `0`. */
export function amountToText(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(amountScale + 1, "0");
  const fraction = digits.slice(-amountScale).replace(/0+$/u, "");
  return `${units < 0n ? "-" : ""}${digits.slice(0, -amountScale)}${fraction === "" ? "" : `.${fraction}`}`;
}

/** The amount without its sign. */
export function absolute(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}
