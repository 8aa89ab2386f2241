/** @jest-environment ./tests/scripts/environment.cjs */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as Dependencies from "../../scripts/setup/dependencies.mjs";
import type * as Hash from "../../scripts/shared/contentHash.mjs";
import type * as Steps from "../../scripts/shared/steps.mjs";
import { load } from "./load";

const { fits } = load("setup/dependencies.mjs") as typeof Dependencies;
const { contentHash } = load("shared/contentHash.mjs") as typeof Hash;
const { jestCount } = load("shared/steps.mjs") as typeof Steps;

describe("whether what is installed is what the lockfile asks for", () => {
  const wanted = {
    packages: {
      "": {},
      "node_modules/a": { version: "1.0.0" },
      "node_modules/b-win32": { version: "1.0.0", optional: true },
    },
  };
  const cases: [string, Parameters<typeof fits>[1], boolean][] = [
    ["nothing installed", undefined, false],
    ["all but another platform's", { packages: { "node_modules/a": { version: "1.0.0" } } }, true],
    ["another version", { packages: { "node_modules/a": { version: "1.0.1" } } }, false],
    ["one missing", { packages: {} }, false],
    ["one too many", { packages: { "node_modules/a": { version: "1.0.0" }, "node_modules/c": {} } }, false],
    ["a link in place of a package", { packages: { "node_modules/a": { version: "1.0.0", link: true } } }, false],
  ];
  test.each(cases)("%s", (_, installed, answer) => {
    expect(fits(wanted, installed)).toBe(answer);
  });
});

test("a content hash tells names and contents, and minds no missing folder", () => {
  const folder = mkdtempSync(join(tmpdir(), "cost-allocation-hash-"));
  try {
    mkdirSync(join(folder, "a", "b"), { recursive: true });
    writeFileSync(join(folder, "a", "b", "one"), "1");
    const hash = contentHash(folder, ["a", "missing"]);
    expect(contentHash(folder, ["missing", "a"])).toBe(hash);
    writeFileSync(join(folder, "a", "b", "one"), "2");
    const edited = contentHash(folder, ["a"]);
    writeFileSync(join(folder, "a", "two"), "");
    expect(new Set([hash, edited, contentHash(folder, ["a"])]).size).toBe(3);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a jest run that failed never counts as none failed", () => {
  const base = { numPassedTests: 5, numFailedTests: 0, numRuntimeErrorTestSuites: 0, success: true };
  expect(jestCount(base)).toEqual({ passed: 5, failed: 0 });
  expect(jestCount({ ...base, numFailedTests: 2, success: false })).toEqual({ passed: 5, failed: 2 });
  expect(jestCount({ ...base, numRuntimeErrorTestSuites: 1, success: false })).toEqual({ passed: 5, failed: 1 });
  expect(jestCount({ ...base, success: false })).toEqual({ passed: 5, failed: 1 });
});
