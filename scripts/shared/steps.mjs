/** The steps of `npm test` and `npm run check`, and how to run them. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkout } from "./checkout.mjs";
import { duration } from "./progress.mjs";
import { run } from "./run.mjs";

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} script The Node.js script's path in the checkout.
 * @property {readonly string[]} [args]
 * @property {string} [python] The Python tool that the step requires. Without python3 the step is skipped, because working on
 *   this project doesn't require Python.
 * @property {boolean} [jest] Whether the step runs jest. Its tests are then counted.
 */
/** @typedef {{ passed: number, failed: number }} Count */

/**
 * The counts of a jest run. A test file that fails to load counts as one failure.
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
    return undefined; // jest stopped before it wrote the file.
  }
}

/** Whether python3 can create virtual environments. */
async function hasPython() {
  return (await run("python3", ["-c", "import ensurepip, venv"], { timeoutMs: 60_000 })).code === 0;
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
    return { passed: 0, failed: 0 };
  }
  const started = Date.now();
  const folder = mkdtempSync(join(tmpdir(), "cost-allocation-step-"));
  try {
    const report = join(folder, "jest.json");
    const reportArgs = jest ? ["--json", `--outputFile=${report}`] : [];
    if (show) console.log(`\n== ${name}`);
    const result = await run(process.execPath, [join(checkout, script), ...args, ...reportArgs], {
      cwd: checkout,
      show,
    });
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
 * Runs several sequences of steps in parallel. The output of a step is shown only if it fails, so that outputs don't mix.
 *
 * @param {readonly (readonly Step[])[]} sequences
 * @returns {Promise<Count>} The sum of all counts.
 */
export async function runInParallel(sequences) {
  const total = { passed: 0, failed: 0 };
  await Promise.all(
    sequences.map(async (sequence) => {
      for (const step of sequence) {
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

const folders = ["rules", "cost", "client", "provider", "sdk", "emulator", "cli", "scripts", "benchmarks"];

/** @satisfies {Record<string, Step>} */
export const steps = {
  types: { name: "types", script: bin.tsc, args: ["--noEmit", "--project", "tsconfig.json"] },
  lint: { name: "lint", script: bin.eslint, args: ["--max-warnings", "0", "."] },
  format: { name: "format", script: bin.prettier, args: ["--check", "--log-level", "warn", "."] },
  imports: {
    name: "import rules",
    script: bin.depcruise,
    args: ["--config", "dependency-cruiser.config.cjs", ...folders],
  },
  package: { name: "publint and attw", script: "scripts/package/publint-attw.mjs" },
  apiReports: { name: "API reports", script: "scripts/package/api-reports.mjs", args: ["--check"] },
  declarations: { name: "declarations", script: "scripts/package/declarations.mjs" },
  unit: { name: "unit tests", script: bin.jest, args: ["--selectProjects=unit"], jest: true },
  slow: { name: "slow tests", script: bin.jest, args: ["--selectProjects=slow"], jest: true },
  // One worker per processor, one more than jest's default: a run of the engine rarely keeps a whole processor busy.
  endToEnd: {
    name: "end-to-end tests",
    script: bin.jest,
    args: ["--selectProjects=e2e", "--maxWorkers=100%"],
    jest: true,
  },
  contract: { name: "emulator contract", script: "scripts/emulator-contract.mjs", python: "schemathesis" },
};
