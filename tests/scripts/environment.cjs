"use strict";

const { TestEnvironment } = require("jest-environment-node");

/**
 * Gives tests Node.js's own `require`, because jest's can't load the ES modules in scripts/ and benchmarks/. They can't be
 * TypeScript, because they run before anything is installed or compiled.
 */
module.exports = class extends TestEnvironment {
  /**
   * @param {import("@jest/environment").JestEnvironmentConfig} config
   * @param {import("@jest/environment").EnvironmentContext} context
   */
  constructor(config, context) {
    super(config, context);
    Object.assign(this.global, { nativeRequire: require });
  }
};
