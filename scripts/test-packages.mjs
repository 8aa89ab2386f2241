/**
 * `npm run test:packages`: all combinations of which `npm run test:full` runs only some (tests/e2e/packages.full.test.ts). Runs each
 * example from the packed package with each package manager and Node.js version, and compiles the package's declarations
 * with each TypeScript version and module resolution. Takes 15 minutes on two cores.
 */
import { setUp } from "./setup/setUp.mjs";
import { main } from "./shared/main.mjs";
import { runStep, steps } from "./shared/steps.mjs";

await main(async () => {
  await setUp();
  process.env["COST_ALLOCATION_PACKAGES"] = "all";
  const { script, args } = steps.full;
  const declarations = await runStep({ ...steps.declarations, args: ["--all"] }, true);
  const packages = await runStep({ name: "packages", script, args: ["tests/e2e/packages", ...args], jest: true }, true);
  const failed = declarations.failed + packages.failed;
  if (failed > 0) process.exitCode = 1;
  console.log(`\n${packages.passed} passed, ${failed} failed`);
});
