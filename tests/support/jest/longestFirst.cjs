"use strict";

const { default: Sequencer } = require("@jest/test-sequencer");

/** The files that take longest, in their order. One that began last would run alone in the end. */
const longest = [
  "e2e/languages.full",
  "e2e/scale.full",
  "e2e/kills/killOtherWrites.full",
  "e2e/kills/killMatrix.full",
  "e2e/packages.full",
  "e2e/examples",
  "e2e/pipelines",
  "e2e/virtualTag",
  "e2e/virtualTagOwnership",
  "e2e/virtualTagMetadata",
].map((name) => `/tests/${name}.test.ts`);

/** The other files by their kind: jest itself goes by size, until it has measured, and the longest of these are short. */
const kinds = ["full", "e2e", "grouped", "slow", "unit"];

/** @typedef {import("@jest/test-result").Test} Test */

module.exports = class extends Sequencer {
  /**
   * @override
   * @param {Test[]} tests
   */
  async sort(tests) {
    const place = (/** @type {Test} */ { path, context }) => {
      const found = longest.findIndex((end) => path.replaceAll("\\", "/").endsWith(end));
      return found === -1 ? longest.length + kinds.indexOf(context.config.displayName?.name ?? "") : found;
    };
    return (await super.sort(tests)).sort((one, other) => place(one) - place(other));
  }
};
