/** Runs the named steps of `npm test` and `npm run check`, and counts. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkout } from "./checkout.mjs";
import { duration } from "./progress.mjs";
import { run } from "./run.mjs";

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} script The Node.js program, below the checkout.
 * @property {readonly string[]} [args]
 * @property {string} [python] What the step needs python3 for. Where there is none the step is left out, and that is said:
 *   Python is no condition for working on this project.
 * @property {boolean} [jest] Whether it is jest, whose own counts are taken.
 */
/** @typedef {{ passed: number, failed: number }} Count */

/**
 * The counts of a jest run. A test file that did not even load has no tests in it, and counts as one failure.
 *
 * @param {{ numPassedTests: number, numFailedTests: number, numRuntimeErrorTestSuites: number, success: boolean }} result
 * @returns {Count}
 */
export function jestCount(result) {
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
  return { passed: result.numPassedTests, failed: failed === 0 && !result.success ? 1 : failed };
}

/**
 * @param {string} file
 * @returns {Count | undefined}
 */
function readJestCount(file) {
  try {
    /** @type {Parameters<typeof jestCount>[0]} */
    const result = JSON.parse(readFileSync(file, "utf8"));
    return jestCount(result);
  } catch {
    return undefined; // It did not get as far as writing it.
  }
}

/** Whether a Python is there that can make an environment of its own. */
async function hasPython() {
  return (await run("python3", ["-c", "import ensurepip, venv"], { timeoutMs: 60_000 })).code === 0;
}

/**
 * Runs a step and says how it went.
 *
 * @param {Step} step
 * @param {boolean} show Show what it prints while it runs; else only when it fails.
 * @returns {Promise<Count>} What jest counted; for other steps only a failure counts.
 */
export async function runStep(step, show) {
  const { name, script, args = [], jest = false, python } = step;
  if (python !== undefined && !(await hasPython())) {
    console.log(`\n== ${name}: left out, since ${python} needs python3 with venv, and there is none here`);
    return { passed: 0, failed: 0 };
  }
  const started = Date.now();
  const folder = mkdtempSync(join(tmpdir(), "cost-allocation-step-"));
  try {
    const report = join(folder, "jest.json");
    const counting = jest ? ["--json", `--outputFile=${report}`] : [];
    if (show) console.log(`\n== ${name}`);
    // jest prints its JSON on standard output too, when it is given no file; with one, everything it says is on stderr.
    const result = await run(process.execPath, [join(checkout, script), ...args, ...counting], { cwd: checkout, show });
    const ok = result.code === 0;
    if (!show && !ok) console.log(`\n${result.stdout}${result.stderr}`.trimEnd());
    console.log(`${show ? "== " : ""}${name}: ${ok ? "ok" : "FAILED"} (${duration(Date.now() - started)})`);
    const count = jest ? readJestCount(report) : undefined;
    if (count !== undefined) return { ...count, failed: ok ? count.failed : Math.max(1, count.failed) };
    return { passed: 0, failed: ok ? 0 : 1 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs lanes of steps side by side, those of a lane one after another. What they print is shown only when they fail, so that it
 * does not mix.
 *
 * @param {readonly (readonly Step[])[]} lanes
 * @returns {Promise<Count>} What all of them counted together.
 */
export async function runLanes(lanes) {
  const total = { passed: 0, failed: 0 };
  await Promise.all(
    lanes.map(async (lane) => {
      for (const step of lane) {
        const { passed, failed } = await runStep(step, false);
        total.passed += passed;
        total.failed += failed;
      }
    }),
  );
  return total;
}

const bin = {
  tsc: "node_modules/typescript/bin/tsc",
  eslint: "node_modules/eslint/bin/eslint.js",
  prettier: "node_modules/prettier/bin/prettier.cjs",
  depcruise: "node_modules/dependency-cruiser/bin/dependency-cruise.mjs",
  jest: "node_modules/jest/bin/jest.js",
};

const rooms = ["rules", "client", "provider", "sdk", "emulator", "cli"];

/** The steps, as they are shared between the quick loop and the whole. @satisfies {Record<string, Step>} */
export const steps = {
  types: { name: "types", script: bin.tsc, args: ["--noEmit", "--project", "tsconfig.json"] },
  lint: { name: "lint", script: bin.eslint, args: ["--max-warnings", "0", "."] },
  format: { name: "format", script: bin.prettier, args: ["--check", "--log-level", "warn", "."] },
  arrows: { name: "arrows", script: bin.depcruise, args: ["--config", "dependency-cruiser.config.cjs", ...rooms] },
  package: { name: "publint and attw", script: "scripts/package-check.mjs" },
  surface: { name: "public surface", script: "scripts/api.mjs", args: ["--check"] },
  declarations: { name: "declarations", script: "scripts/declarations.mjs" },
  unit: { name: "unit tests", script: bin.jest, args: ["--selectProjects=unit"], jest: true },
  slow: { name: "slow tests", script: bin.jest, args: ["--selectProjects=slow"], jest: true },
  // As many files at once as there are processors: a run of the engine starts one thing after another.
  endToEnd: {
    name: "end-to-end tests",
    script: bin.jest,
    args: ["--selectProjects=e2e", "--maxWorkers=100%"],
    jest: true,
  },
  contract: { name: "emulator contract", script: "scripts/emulator-contract.mjs", python: "schemathesis" },
};
