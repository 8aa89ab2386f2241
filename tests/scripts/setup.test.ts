/** @jest-environment ./tests/scripts/environment.cjs */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as Dependencies from "../../scripts/setup/dependencies.mjs";
import type * as Budget from "../../scripts/shared/budget.mjs";
import type * as Hash from "../../scripts/shared/contentHash.mjs";
import type * as Checkout from "../../scripts/shared/checkout.mjs";
import type * as Plan from "../../scripts/shared/plan.mjs";
import type * as Steps from "../../scripts/shared/steps.mjs";
import { load } from "./load";

const { matchesLockfile } = load("scripts/setup/dependencies.mjs") as typeof Dependencies;
const { contentHash } = load("scripts/shared/contentHash.mjs") as typeof Hash;
const { checkout } = load("scripts/shared/checkout.mjs") as typeof Checkout;
const { budgets, judge, loopOfBudget } = load("scripts/shared/budget.mjs") as typeof Budget;
const { expectStep, remaining, timeLeft, track } = load("scripts/shared/plan.mjs") as typeof Plan;
const { jestCount } = load("scripts/shared/steps.mjs") as typeof Steps;

describe("whether the installed packages match the lockfile", () => {
  const lockfile = {
    packages: {
      "": {},
      "node_modules/a": { version: "1.0.0" },
      "node_modules/b-win32": { version: "1.0.0", optional: true },
    },
  };
  const cases: [string, Parameters<typeof matchesLockfile>[1], boolean][] = [
    ["nothing installed", undefined, false],
    ["an optional package missing", { packages: { "node_modules/a": { version: "1.0.0" } } }, true],
    ["another version", { packages: { "node_modules/a": { version: "1.0.1" } } }, false],
    ["a package missing", { packages: {} }, false],
    ["an extra package", { packages: { "node_modules/a": { version: "1.0.0" }, "node_modules/c": {} } }, false],
    ["a link instead of a package", { packages: { "node_modules/a": { version: "1.0.0", link: true } } }, false],
  ];
  test.each(cases)("%s", (_, installed, expected) => {
    expect(matchesLockfile(lockfile, installed)).toBe(expected);
  });
});

test("a content hash depends on names and contents, and ignores missing folders", () => {
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

describe("the count of a jest run", () => {
  const base = { numPassedTests: 5, numFailedTests: 0, numRuntimeErrorTestSuites: 0, success: true, testResults: [] };
  const none = { passed: 5, failed: 0, skipped: [], failures: [], files: [] };

  test("a failed run has at least one failure", () => {
    expect(jestCount(base)).toEqual(none);
    expect(jestCount({ ...base, numFailedTests: 2, success: false })).toEqual({ ...none, failed: 2 });
    expect(jestCount({ ...base, numRuntimeErrorTestSuites: 1, success: false })).toEqual({ ...none, failed: 1 });
    expect(jestCount({ ...base, success: false })).toEqual({ ...none, failed: 1 });
  });

  test("names what was not run, what failed and why, and how long each file took", () => {
    const assertionResults = ["passed", "pending", "todo", "failed"].map((status) => ({
      status,
      fullName: `is ${status}`,
      failureMessages: status === "failed" ? ["\u001b[31mwhy\u001b[0m"] : [],
    }));
    const name = join("tests", "one.test.ts");
    const testResults = [{ name: join(checkout, name), startTime: 1000, endTime: 3500, assertionResults }];
    expect(jestCount({ ...base, testResults })).toMatchObject({
      skipped: [`${name}: is pending`, `${name}: is todo`],
      failures: [`Failed: ${name}: is failed\n    why`],
      files: [{ name, seconds: 2.5 }],
    });
  });
});

describe("the processor time of npm test", () => {
  const budget = budgets.usual;
  const taken: Parameters<typeof judge>[0] = { size: "usual", seconds: budget, loop: loopOfBudget, others: 0 };
  const cases: [string, Partial<typeof taken>, ReturnType<typeof judge>["verdict"]][] = [
    ["all of the budget", {}, "ok"],
    ["15 % more than the budget", { seconds: budget * 1.15 }, "ok"],
    ["more than that", { seconds: budget * 1.16 }, "above"],
    ["twice as much on a machine that is half as fast", { seconds: budget * 2, loop: loopOfBudget * 2 }, "ok"],
    ["the same on a machine that is twice as fast", { loop: loopOfBudget / 2 }, "above"],
    ["too much, while others take a fifth of the machine", { seconds: budget * 2, others: 0.21 }, "busy"],
    ["all of the budget at full size", { size: "full", seconds: budgets.full }, "ok"],
    ["too much, while others take less", { seconds: budget * 2, others: 0.19 }, "above"],
  ];
  test.each(cases)("%s", (_, changed, verdict) => {
    expect(judge({ ...taken, ...changed }).verdict).toBe(verdict);
  });
});

test("a step that nobody announced counts from when it is known to be necessary", async () => {
  expect(timeLeft()).toBeUndefined();
  await track("engine", () => {
    expectStep("engine");
    expect(timeLeft()).toMatch(/^about [56] min left/u);
    return Promise.resolve();
  });
  expect(timeLeft()).toMatch(/^about 5 s left/u);
});

describe("how long the rest of a plan takes", () => {
  type Told = { started?: number; took?: number };
  const after = (time: number, install: Told, engine: Told): string =>
    remaining(
      {
        install: { title: "", seconds: 40, after: [], ...install },
        engine: { title: "", seconds: 240, after: [], ...engine },
        compile: { title: "", seconds: 20, after: ["install"] },
        tests: { title: "", seconds: 360, after: ["engine", "compile"] },
      },
      time,
    );
  const cases: [string, number, Told, Told, string][] = [
    ["steps side by side count once", 0, {}, {}, "about 10 min"],
    ["what a step has taken is over", 120, { started: 0, took: 40 }, { started: 0 }, "about 8 min"],
    [
      "one that takes longer than usual goes on for a fifth of its time",
      480,
      { took: 40 },
      { started: 0 },
      "about 7 min",
    ],
    ["a step that took no time is over, too", 1, { took: 0 }, { took: 0 }, "about 6 min"],
  ];
  test.each(cases)("%s", (_, time, install, engine, expected) => {
    expect(after(time, install, engine)).toBe(expected);
  });
});
