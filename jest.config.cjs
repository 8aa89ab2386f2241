"use strict";

/** @type {import("jest").Config} */
const common = {
  testEnvironment: "node",
  testEnvironmentOptions: { globalsCleanup: "off" },
  transform: {
    "^.+\\.ts$": ["@swc/jest", { jsc: { target: "es2022" }, module: { type: "commonjs" }, sourceMaps: "inline" }],
  },
  // dist/ holds a second copy of every module, and node_modules a link to this very folder.
  modulePathIgnorePatterns: ["<rootDir>/dist/", "<rootDir>/node_modules/pulumi-cost-allocation/"],
  watchPathIgnorePatterns: ["<rootDir>/dist/"],
};

/** What plays random histories by the hundred, and takes longer than all other unit tests together. */
const properties = [
  "<rootDir>/tests/histories/",
  "<rootDir>/tests/provider/faults/",
  "<rootDir>/tests/provider/virtualTagMetadataMerge.test.ts",
  "<rootDir>/tests/emulator/model.test.ts",
];

/** @type {import("jest").Config} */
module.exports = {
  coverageProvider: "v8",
  // Speed is measured by `npm run bench`; a busy machine is no reason to fail.
  testTimeout: 120_000,
  projects: [
    {
      ...common,
      displayName: "unit",
      testMatch: ["<rootDir>/tests/**/*.test.ts"],
      testPathIgnorePatterns: ["<rootDir>/tests/e2e/", ...properties],
    },
    {
      ...common,
      displayName: "properties",
      testMatch: properties.map((path) => (path.endsWith("/") ? `${path}*.test.ts` : path)),
    },
    {
      ...common,
      displayName: "e2e",
      testMatch: ["<rootDir>/tests/e2e/**/*.test.ts"],
    },
  ],
};
