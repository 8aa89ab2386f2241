/**
 * `npm start`: the quick start. Deploys the stack of Pulumi.yaml to the emulator with the Pulumi engine. Keeps its data in
 * .quickstart/, so you can run it again.
 */
import { writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { engineEnvironment } from "./engine/engine.mjs";
import { credentialsOf, startQuickstartEmulator } from "./quickstart/emulator.mjs";
import { configFile, createFolder, folder, shellEnvironment, stackEnvironment } from "./quickstart/folder.mjs";
import { runInTerminal, runQuietly } from "./quickstart/pulumi.mjs";
import { createStack } from "./quickstart/stack.mjs";
import { liveTags } from "./quickstart/tags.mjs";
import { setUp } from "./setup/setUp.mjs";
import { main } from "./shared/main.mjs";

/** @typedef {import("../emulator/index.js").Emulator} Emulator */

const project = "cost-allocation-quickstart";

/**
 * Creates the stack and configures the emulator's address.
 *
 * @param {Emulator} emulator
 * @param {NodeJS.ProcessEnv} env
 */
async function prepareStack(emulator, env) {
  // `stack init` writes the stack's configuration next to Pulumi.yaml. A second Pulumi.yaml keeps it out of the checkout's root.
  writeFileSync(join(folder, "Pulumi.yaml"), `name: ${project}\nruntime: nodejs\n`);
  await createStack(folder, env);
  const setting = ["costallocation:baseUrl", emulator.url, "--config-file", configFile];
  await runQuietly(["config", "set", ...setting], { env });
}

/**
 * @param {Emulator} emulator
 * @param {readonly string[]} path The engine's folders, unless they are on the user's PATH.
 */
function nextSteps(emulator, path) {
  return [
    "",
    "To see a change, edit examples/quickstart/index.ts and run `npm start` again.",
    "",
    "This stack runs against the emulator on your machine. To deploy it to your account, choose a backend for the state, for",
    "example with `pulumi login`, and configure the service's address and the credentials of an API user:",
    "",
    ...(path.length === 0 ? [] : [`  export PATH=${path.join(delimiter)}:$PATH   # the engine that npm start uses`]),
    "  pulumi stack init production",
    "  pulumi config set costallocation:baseUrl <the service's https address>",
    "  pulumi config set --secret costallocation:clientId",
    "  pulumi config set --secret costallocation:secretKey",
    "  pulumi preview",
    "",
    "Pulumi prompts for the two secrets, so they are not saved in your shell history. Nothing in the account changes until",
    "you confirm `pulumi up`. If a tag with one of these names already exists, `pulumi up` reports its owner and doesn't",
    "change it.",
    "",
    "The emulator's data and the stack's state are in .quickstart/. The next `npm start` uses them again, at",
    `${emulator.url} or, if that port is in use, at another port. To start from scratch, delete .quickstart/.`,
  ].join("\n");
}

/**
 * @param {Emulator} emulator
 * @param {NodeJS.ProcessEnv} env
 * @param {import("./engine/findEngine.mjs").Engine} engine
 */
async function deploy(emulator, env, engine) {
  await prepareStack(emulator, env);
  const common = ["--config-file", configFile];
  await runInTerminal(["up", "--yes", ...common], { env });
  console.log("\nA second preview shows no changes:");
  // The `up` has just checked the program's types.
  const preview = { ...env, PULUMI_NODEJS_TRANSPILE_ONLY: "true" };
  await runInTerminal(["preview", "--expect-no-changes", ...common], { env: preview });
  console.log("\nLive tags in the emulator, which stops now:\n");
  console.log(await liveTags(emulator));
  console.log(nextSteps(emulator, engine.source === "path" ? [] : engine.path));
}

await main(async () => {
  const engine = await setUp("deploy");
  createFolder();
  const emulator = await startQuickstartEmulator();
  try {
    const env = { ...engineEnvironment(engine, shellEnvironment()), ...stackEnvironment(), ...credentialsOf(emulator) };
    await deploy(emulator, env, engine);
  } finally {
    await emulator.stop();
  }
});
