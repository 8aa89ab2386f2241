/**
 * The quick loop: types, lint, format, arrows and unit tests, without the engine, without the long property suites, and
 * without the tests that start processes or compile programs.
 */
import { join } from "node:path";
import { setUpPackage } from "./setup/setUp.mjs";
import { checkout } from "./shared/checkout.mjs";
import { messageOf } from "./shared/messageOf.mjs";
import { duration } from "./shared/progress.mjs";
import { runLanes, steps } from "./shared/steps.mjs";

/** Where the steps remember what they found well, so that the next run looks at what has changed since. */
const memory = join(checkout, "node_modules", ".cache", "pulumi-cost-allocation");

/** @type {(step: import("./shared/steps.mjs").Step, ...args: string[]) => import("./shared/steps.mjs").Step} */
const remembering = (step, ...args) => ({ ...step, args: [...(step.args ?? []), ...args] });

const types = remembering(steps.types, "--incremental", "--tsBuildInfoFile", join(memory, "types.tsbuildinfo"));
const looked = (/** @type {string} */ name) => [
  "--cache",
  "--cache-strategy=content",
  `--cache-location=${join(memory, name)}`,
];
// A file that is as it was may have become wrong by a type that another file changed: `npm test` looks at all again.
const lint = remembering(steps.lint, ...looked("eslint"));
const format = remembering(steps.format, ...looked("prettier"));
const unit = remembering(steps.unit, "--maxWorkers=100%");

/** Two at a time: each of them is busy on more than one processor by itself. */
const lanes = [
  [types, unit],
  [lint, format, steps.arrows],
];

try {
  const started = Date.now();
  await setUpPackage();
  const { failed } = await runLanes(lanes);
  console.log(`${failed === 0 ? "All is well" : "Something is wrong"} (${duration(Date.now() - started)}).`);
  if (failed > 0) process.exitCode = 1;
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
