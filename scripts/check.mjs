/**
 * The quick loop: types, lint, format, arrows and unit tests, without the engine and without the
 * long property suites. What is independent runs side by side, so
 * each step's output is shown only when it fails.
 */
import { setUpPackage } from "./setup/setUp.mjs";
import { messageOf } from "./shared/messageOf.mjs";
import { duration } from "./shared/progress.mjs";
import { runStep, steps } from "./shared/steps.mjs";

/** Two at a time: each of them is busy on more than one processor by itself. */
const lanes = [
  [steps.types, steps.unit],
  [steps.lint, steps.format, steps.arrows],
];

try {
  const started = Date.now();
  await setUpPackage();
  const counts = await Promise.all(
    lanes.map(async (lane) => {
      const done = [];
      for (const step of lane) done.push(await runStep(step, false));
      return done;
    }),
  );
  const failed = counts.flat().reduce((sum, count) => sum + count.failed, 0);
  console.log(`${failed === 0 ? "All is well" : "Something is wrong"} (${duration(Date.now() - started)}).`);
  if (failed > 0) process.exitCode = 1;
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
