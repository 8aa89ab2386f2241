/**
 * Everything that CI runs, from a fresh clone on. The last line is `N passed, N failed`: what jest counted, with one failure
 * for each other step that failed.
 */
import { setUp } from "./setup/setUp.mjs";
import { messageOf } from "./shared/messageOf.mjs";
import { runStep, steps } from "./shared/steps.mjs";

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
  const { unit, properties, contract, endToEnd } = steps;
  // Side by side, each busy on about one processor: what they print is shown when they fail, so that it does not mix.
  const lanes = [
    [types, unit, properties],
    [lint, format, arrows, surface, packed, declarations, contract],
  ];
  const counts = await Promise.all(lanes.map(runLane));
  counts.push(await runStep(endToEnd, true));
  const sum = (/** @type {"passed" | "failed"} */ of) => counts.reduce((all, count) => all + count[of], 0);
  return { passed: sum("passed"), failed: sum("failed") };
}

/**
 * @param {readonly import("./shared/steps.mjs").Step[]} lane
 * @returns {Promise<import("./shared/steps.mjs").Count>}
 */
async function runLane(lane) {
  const total = { passed: 0, failed: 0 };
  for (const step of lane) {
    const { passed, failed } = await runStep(step, false);
    total.passed += passed;
    total.failed += failed;
  }
  return total;
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
