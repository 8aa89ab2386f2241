/** What changed since the committed results. */
import { cells, head, verdict } from "./rows.mjs";

/** @typedef {import("./rows.mjs").Row} Row */

/**
 * `worse`, `better`, `new` or `gone`; the name of the row; what it was and what it is.
 *
 * @typedef {[kind: string, name: string, before: string, now: string]} Change
 */

/** Two measurements of the same code differ by less than a tenth of the first, or a hundredth of the target. */
const noise = { ofFigure: 0.1, ofTarget: 0.01 };

/**
 * The rows of a table in RESULTS.md, by name. Each cell by the column's name.
 *
 * @param {string} text
 */
export function readResults(text) {
  const rows = text.split("\n").map((line) => line.split("|").slice(1, -1));
  const known = rows.filter((cells) => cells.length === head.length).map((cells) => cells.map((cell) => cell.trim()));
  // Without the head, and the line under it.
  return new Map(known.slice(2).map((cells) => [cells[0] ?? "", cellsByColumn(cells)]));
}

/** @param {readonly string[]} cells */
function cellsByColumn(cells) {
  return Object.fromEntries(head.map((column, index) => [column, cells[index] ?? ""]));
}

/**
 * What changed by more than noise.
 *
 * A target for a figure has a baseline, too. If the baseline changes with the figure, only the machine is another: the row
 * changed if both the figure and the ratio did, in the same direction.
 *
 * @param {readonly Row[]} rows The rows that were measured.
 * @param {ReturnType<typeof readResults>} committed
 * @param {{ isComplete: boolean }} options Whether all rows were measured.
 * @returns {Change[]}
 */
export function changesSince(rows, committed, { isComplete }) {
  const measured = new Set(rows.map(({ name }) => name));
  const gone = isComplete ? [...committed].filter(([name]) => !measured.has(name)) : [];
  return [
    ...rows.flatMap((row) => changeOf(row, committed.get(row.name))),
    ...gone.map(([name, before]) => /** @type {Change} */ (["gone", name, shown(before), ""])),
  ];
}

/** @type {(row: Row, before: Record<string, string> | undefined) => Change[]} */
function changeOf(row, before) {
  const now = cellsByColumn(cells(row));
  const { name } = row;
  if (before === undefined) return [["new", name, "", shown(now)]];
  if (verdict(row) === "busy" || before["VERDICT"] === "busy") return [];
  const { of, bound, limit } = row.target;
  const ratio = direction(before["RATIO"], now["RATIO"], of === "ratio" ? limit : 0);
  const figure = of === "ratio" ? ratio : direction(before["FIGURE"], now["FIGURE"], limit);
  const change = figure === ratio ? figure : 0;
  const isOtherVerdict = before["VERDICT"] !== now["VERDICT"];
  if (change === 0 && !isOtherVerdict) return [];
  const isWorse = isOtherVerdict ? now["VERDICT"] === "MISSED" : (bound === "at most") === change > 0;
  return [[isWorse ? "worse" : "better", name, shown(before), shown(now)]];
}

/**
 * 1 if a number grew by more than noise, -1 if it shrank, otherwise 0.
 *
 * @param {string | undefined} before
 * @param {string | undefined} now
 * @param {number} limit What the target allows.
 */
function direction(before, now, limit) {
  const [first, second] = [before, now].map((text) => Number.parseFloat(text ?? ""));
  // A baseline of 0 has no ratio.
  if (first === undefined || second === undefined || Number.isNaN(first) || Number.isNaN(second)) return 0;
  if (Math.abs(second - first) <= Math.max(noise.ofFigure * first, noise.ofTarget * limit)) return 0;
  return second > first ? 1 : -1;
}

/** The figure with its unit, or the ratio: what the target is for. */
function shown(/** @type {Record<string, string>} */ row) {
  const value = row["TARGET"]?.endsWith(" x") === true ? `${row["RATIO"]} x` : row["FIGURE"];
  return row["VERDICT"] === "ok" ? (value ?? "") : `${value} ${row["VERDICT"]}`;
}
