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

/**
 * What plays random histories by the hundred, or the same scenarios with everything that may vary, and takes longer than all
 * other unit tests together.
 */
const properties = [
  "<rootDir>/tests/histories/",
  "<rootDir>/tests/cli/versionsRestore.test.ts",
  "<rootDir>/tests/client/coalescingModel.test.ts",
  "<rootDir>/tests/client/errors.test.ts",
  "<rootDir>/tests/client/limiter.test.ts",
  "<rootDir>/tests/client/limiterModel.test.ts",
  "<rootDir>/tests/client/limiterPatience.test.ts",
  "<rootDir>/tests/client/missing.test.ts",
  "<rootDir>/tests/client/roundTrips.test.ts",
  "<rootDir>/tests/client/soak.test.ts",
  "<rootDir>/tests/emulator/journal.test.ts",
  "<rootDir>/tests/emulator/limits.test.ts",
  "<rootDir>/tests/emulator/model.test.ts",
  "<rootDir>/tests/emulator/switches.test.ts",
  "<rootDir>/tests/provider/faults/",
  "<rootDir>/tests/provider/lookAgain.test.ts",
  "<rootDir>/tests/provider/virtualTagChanges.test.ts",
  "<rootDir>/tests/provider/virtualTagMetadataMerge.test.ts",
  "<rootDir>/tests/provider/virtualTagMetadataMergeModel.test.ts",
  "<rootDir>/tests/provider/virtualTagStaging.test.ts",
  "<rootDir>/tests/provider/virtualTagV1Changes.test.ts",
  "<rootDir>/tests/provider/virtualTagV1Switches.test.ts",
];

/** What starts processes, compiles whole programs, or loads all of AWS's SDK: a minute of processor time for a few files. */
const processes = [
  "<rootDir>/tests/aws/bucketForm.test.ts",
  "<rootDir>/tests/aws/light.test.ts",
  "<rootDir>/tests/aws/permissions.test.ts",
  "<rootDir>/tests/aws/prefix.test.ts",
  "<rootDir>/tests/aws/storageBucketAccess.test.ts",
  "<rootDir>/tests/cli/emulator.test.ts",
  "<rootDir>/tests/cli/emulatorMain.test.ts",
  "<rootDir>/tests/cli/help.test.ts",
  "<rootDir>/tests/cli/versionsProcess.test.ts",
  "<rootDir>/tests/cli/versionsProgramText.test.ts",
  "<rootDir>/tests/docs/arguments.test.ts",
  "<rootDir>/tests/docs/programs.test.ts",
  "<rootDir>/tests/package/",
  "<rootDir>/tests/scripts/lock.test.ts",
  "<rootDir>/tests/sdk/functionsProcess.test.ts",
  "<rootDir>/tests/sdk/light.test.ts",
];

/** The test files that a list of files and folders (which end with a slash) stands for. */
const testsOf = (/** @type {readonly string[]} */ paths) =>
  paths.map((path) => (path.endsWith("/") ? `${path}*.test.ts` : path));

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
      testPathIgnorePatterns: ["<rootDir>/tests/e2e/", ...properties, ...processes],
    },
    {
      ...common,
      displayName: "properties",
      testMatch: testsOf(properties),
    },
    {
      ...common,
      displayName: "processes",
      testMatch: testsOf(processes),
    },
    {
      ...common,
      displayName: "e2e",
      testMatch: ["<rootDir>/tests/e2e/**/*.test.ts"],
    },
  ],
};
