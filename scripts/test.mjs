/**
 * `npm test`: everything that CI runs, including set-up of a fresh clone. The last line is `N passed, N failed`: the tests
 * that jest counted, plus one failure for each other step that failed.
 */
import { setUp } from "./setup/setUp.mjs";
import { messageOf } from "./shared/messageOf.mjs";
import { runInParallel, runStep, steps } from "./shared/steps.mjs";

/** @typedef {import("./shared/steps.mjs").Count} Count */

/**
 * Runs all steps, even after a failure, so that one run shows all problems.
 *
 * @returns {Promise<Count>}
 */
async function runAll() {
  console.log("== set-up");
  const engine = await setUp();
  console.log(`== set-up: pulumi ${engine.version} (${engine.source})`);
  const { types, lint, format, imports, apiReports, package: packed, declarations, contract } = steps;
  // The two sequences take about the same time, and each keeps about one processor busy.
  const first = await runInParallel([
    [steps.unit, steps.slow],
    [types, lint, format, imports, apiReports, packed, declarations, contract],
  ]);
  const endToEnd = await runStep(steps.endToEnd, true);
  return { passed: first.passed + endToEnd.passed, failed: first.failed + endToEnd.failed };
}

/** @type {Count} */
let count = { passed: 0, failed: 1 };
try {
  count = await runAll();
} catch (error) {
  console.error(messageOf(error));
}
if (count.failed > 0) process.exitCode = 1;
console.log(`\n${count.passed} passed, ${count.failed} failed`);
