/** The steps of `npm test`, `npm run test:full` and `npm run check`, and how to run them. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ensureTemplate } from "../e2e/template.mjs";
import { startSetUp } from "../setup/setUp.mjs";
import { allOf } from "./allOf.mjs";
import { checkout } from "./checkout.mjs";
import { messageOf } from "./messageOf.mjs";
import { track } from "./plan.mjs";
import { duration, withProgress } from "./progress.mjs";
import { run } from "./run.mjs";

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} script The Node.js script's path in the checkout.
 * @property {readonly string[]} [args]
 * @property {string} [python] The Python tool that the step requires. Without python3 the step is skipped, because working on
 *   this project doesn't require Python.
 * @property {boolean} [jest] Whether the step runs jest. Its tests are then counted.
 * @property {boolean} [sourcesOnly] Whether the step needs neither dist/ nor the engine, so that it begins beside their set-up.
 */
/** @typedef {{ passed: number, failed: number, skipped: readonly string[], failures: readonly string[], files?: readonly TestFile[] }} Count */
/** @typedef {{ name: string, seconds: number }} TestFile */
/** @typedef {{ status: string, fullName: string, failureMessages?: readonly string[] }} Assertion */
/**
 * @typedef {object} JestResult
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numRuntimeErrorTestSuites
 * @property {boolean} success
 * @property {{ name: string, startTime: number, endTime: number, status?: string, message?: string, assertionResults: readonly Assertion[] }[]} testResults
 */

/** How many lines of a failure's message the summary shows, and of how many failures. */
const shown = { lines: 25, failures: 10 };

/**
 * @param {string} title
 * @param {string} message
 */
const failure = (title, message) =>
  [`Failed: ${title}`, ...stripVTControlCharacters(message).split("\n").slice(0, shown.lines)].join("\n    ");

/**
 * The counts of a jest run, the names of the skipped tests, what failed and why, and how long each file took. A test file that fails to load
 * counts as one failure.
 *
 * @param {JestResult} result
 * @returns {Count}
 */
export function jestCount(result) {
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
  const skipped = result.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== "passed" && status !== "failed")
      .map(({ fullName }) => `${relative(checkout, name)}: ${fullName}`),
  );
  const failures = result.testResults.flatMap(({ name, status, message = "", assertionResults }) => {
    const file = relative(checkout, name);
    const ofTests = assertionResults
      .filter((one) => one.status === "failed")
      .map(({ fullName, failureMessages = [] }) => failure(`${file}: ${fullName}`, failureMessages.join("\n")));
    return ofTests.length === 0 && status === "failed" ? [failure(file, message)] : ofTests;
  });
  const files = result.testResults.map(({ name, startTime, endTime }) => ({
    name: relative(checkout, name),
    seconds: (endTime - startTime) / 1000,
  }));
  return {
    passed: result.numPassedTests,
    failed: failed === 0 && !result.success ? 1 : failed,
    skipped,
    failures,
    files,
  };
}

/**
 * @param {readonly Count[]} counts
 * @returns {Count}
 */
export function sumOf(counts) {
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
    skipped: counts.flatMap(({ skipped }) => skipped),
    failures: counts.flatMap(({ failures }) => failures),
    files: counts.flatMap(({ files = [] }) => files),
  };
}

/**
 * @param {string} file
 * @returns {Count | undefined}
 */
function readJestCount(file) {
  try {
    /** @type {JestResult} */
    const result = JSON.parse(readFileSync(file, "utf8"));
    return jestCount(result);
  } catch {
    return undefined; // jest stopped before it wrote the file.
  }
}

/** Whether python3 can create virtual environments. */
async function hasPython() {
  return (await run("python3", ["-c", "import ensurepip, venv"], { timeoutMs: 60_000 })).code === 0;
}

/**
 * Runs jest, and shows how many test files are done.
 *
 * @param {string} name
 * @param {readonly string[]} command
 * @returns {Promise<import("./run.mjs").RunResult>}
 */
