/** Shares of absolute costs, computed exactly. */

/** How many decimal places of a percentage count. */
const decimals = 12;

const one = 10n ** BigInt(decimals);

const percentage = /^(\d{1,9})(?:\.(\d{1,12}))?\s?%$/u;

/**
 * Reads a percentage such as `5%` or `0.5%`.
 *
 * @returns its number in units of 10^-12; undefined if the text is no percentage
 */
export function readPercentage(text: string): bigint | undefined {
  const [, whole, fraction = ""] = percentage.exec(text) ?? [];
  return whole === undefined ? undefined : BigInt(whole + fraction.padEnd(decimals, "0"));
}

/** A part of a whole as a percentage, in units of 10^-12, rounded up. A part of nothing is 0. */
export function percentageOf(part: bigint, whole: bigint): bigint {
  if (whole === 0n) return 0n;
  const units = part * 100n * one;
  return units / whole + (units % whole > 0n ? 1n : 0n);
}

/**
 * Writes a percentage with two decimal places, or with more if fewer would make it look like the limit that it exceeds.
 *
 * @param limit the text must differ from that of this percentage, unless the percentages are equal
 */
export function percentageText(units: bigint, limit?: bigint): string {
  for (let places = 2; places < decimals; places += 1) {
    const text = rounded(units, places);
    if (limit === undefined || units === limit || text !== rounded(limit, places)) return text;
  }
  return rounded(units, decimals);
}

const hundredth = one / 100n;

/** A percentage from 0 to 100 that two decimal places would make look like nothing or all. */
function almost(units: bigint): string | undefined {
  if (units > 0n && units < hundredth) return "<0.01%";
  return units < 100n * one && units > 100n * one - hundredth ? ">99.99%" : undefined;
}

/** Writes a percentage from 0 to 100 in a sentence: `5%`, `85.74%`, and `<0.01%` or `>99.99%` for what is not nothing or all. */
export function spokenPercentage(units: bigint): string {
  return almost(units) ?? percentageText(units);
}

/** Writes a percentage from 0 to 100 among others: as in a sentence, but always with two decimal places. */
export function fixedPercentage(units: bigint): string {
  const digits = ((units + hundredth / 2n) / hundredth).toString().padStart(3, "0");
  return almost(units) ?? `${digits.slice(0, -2)}.${digits.slice(-2)}%`;
}

function rounded(units: bigint, places: number): string {
  const step = 10n ** BigInt(decimals - places);
  const size = units < 0n ? -units : units;
  const digits = ((size + step / 2n) / step).toString().padStart(places + 1, "0");
  const number = `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/u, "");
  return `${units < 0n && number !== "0" ? "-" : ""}${number}%`;
}
