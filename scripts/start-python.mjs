/**
 * The quick start in Python, for `examples/python/start.py`, which brings a Node.js of its own. `setup` prepares what programs in Python
 * need; `tour` brings the example up against the emulator, changes it, imports a tag and destroys the stack. The program and the plugin
 * run without Node.js on the PATH.
 *
 * Usage: node scripts/start-python.mjs setup|tour
 */
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { pathFolders } from "./engine/findEngine.mjs";
import { credentialsOf, startQuickstartEmulator } from "./quickstart/emulator.mjs";
import { createFolder, folder, shellEnvironment, stackEnvironment } from "./quickstart/folder.mjs";
import { runInTerminal, runQuietly } from "./quickstart/pulumi.mjs";
import { createStack } from "./quickstart/stack.mjs";
import { liveTags, tagOfPerson } from "./quickstart/tags.mjs";
import { setUp } from "./setup/setUp.mjs";
import { checkout } from "./shared/checkout.mjs";
import { main } from "./shared/main.mjs";
import { withProgress } from "./shared/progress.mjs";
import { must } from "./shared/run.mjs";

const home = join(folder, "python");
const project = join(home, "project");
const program = join(project, "__main__.py");
const example = join(checkout, "examples", "python");
/** What the last setup has made ready. */
const ready = join(home, "ready.json");

/** A tag that somebody has made in the application. */
const manual = {
  name: "Environment",
  rules: [
    {
      to: "Production",
      filters: { costCenter: "AWS", key: "environment", type: "tag", operator: "oneOf", value: ["prod", "production"] },
    },
  ],
  defaultValue: "Other",
};

/**
 * Runs a script of this checkout. Returns what it prints.
 *
 * @param {string} script
 * @param {...string} args
 */
function script(script, ...args) {
  const onLine = (/** @type {string} */ line) => process.stderr.write(`${line}\n`);
  return must(process.execPath, [join(checkout, "scripts", script), ...args], { onLine, what: script });
}

/** Makes ready what programs in Python need, without Node.js: Pulumi, its host for Python, the classes and the plugin. */
async function setup() {
  const engine = await setUp();
  createFolder();
  mkdirSync(project, { recursive: true });
  for (const name of ["classes", "sdk"]) rmSync(join(home, name), { recursive: true, force: true });
  /** @type {{ path: string[], env: Record<string, string>, generators: string }} */
  const { path, env, generators } = JSON.parse(await script(join("e2e", "languages.mjs"), "python", home));
  const [python = "", host] = path;
  const folders = [python, ...(host === undefined ? engine.path : [besideEach([...engine.path, host])])];
  writeFileSync(ready, JSON.stringify({ folders, env, generators }));
  await withProgress("Building the plugin as one executable, and installing it", installPlugin);
  console.log("Ready. Programs in Python run with:\n");
  for (const [name, value] of Object.entries({ ...stackEnvironment(), ...env }))
    console.log(`  export ${name}='${value}'`);
  console.log(`  export PATH='${folders.join(delimiter)}':"$PATH"`);
  console.log("\nNext: python3 examples/python/start.py tour");
}

/**
 * A folder with the CLI and the host for Python: the CLI warns about a host that isn't beside it.
 *
 * @param {readonly string[]} folders
 */
function besideEach(folders) {
  const target = join(home, "bin");
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target);
  for (const one of folders)
    for (const name of readdirSync(one).filter((file) => file.startsWith("pulumi")))
      copyFileSync(join(one, name), join(target, name));
  return target;
}

/** The environment of programs in Python, in which nothing finds the Node.js that runs this script. */
function pythonEnvironment() {
  if (!existsSync(ready)) throw new Error("First run: python3 examples/python/start.py setup");
  /** @type {{ folders: string[], env: Record<string, string>, generators: string }} */
  const { folders, env, generators } = JSON.parse(readFileSync(ready, "utf8"));
  const own = join(folder, "nodejs");
  const PATH = [...folders, ...pathFolders(process.env).filter((one) => !one.startsWith(own))].join(delimiter);
  const added = { ...stackEnvironment(), ...env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  return { env: { ...shellEnvironment(), ...added, PATH }, generators };
}

async function installPlugin() {
  const archive = await script(join("plugin", "executable.mjs"), home);
  /** @type {{ version: string }} */
  const { version } = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8"));
  const args = ["plugin", "install", "resource", "costallocation", version, "--file", archive, "--reinstall"];
  await must("pulumi", args, { env: pythonEnvironment().env, what: "pulumi plugin install" });
}

/** Up, a change, an import and a destroy, each with what it shows. */
async function tour() {
  const { env: own, generators } = pythonEnvironment();
  const emulator = await startQuickstartEmulator(home);
  try {
    const env = { ...own, ...credentialsOf(emulator) };
    const pulumi = (/** @type {string[]} */ ...args) => runInTerminal(args, { env, cwd: project });
    for (const file of ["Pulumi.yaml", "__main__.py"]) copyFileSync(join(example, file), join(project, file));
    await createStack(project, env);
    await runQuietly(["config", "set", "costallocation:baseUrl", emulator.url], { env, cwd: project });

    say("1. The program of examples/python, a tag and its metadata:");
    await pulumi("up", "--yes");
    await pulumi("preview", "--expect-no-changes");

    say('2. A change: "cart" is the Checkout team\'s, too.');
    writeFileSync(program, readFileSync(program, "utf8").replace('"payments"', '"payments", "cart"'));
    await pulumi("preview", "--diff");
    await pulumi("up", "--yes", "--skip-preview");

    say(`3. An import: somebody has made the tag "${manual.name}" in the application.`);
    const id = await tagOfPerson(emulator, manual);
    const imports = ["import", "costallocation:index:VirtualTag", "environment", id, "--out", "imported.py"];
    const generating = { ...env, PATH: [generators, env.PATH].join(delimiter) };
    await runInTerminal([...imports, "--yes", "--skip-preview", "--protect=false"], { env: generating, cwd: project });
    const imported = readFileSync(join(project, "imported.py"), "utf8");
    appendFileSync(program, imported);
    say(`Pulumi has generated this, which the program now contains. Nothing has to be saved:\n\n${imported}`);
    await pulumi("preview", "--expect-no-changes");
    console.log(`\nLive tags in the emulator:\n\n${await liveTags(emulator)}`);

    say("4. Destroy deletes what this stack has saved, and leaves the imported tag to its people:");
    await pulumi("destroy", "--yes", "--skip-preview");
    console.log(`\nThe program is in ${project}. To start from scratch, delete ${home}.`);
  } finally {
    await emulator.stop();
  }
}

/** @param {string} text */
function say(text) {
  console.log(`\n${text}`);
}

await main(async () => {
  const command = { setup, tour }[process.argv[2] ?? ""];
  if (command === undefined) throw new Error("Usage: python3 examples/python/start.py setup|tour");
  await command();
});
