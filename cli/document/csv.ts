/** Tables as CSV that is safe to open in a spreadsheet. */
import { printable } from "../../client/printable";
import type { DataCell } from "./document";

/**
 * What a spreadsheet takes for a formula, also after white space or quotation marks, in wide letters, or after a semicolon, which separates cells in some
 * countries. Tabs and line ends are escaped already.
 */
const formula = /(^|;)([\s"]*[=+\-@＝＋－＠])/gu;

/**
 * Writes CSV (RFC 4180). Texts are in quotation marks, and what would be a formula gets an apostrophe in front, which spreadsheets take for
 * the sign of a text. Numbers are written as they are, since a negative amount is no formula.
 *
 * @param columns their names: only our own words
 */
export function csvText(columns: readonly string[], rows: readonly (readonly DataCell[])[]): string {
  const lines = [columns.join(","), ...rows.map((row) => row.map(cellText).join(","))];
  return lines.map((line) => `${line}\r\n`).join("");
}

function cellText(cell: DataCell): string {
  if (cell === null) return "";
  if (typeof cell === "object") return numberText(cell.number);
  return `"${printable(cell).replace(formula, "$1'$2").replaceAll('"', '""')}"`;
}

function numberText(number: string): string {
  if (!/^-?\d+(?:\.\d+)?$/u.test(number)) throw new Error(`${number} is no number.`);
  return number;
}
