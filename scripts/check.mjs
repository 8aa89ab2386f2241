/** `npm run check`: the fast checks. Unlike `npm test`, without the slow tests, the package checks and the engine, so it needs no dist/. */
import { join } from "node:path";
import { ensureDependencies } from "./setup/dependencies.mjs";
import { withSetupLock } from "./setup/setUp.mjs";
import { checkout } from "./shared/checkout.mjs";
import { main } from "./shared/main.mjs";
import { duration } from "./shared/progress.mjs";
import { runInParallel, steps } from "./shared/steps.mjs";

const cache = join(checkout, "node_modules", ".cache", "pulumi-cost-allocation");

/** @type {(step: import("./shared/steps.mjs").Step, ...args: string[]) => import("./shared/steps.mjs").Step} */
const withArgs = (step, ...args) => ({ ...step, args: [...(step.args ?? []), ...args] });

// The cache misses a lint error that a type in another file causes. `npm test` doesn't use it.
const typesAndLint = withArgs(steps.typesAndLint, "--cache");
const format = withArgs(
  steps.format,
  "--cache",
  "--cache-strategy=content",
  `--cache-location=${join(cache, "prettier")}`,
);
const unit = withArgs(steps.unit, "--maxWorkers=100%");

await main(async () => {
  const started = Date.now();
  await withSetupLock(ensureDependencies);
  // Two at a time, because each step keeps more than one processor busy.
  const { failed } = await runInParallel([[unit], [typesAndLint, format, steps.imports]]);
  console.log(`${failed === 0 ? "All checks passed" : "Some checks failed"} (${duration(Date.now() - started)}).`);
  if (failed > 0) process.exitCode = 1;
});
