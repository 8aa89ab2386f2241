/**
 * Everything that CI runs, from a fresh clone on. The last line is `N passed, N failed`: what jest counted, with one failure
 * for each other step that failed.
 */
import { setUp } from "./setup/setUp.mjs";
import { messageOf } from "./shared/messageOf.mjs";
import { runLanes, runStep, steps } from "./shared/steps.mjs";

/**
 * All steps run, also after a failure: one round shows everything that is wrong.
 *
 * @returns {Promise<import("./shared/steps.mjs").Count>}
 */
async function runAll() {
  console.log("== set-up");
  const engine = await setUp();
  console.log(`== set-up: pulumi ${engine.version} (${engine.source})`);
  const { types, lint, format, arrows, surface, package: packed, declarations } = steps;
  const { unit, slow, contract, endToEnd } = steps;
  // Each is busy on about one processor, and both lanes take about as long.
  const quick = await runLanes([
    [unit, slow],
    [types, lint, format, arrows, surface, packed, declarations, contract],
  ]);
  const last = await runStep(endToEnd, true);
  return { passed: quick.passed + last.passed, failed: quick.failed + last.failed };
}

/** @returns {Promise<import("./shared/steps.mjs").Count>} */
async function orFailure() {
  try {
    return await runAll();
  } catch (error) {
    console.error(messageOf(error));
    return { passed: 0, failed: 1 };
  }
}

const { passed, failed } = await orFailure();
if (failed > 0) process.exitCode = 1;
console.log(`\n${passed} passed, ${failed} failed`);
