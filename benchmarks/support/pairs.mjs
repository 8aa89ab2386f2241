import { median } from "./rows.mjs";

/** @typedef {import("./rows.mjs").Row} Row */
/** @typedef {import("./rows.mjs").Target} Target */
/** @typedef {import("./project.mjs").Project} Project */
/** @typedef {import("./project.mjs").Duration} Duration */

/**
 * Measures two projects in pairs, alternating which one is first. A machine's speed may change by a fifth within minutes, so
 * the result is the median of the ratios within the pairs.
 */
export class Pairs {
  /** @type {{ measured: Duration, other: Duration }[]} */
  #pairs = [];
  #baseline;

  /** @param {string} baseline What the other project is. */
  constructor(baseline) {
    this.#baseline = baseline;
  }

  /**
   * Runs `up` in both projects.
   *
   * @param {Project} measuredProject
   * @param {Project} otherProject
   */
  async add(measuredProject, otherProject) {
    if (this.#pairs.length % 2 === 0) {
      const other = await otherProject.time("up");
      this.#pairs.push({ other, measured: await measuredProject.time("up") });
    } else {
      const measured = await measuredProject.time("up");
      this.#pairs.push({ measured, other: await otherProject.time("up") });
    }
  }

  /**
   * The rows of the elapsed time and of the CPU time.
   *
   * @param {string} name
   * @param {Target} target
   * @returns {Row[]}
   */
  rows(name, target) {
    /** @type {(kind: keyof Duration, name: string) => Row} */
    const row = (kind, name) => ({
      name,
      figure: median(this.#pairs.map(({ measured }) => measured[kind])),
      unit: "s",
      baseline: { name: this.#baseline, figure: median(this.#pairs.map(({ other }) => other[kind])) },
      ratio: median(this.#pairs.map(({ measured, other }) => measured[kind] / other[kind])),
      target,
      times: this.#pairs.length,
    });
    return [{ ...row("elapsed", name), needsQuiet: true }, row("cpu", `${name}: CPU time`)];
  }
}
