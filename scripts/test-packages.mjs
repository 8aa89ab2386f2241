/**
 * Every example, from the packed package, by every package manager on every Node.js: what `npm test` shows by a few
 * (tests/e2e/packages.test.ts). Takes seven minutes on two cores.
 */
import { setUp } from "./setup/setUp.mjs";
import { messageOf } from "./shared/messageOf.mjs";
import { runStep, steps } from "./shared/steps.mjs";

try {
  await setUp();
  process.env["COST_ALLOCATION_PACKAGES"] = "all";
  const { script, args } = steps.endToEnd;
  const step = { name: "packages", script, args: ["tests/e2e/packages", ...args], jest: true };
  const { passed, failed } = await runStep(step, true);
  if (failed > 0) process.exitCode = 1;
  console.log(`\n${passed} passed, ${failed} failed`);
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
