/** `npm run messages`: writes the messages of the provider to docs/messages.md. What is written there by hand stays. */
import { setUpPackage } from "./setup/setUp.mjs";
import { main } from "./shared/main.mjs";
import { runStep, steps } from "./shared/steps.mjs";

await main(async () => {
  await setUpPackage();
  process.env["COST_ALLOCATION_MESSAGES"] = "write";
  const { script } = steps.tests;
  const args = ["tests/docs/messages", "--selectProjects=unit"];
  const { failed } = await runStep({ name: "messages", script, args, jest: true }, true);
  if (failed > 0) process.exitCode = 1;
});
