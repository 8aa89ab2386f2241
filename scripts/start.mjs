/**
 * The quick start: the stack of Pulumi.yaml, brought up by the real engine against the emulator. It can be run again and
 * again; what it keeps is in .quickstart/.
 */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { engineEnvironment } from "./engine/engine.mjs";
import { startQuickstartEmulator } from "./quickstart/emulator.mjs";
import { configFile, folder, makeFolder, stackEnvironment } from "./quickstart/folder.mjs";
import { quietly, visibly } from "./quickstart/pulumi.mjs";
import { liveTags } from "./quickstart/tags.mjs";
import { setUp } from "./setup/setUp.mjs";
import { messageOf } from "./shared/messageOf.mjs";

/** @typedef {import("../emulator/index.js").Emulator} Emulator */

const project = "cost-allocation-quickstart";

/** Whether a run that was killed left the stack locked. */
function isLocked() {
  const locks = join(folder, "state", ".pulumi", "locks");
  mkdirSync(locks, { recursive: true });
  return readdirSync(locks, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile());
}

/**
 * Makes the stack where it is missing, frees it where it is locked, and points it at the emulator.
 *
 * @param {Emulator} emulator
 * @param {NodeJS.ProcessEnv} env
 */
async function prepareStack(emulator, env) {
  // `stack init` writes the stack's configuration beside the Pulumi.yaml that it finds: not in the checkout's top folder.
  writeFileSync(join(folder, "Pulumi.yaml"), `name: ${project}\nruntime: nodejs\n`);
  // Nobody else can be at work, since the emulator holds its data folder. A stack that is locked can't even be asked for.
  if (isLocked()) await quietly(["cancel", "--yes"], { env, cwd: folder, tolerate: "no stack named" });
  await quietly(["stack", "init"], { env, cwd: folder, tolerate: "already exists" });
  const setting = ["costallocation:baseUrl", emulator.url, "--config-file", configFile];
  await quietly(["config", "set", ...setting], { env });
}

/**
 * @param {Emulator} emulator
 * @param {readonly string[]} path Folders of the engine that is not on the user's own PATH.
 */
function closingWords(emulator, path) {
  return [
    "",
    "To see a change: edit examples/quickstart/index.ts, and `npm start` again.",
    "",
    "This was the emulator, on this machine only. To bring the same stack up in a real account, choose where its state is",
    "kept, for example by `pulumi login`, and give it the service's address and the credentials of an API user:",
    "",
    ...(path.length === 0 ? [] : [`  export PATH=${path.join(delimiter)}:$PATH   # the engine that was set up here`]),
    "  pulumi stack init production",
    "  pulumi config set costallocation:baseUrl <the service's https address>",
    "  pulumi config set --secret costallocation:clientId",
    "  pulumi config set --secret costallocation:secretKey",
    "  pulumi preview",
    "",
    "The two secrets are asked for, so that they stand in no shell history. Nothing in the account changes before you say",
    "so in `pulumi up`; where it has tags of these names already, that says whose they are, and leaves them alone.",
    "",
    `The emulator's data and this stack's state are kept in .quickstart/; \`npm start\` takes them up again at`,
    `${emulator.url}, or at another port where that one is taken. Removing the folder starts afresh.`,
  ].join("\n");
}

/**
 * @param {Emulator} emulator
 * @param {NodeJS.ProcessEnv} env
 * @param {import("./engine/probe.mjs").Engine} engine
 */
async function bringUp(emulator, env, engine) {
  await prepareStack(emulator, env);
  const common = ["--config-file", configFile];
  await visibly(["up", "--yes", ...common], { env });
  console.log("\nA second preview has nothing to do:");
  await visibly(["preview", "--expect-no-changes", ...common], { env });
  console.log(`\nLive now, as ${emulator.url} tells it:\n`);
  console.log(await liveTags(emulator));
  console.log(closingWords(emulator, engine.source === "path" ? [] : engine.path));
}

try {
  const engine = await setUp();
  makeFolder();
  const emulator = await startQuickstartEmulator();
  try {
    // Nothing of the shell's own configuration may point the quick start at a real account.
    const shell = Object.entries(process.env).filter(([name]) => !/^(?:COST_ALLOCATION|PULUMI)_/u.test(name));
    await bringUp(
      emulator,
      {
        ...engineEnvironment(engine, Object.fromEntries(shell)),
        ...stackEnvironment(),
        COST_ALLOCATION_CLIENT_ID: emulator.clientId,
        COST_ALLOCATION_SECRET_KEY: emulator.secretKey,
      },
      engine,
    );
  } finally {
    await emulator.stop();
  }
} catch (error) {
  console.error(`\n${messageOf(error)}`);
  process.exitCode = 1;
}
