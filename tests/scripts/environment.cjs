"use strict";

const { TestEnvironment } = require("jest-environment-node");

/**
 * Gives a test Node.js's own `require`: jest's knows no ES modules, and scripts/ has to consist of such, since they run
 * before anything is built or installed.
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
