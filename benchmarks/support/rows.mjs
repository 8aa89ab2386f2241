/** The result of one measurement: a figure, a baseline from the same run, and a target. */

/**
 * The limit for the figure, or for its ratio to the baseline.
 *
 * @typedef {object} Target
 * @property {"figure" | "ratio"} of
 * @property {"at most" | "at least"} bound
 * @property {number} limit
 */

/**
 * @typedef {object} Row
 * @property {string} name What was measured.
 * @property {number} figure
 * @property {string} unit The unit of the figure and of the baseline: `ms`, or what was counted.
 * @property {{ name: string, figure: number }} baseline Measured or counted in the same run.
 * @property {Target} target
 * @property {number} [ratio] Default: the figure divided by the baseline. For measurements in pairs: the median of the ratios
 *   of the pairs.
 * @property {number} [times] How many times both were measured; the figures are medians. Default: 1.
 * @property {boolean} [needsQuiet] Elapsed time near its target: it says nothing if other processes take much of the machine.
 * @property {boolean} [isBusy] They did, so nobody can tell whether the target is reached.
 */

/** @type {(limit: number) => Target} */
export const ratioAtMost = (limit) => ({ of: "ratio", bound: "at most", limit });
/** @type {(limit: number) => Target} */
export const figureAtMost = (limit) => ({ of: "figure", bound: "at most", limit });
/** @type {(limit: number) => Target} */
export const figureAtLeast = (limit) => ({ of: "figure", bound: "at least", limit });

/** @param {readonly number[]} figures */
export function median(figures) {
  const sorted = figures.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [before = NaN, after = NaN] = sorted.slice(middle - 1);
  return sorted.length % 2 === 0 ? (before + after) / 2 : (sorted[middle] ?? NaN);
}

/** @param {Row} row */
function ratioOf({ figure, baseline, ratio = figure / baseline.figure }) {
  return ratio;
}

/**
 * Whether a row reaches its target, or the machine was too busy to tell. NaN never reaches one.
 *
 * @param {Row} row
 * @returns {"ok" | "MISSED" | "busy"}
 */
export function verdict(row) {
  if (row.isBusy === true) return "busy";
  const { of, bound, limit } = row.target;
  const value = of === "figure" ? row.figure : ratioOf(row);
  return (bound === "at most" ? value <= limit : value >= limit) ? "ok" : "MISSED";
}

/**
 * Formats a number with at least three significant digits: `0.0523`, `4.21`, `27.9`, `5355`.
 *
 * @param {number} value
 */
function number(value) {
  return Number.isInteger(value) || value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}

/** The table's header. */
export const head = ["WHAT", "FIGURE", "BASELINE, SAME RUN", "RATIO", "TARGET", "TIMES", "VERDICT"];

/**
 * A row's cells in the table.
 *
 * @param {Row} row
 */
export function cells(row) {
  const { name, figure, unit, baseline, target, times = 1 } = row;
  const { of, bound, limit } = target;
  return [
    name,
    `${number(figure)} ${unit}`,
    `${number(baseline.figure)} ${unit}: ${baseline.name}`,
    number(ratioOf(row)),
    of === "figure" ? `${bound} ${limit} ${unit}` : `${bound} ${limit} x`,
    String(times),
    verdict(row),
  ];
}
