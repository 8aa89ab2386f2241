/**
 * `npm run state-fixture`: writes the state fixture of the version in package.json to tests/state/<version>/. It deploys the
 * programs in tests/state/ with the engine, and saves the stacks' state and the service's data. Run it once, when you prepare
 * a release.
 */
import { setUp } from "./setup/setUp.mjs";
import { main } from "./shared/main.mjs";
import { runStep, steps } from "./shared/steps.mjs";

await main(async () => {
  await setUp();
  process.env["COST_ALLOCATION_STATE_FIXTURE"] = "write";
  const { script } = steps.tests;
  const selection = [
    "tests/e2e/(?:aws/)?state.test.ts",
    "--selectProjects=e2e",
    "--testNamePattern=the fixture of this version is written",
  ];
  const { failed } = await runStep({ name: "state fixture", script, args: selection, jest: true }, true);
  if (failed > 0) process.exitCode = 1;
});
