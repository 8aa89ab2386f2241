/**
 * JSON that keeps every digit of its numbers. A write sends the custom metadata of others back. As JavaScript numbers,
 * 9007199254740993123 would become 9007199254740993000, and 1e400 null.
 *
 * Node.js 20 has no `JSON.rawJSON`. Libraries such as lossless-json mark numbers by a property: metadata with the same property
 * would be sent as a number.
 */
import { randomUUID } from "node:crypto";

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A string or a number in a JSON text. Strings are matched so that digits in them are no numbers. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** A number with digits that a JavaScript number would lose. */
export class ExactNumber {
  /** The number as JSON has it. */
  readonly digits: string;

  constructor(digits: string) {
    if (!number.test(digits)) throw new RangeError("not a number in JSON");
    this.digits = digits;
  }

  /** For other serializers than `stringifyExactJson`: the number if JavaScript keeps its value, otherwise its digits. */
  toJSON(): number | string {
    const value = Number(this.digits);
    return normalized(String(value)) === normalized(this.digits) ? value : this.digits;
  }

  /** Its digits. */
  toString(): string {
    return this.digits;
  }
}

/** The value of a JSON text, with an {@link ExactNumber} for each number that would lose digits; undefined if it is not JSON. */
export function parseExactJson(text: string): unknown {
  // A random text, which the JSON can't contain.
  const mark = randomUUID();
  try {
    const plain = JSON.parse(text) as unknown;
    const marked = text.replaceAll(token, (found) =>
      found.startsWith('"') || JSON.stringify(Number(found)) === found ? found : `"${mark}${found}"`,
    );
    if (marked === text) return plain;
    return JSON.parse(marked, (_, value: unknown) =>
      typeof value === "string" && value.startsWith(mark) ? new ExactNumber(value.slice(mark.length)) : value,
    ) as unknown;
  } catch {
    return undefined;
  }
}

/** The JSON text of a value in which each {@link ExactNumber} has its digits. */
export function stringifyExactJson(value: unknown): string {
  const mark = randomUUID();
  const text = JSON.stringify(value, function (this: Record<string, unknown>, name: string, shown: unknown) {
    // `shown` is the result of `toJSON`, so take the value itself.
    const own = this[name];
    return own instanceof ExactNumber ? `${mark}${own.digits}` : shown;
  });
  return text.replaceAll(new RegExp(`"${mark}([^"]*)"`, "g"), "$1");
}

/** The same text for all spellings of a number: its digits without zeros around them, and an exponent. */
function normalized(digits: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(digits) ?? [];
  const all = `${whole}${fraction}`.replace(/^0+/, "");
  if (all === "") return whole === "" ? digits : "0";
  const significant = /^\d*[1-9]/.exec(all)?.[0] ?? "";
  return `${sign}${significant}e${BigInt(exponent) - BigInt(fraction.length) + BigInt(all.length - significant.length)}`;
}
