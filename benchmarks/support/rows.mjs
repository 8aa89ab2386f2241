/**
 * The one shape of everything that is measured: a figure, what it is compared with in the same run, and what was promised.
 */

/**
 * What was promised, of the figure itself or of its ratio to the baseline.
 *
 * @typedef {object} Target
 * @property {"figure" | "ratio"} of
 * @property {"at most" | "at least"} bound
 * @property {number} limit
 */

/**
 * One thing that was measured.
 *
 * @typedef {object} Row
 * @property {string} name What was measured.
 * @property {number} figure
 * @property {string} unit Of the figure and of the baseline: `ms`, or what was counted.
 * @property {{ name: string, figure: number }} baseline What it is compared with: measured or counted in the same run.
 * @property {Target} target
 * @property {number} [ratio] Of the figure to the baseline, where it is not simply that of the two: the median of the ratios
 *   of pairs, each measured one right after the other. Default: figure by baseline.
 * @property {number} [times] How often both were measured; the figures are the medians. Default: 1, for what is counted.
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
export function ratioOf({ figure, baseline, ratio = figure / baseline.figure }) {
  return ratio;
}

/**
 * Whether a row keeps its promise. A figure that is none (NaN) keeps nothing.
 *
 * @param {Row} row
 */
export function isReached(row) {
  const { of, bound, limit } = row.target;
  const value = of === "figure" ? row.figure : ratioOf(row);
  return bound === "at most" ? value <= limit : value >= limit;
}

/**
 * Three digits that say something: `0.0523`, `4.21`, `27.9`, `5355`.
 *
 * @param {number} value
 */
function number(value) {
  return Number.isInteger(value) || value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}

/** The head of the table. */
export const head = ["WHAT", "FIGURE", "BASELINE, SAME RUN", "RATIO", "TARGET", "TIMES", "VERDICT"];

/**
 * A row as the table shows it.
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
    isReached(row) ? "ok" : "MISSED",
  ];
}
