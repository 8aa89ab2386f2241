/** Texts and names in a query. All characters that a terminal or a reader could misread are written as escapes. */
import { unicodeEscape } from "../../rules/shared/unicodeEscape";

/** Everything but letters, marks, digits, punctuation, symbols and the space. The last four are letters without a shape. */
const unsafe = /([^\p{L}\p{M}\p{N}\p{P}\p{S} ]|[\u115f\u1160\u3164\uffa0])/gu;

const simpleName = /^[A-Za-z_][A-Za-z0-9_]*$/u;

/** A text in an engine that doubles quotes and knows no escapes: other characters are joined by their numbers. */
export function joinedText(text: string, characterFunction: string): string {
  // With a group in the expression, every second part is what it found.
  const parts = text.split(unsafe).map((part, index) => {
    if (index % 2 === 1) return `${characterFunction}(${part.codePointAt(0) ?? 0})`;
    return part === "" ? "" : `'${part.replaceAll("'", "''")}'`;
  });
  const [first = "''", ...others] = parts.filter((part) => part !== "");
  return others.length === 0 ? first : `(${[first, ...others].join(" || ")})`;
}

/** A text in an engine that reads backslashes as escapes. */
export function escapedText(text: string, escape: (character: string) => string): string {
  const inner = text.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replace(unsafe, escape);
  return `'${inner}'`;
}

/** A character as escapes of its bytes in UTF-8: `\xE2\x80\x8D`. */
export function byteEscape(character: string): string {
  return [...Buffer.from(character)].map((byte) => `\\x${byte.toString(16).padStart(2, "0").toUpperCase()}`).join("");
}

/** The name of a column. A simple one is not quoted, since some engines change the case of such names. */
export function identifier(name: string, quote: string): string {
  return simpleName.test(name) ? name : `${quote}${name}${quote}`;
}

/** A text in a comment: in one line, and without what could be misread. */
export function commentText(text: string): string {
  return JSON.stringify(text).replace(unsafe, unicodeEscape);
}
