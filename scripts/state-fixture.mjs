/**
 * Writes the state fixture of the version in package.json into tests/state/<version>/: the programs of tests/state/
 * brought up by the real engine, and what was then in the state and in the service. To be run once, when a version is about
 * to be released. Needs Python, for moto in AWS's place.
 */
import { setUp } from "./setup/setUp.mjs";
import { messageOf } from "./shared/messageOf.mjs";
import { runStep, steps } from "./shared/steps.mjs";

try {
  await setUp();
  process.env["COST_ALLOCATION_STATE_FIXTURE"] = "write";
  const { script, args } = steps.endToEnd;
  const only = [
    "tests/e2e/(?:aws/)?state.test.ts",
    ...args,
    "--testNamePattern=the fixture of this version is written",
  ];
  const { failed } = await runStep({ name: "state fixture", script, args: only, jest: true }, true);
  if (failed > 0) process.exitCode = 1;
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
