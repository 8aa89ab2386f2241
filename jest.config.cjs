"use strict";

/** @type {import("jest").Config} */
const common = {
  testEnvironment: "<rootDir>/tests/support/environment.cjs",
  testEnvironmentOptions: { globalsCleanup: "off" },
  transform: {
    "^.+\\.ts$": ["@swc/jest", { jsc: { target: "es2022" }, module: { type: "commonjs" }, sourceMaps: "inline" }],
  },
  // dist/ holds a second copy of every module, and node_modules a link to this very folder.
  modulePathIgnorePatterns: ["<rootDir>/dist/", "<rootDir>/node_modules/pulumi-cost-allocation/"],
  watchPathIgnorePatterns: ["<rootDir>/dist/"],
};

/** @type {import("jest").Config} */
module.exports = {
  coverageProvider: "v8",
  // Speed is measured by `npm run bench`; a busy machine is no reason to fail.
  testTimeout: 120_000,
  testSequencer: "<rootDir>/tests/support/longestFirst.cjs",
  projects: [
    {
      ...common,
      displayName: "unit",
      testMatch: ["<rootDir>/tests/**/*.test.ts"],
      testPathIgnorePatterns: ["<rootDir>/tests/e2e/", "[.]slow[.]test[.]ts$"],
    },
    {
      // Tests that start processes, compile programs, or play random histories by the hundred.
      ...common,
      displayName: "slow",
      testMatch: ["<rootDir>/tests/**/*.slow.test.ts"],
    },
    {
      ...common,
      displayName: "e2e",
      testMatch: ["<rootDir>/tests/e2e/**/*.test.ts"],
    },
  ],
};
