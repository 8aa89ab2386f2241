"use strict";

/** @type {import("jest").Config} */
const common = {
  testEnvironment: "<rootDir>/tests/support/jest/environment.cjs",
  testEnvironmentOptions: { globalsCleanup: "off" },
  transform: {
    "^.+\\.ts$": ["@swc/jest", { jsc: { target: "es2022" }, module: { type: "commonjs" }, sourceMaps: "inline" }],
  },
  // The policy pack imports the package, as its users do.
  moduleNameMapper: { "^pulumi-cost-allocation/(client|rules)$": "<rootDir>/$1" },
  // dist/ has a copy of every module, and node_modules/pulumi-cost-allocation links to this folder.
  modulePathIgnorePatterns: ["<rootDir>/dist/", "<rootDir>/node_modules/pulumi-cost-allocation/"],
  watchPathIgnorePatterns: ["<rootDir>/dist/"],
};

/** @type {import("jest").Config} */
module.exports = {
  coverageProvider: "v8",
  // Generous, so that a busy machine fails no test. `npm run bench` measures speed.
  testTimeout: 120_000,
  testSequencer: "<rootDir>/tests/support/jest/longestFirst.cjs",
  projects: [
    {
      ...common,
      displayName: "unit",
      testMatch: ["<rootDir>/tests/**/*.test.ts"],
      testPathIgnorePatterns: ["<rootDir>/tests/e2e/", "[.](?:slow|full)[.]test[.]ts$"],
    },
    {
      // The unit tests again, as a few large files: what `npm test` and `npm run check` run.
      ...common,
      displayName: "grouped",
      testMatch: ["<rootDir>/tests/groups/*.cjs"],
    },
    {
      // Tests that start processes, compile programs or run hundreds of random histories.
      ...common,
      displayName: "slow",
      testMatch: ["<rootDir>/tests/**/*.slow.test.ts"],
    },
    {
      ...common,
      displayName: "e2e",
      testMatch: ["<rootDir>/tests/e2e/**/*.test.ts"],
      testPathIgnorePatterns: ["[.]full[.]test[.]ts$"],
    },
    {
      // What `npm test` has no time for. Only `npm run test:full` runs them.
      ...common,
      displayName: "full",
      testMatch: ["<rootDir>/tests/**/*.full.test.ts"],
    },
  ],
};
