"use strict";

const { default: Sequencer } = require("@jest/test-sequencer");

/**
 * The end-to-end tests that take longest, in their order. One that began last would run alone in the end; jest itself
 * goes by size, until it has measured, and these are short files.
 */
const longest = [
  "scale.full",
  "kills/killOtherWrites.full",
  "kills/killMatrix.full",
  "aws/bucket.full",
  "packages.full",
  "virtualTagOwnership",
  "virtualTagMetadata",
  "virtualTag",
  "pipelines",
  "aws/storageBucketAccess",
  "accounts",
  "docs",
].map((name) => `/tests/e2e/${name}.test.ts`);

/** @typedef {import("@jest/test-result").Test} Test */

module.exports = class extends Sequencer {
  /**
   * @override
   * @param {Test[]} tests
   */
  async sort(tests) {
    const place = (/** @type {Test} */ { path }) => {
      const found = longest.findIndex((end) => path.replaceAll("\\", "/").endsWith(end));
      return found === -1 ? longest.length : found;
    };
    return (await super.sort(tests)).sort((one, other) => place(one) - place(other));
  }
};
