/**
 * Every example, from the packed package, by every package manager on every Node.js: what `npm test` shows by a few
 * (tests/e2e/packages.test.ts); and its declarations, by every compiler in every way. Takes a quarter of an hour on two cores.
 */
import { setUp } from "./setup/setUp.mjs";
import { messageOf } from "./shared/messageOf.mjs";
import { runStep, steps } from "./shared/steps.mjs";

try {
  await setUp();
  process.env["COST_ALLOCATION_PACKAGES"] = "all";
  const { script, args } = steps.endToEnd;
  const step = { name: "packages", script, args: ["tests/e2e/packages", ...args], jest: true };
  const compiled = await runStep({ ...steps.declarations, args: ["--all"] }, true);
  const ran = await runStep(step, true);
  const [passed, failed] = [ran.passed, compiled.failed + ran.failed];
  if (failed > 0) process.exitCode = 1;
  console.log(`\n${passed} passed, ${failed} failed`);
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