function runWithProgress(name, command) {
  let files = 0;
  return withProgress(name, (setDetail) =>
    run(process.execPath, command, {
      cwd: checkout,
      onLine: (line) => {
        if (/^(?:PASS|FAIL) /u.test(line)) setDetail(`${(files += 1)} files`);
        if (line.startsWith("FAIL ")) console.log(line);
      },
    }),
  );
}

/**
 * Runs a step and prints whether it passed.
 *
 * @param {Step} step
 * @param {boolean} show Shows the step's output while it runs. Otherwise the output is shown only if the step fails.
 * @returns {Promise<Count>} The tests that jest counted. Other steps count only if they fail.
 */
export async function runStep(step, show) {
  const { name, script, args = [], jest = false, python } = step;
  if (python !== undefined && !(await hasPython())) {
    console.log(`\n== ${name}: skipped, because ${python} requires python3 with venv`);
    return { passed: 0, failed: 0, skipped: [`${name}: requires python3 with venv`], failures: [] };
  }
  const started = Date.now();
  const folder = mkdtempSync(join(tmpdir(), "cost-allocation-step-"));
  try {
    const report = join(folder, "jest.json");
    const reportArgs = jest ? ["--json", `--outputFile=${report}`] : [];
    if (show) console.log(`\n== ${name}`);
    // With the usual 16 MB for young objects, a fifth of the processor time of tests goes into collecting them.
    const command = ["--max-semi-space-size=64", join(checkout, script), ...args, ...reportArgs];
    const result =
      jest && !show
        ? await runWithProgress(name, command)
        : await run(process.execPath, command, { cwd: checkout, show });
    const ok = result.code === 0;
    if (!show && !ok) console.log(`\n${result.stdout}${result.stderr}`.trimEnd());
    const { COST_ALLOCATION_TESTS: size } = process.env;
    const variable = size === undefined ? [] : [`COST_ALLOCATION_TESTS=${size}`];
    if (!ok) console.log(`To run it again: ${[...variable, "node", script, ...args].join(" ")}`);
    console.log(`${show ? "== " : ""}${name}: ${ok ? "ok" : "FAILED"} (${duration(Date.now() - started)})`);
    const count = jest ? readJestCount(report) : undefined;
    if (count !== undefined) return { ...count, failed: ok ? count.failed : Math.max(1, count.failed) };
    return { passed: 0, failed: ok ? 0 : 1, skipped: [], failures: ok ? [] : [`Failed: ${name}`] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs several sequences of steps in parallel. The output of a step is shown only if it fails, so that outputs don't mix.
 *
 * @param {readonly (readonly Step[])[]} sequences
 * @param {Promise<unknown>} [ready] What all steps wait for that need more than the sources.
 * @returns {Promise<Count>} The sum of all counts.
 */
export async function runInParallel(sequences, ready) {
  /** @type {Count[]} */
  const counts = [];
  const run = async (/** @type {readonly Step[]} */ sequence) => {
    for (const step of sequence) {
      if (step.sourcesOnly !== true) await ready;
      counts.push(await runStep(step, false));
    }
  };
  await allOf(...sequences.map(run));
  return sumOf(counts);
}

/**
 * Sets up the checkout, runs sequences of steps in parallel, all of them even after a failure, and prints a summary: the slowest test files,
 * what was skipped, and a last line `N passed, N failed`. These are the tests that jest counted, plus one failure for each other step that
 * failed.
 *
 * @param {"test" | "full"} command
 * @param {readonly (readonly Step[])[]} sequences At least one has a step that needs the set-up.
 * @param {(hadEngine: boolean) => Promise<Count | void>} end Called when all steps have ended, with whether the engine was there before. Adds to the
 *   summary, and may return what to add to the count.
 */
export async function runAll(command, sequences, end) {
  const started = Date.now();
  /** @type {Count} */
  let count = { passed: 0, failed: 1, skipped: [], failures: [] };
  let hadEngine = false;
  try {
    console.log("== set-up");
    const { installed, ready } = startSetUp(command);
    await installed.catch(() => ready);
    const prepared = ready.then(async ({ source, version, path, isNew }) => {
      hadEngine = isNew !== true;
      // For tests/support/prepared.ts.
      process.env["COST_ALLOCATION_PREPARED"] = JSON.stringify({ template: await ensureTemplate(), path });
      console.log(`== set-up: pulumi ${version} (${source})`);
    });
    const counted = runInParallel(sequences, prepared);
    [count] = await allOf(
      counted,
      prepared.then(() => track(command, () => counted)),
    );
  } catch (error) {
    console.error(messageOf(error));
  }
  const slowest = (count.files ?? []).toSorted((one, other) => other.seconds - one.seconds).slice(0, 10);
  console.log("\nThe slowest test files, in seconds:");
  for (const { name, seconds } of slowest) console.log(`${seconds.toFixed(0).padStart(6)}  ${name}`);
  console.log(`\nTime: ${duration(Date.now() - started)}`);
  const more = await end(hadEngine);
  if (more !== undefined) count = sumOf([count, more]);
  for (const name of count.skipped) console.log(`Skipped: ${name}`);
  // CI shows the end of what it prints, and a failure stands far above.
  for (const text of count.failures.slice(0, shown.failures)) console.log(text);
  if (count.failed > 0) process.exitCode = 1;
  console.log(`\n${count.passed} passed, ${count.failed} failed`);
}

const bin = {
  prettier: "node_modules/prettier/bin/prettier.cjs",
  depcruise: "node_modules/dependency-cruiser/bin/dependency-cruise.mjs",
  jest: "node_modules/jest/bin/jest.js",
};

/** The arguments of `npm run arrows`, whose list of folders is the only one. */
function arrowsArgs() {
  /** @type {{ scripts: { arrows: string } }} */
  const { scripts } = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8"));
  return scripts.arrows.split(" ").slice(1);
}

/** @satisfies {Record<string, Step>} */
export const steps = {
  typesAndLint: { name: "types and lint", script: "scripts/types-and-lint.mjs", sourcesOnly: true },
  format: { name: "format", script: bin.prettier, args: ["--check", "--log-level", "warn", "."], sourcesOnly: true },
  imports: { name: "import rules", script: bin.depcruise, args: arrowsArgs(), sourcesOnly: true },
  package: { name: "publint and attw", script: "scripts/package/publint-attw.mjs" },
  apiReports: { name: "API reports", script: "scripts/package/api-reports.mjs", args: ["--check"] },
  declarations: { name: "declarations", script: "scripts/package/declarations.mjs" },
  allDeclarations: { name: "declarations", script: "scripts/package/declarations.mjs", args: ["--all"] },
  unit: { name: "unit tests", script: bin.jest, args: ["--selectProjects=grouped"], jest: true, sourcesOnly: true },
  // One worker per processor, one more than jest's default: a run of the engine rarely keeps a whole processor busy.
  tests: {
    name: "unit, slow and end-to-end tests",
    script: bin.jest,
    args: ["--selectProjects", "grouped", "slow", "e2e", "--maxWorkers=100%"],
    jest: true,
  },
  full: {
    name: "tests of every installation, kill and engine",
    script: bin.jest,
    // These wait more: for processes that they kill, and for engines and installations.
    args: ["--selectProjects=full", "--maxWorkers=200%"],
    jest: true,
  },
  fullSize: {
    name: "random and end-to-end tests at full size",
    script: bin.jest,
    args: "--selectProjects unit slow e2e --maxWorkers=100% --findRelatedTests tests/support/size.ts".split(" "),
    jest: true,
  },
  contract: { name: "emulator contract", script: "scripts/emulator-contract.mjs", python: "schemathesis" },
};
