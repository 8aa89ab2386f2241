/**
 * Makes ready what programs in Python need that use the plugin: Pulumi's host for Python and its generators, both built from Go modules,
 * Python with Pulumi's SDK, and the classes of the plugin, as Pulumi generates them. Prints their paths as JSON. Requires Go and python3
 * with venv.
 *
 * Usage: node scripts/e2e/python.mjs <folder for the classes>
 */
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { cacheKey, engineCache } from "../engine/buildCache.mjs";
import { checkout } from "../shared/checkout.mjs";
import { withLock } from "../shared/lock.mjs";
import { main } from "../shared/main.mjs";
import { withProgress } from "../shared/progress.mjs";
import { lastLines, run } from "../shared/run.mjs";
import { ensurePythonTool } from "../tools/pythonTools.mjs";

const generator = join(checkout, "scripts", "plugin", "generator");
/** It pins the module that has the host for Python, too. */
const hosts = join(checkout, "scripts", "engine", "language-nodejs");
const host = "github.com/pulumi/pulumi/sdk/v3/python/cmd/pulumi-language-python";

/**
 * Runs Go in a module.
 *
 * @param {string} module
 * @param {readonly string[]} args
 */
async function go(module, args) {
  // A go.work file above the checkout must not replace the pinned module.
  const result = await run("go", args, { cwd: module, env: { ...process.env, GOWORK: "off" }, timeoutMs: 1_200_000 });
  if (result.code !== 0) throw new Error(`go ${args[0] ?? ""} failed:\n${lastLines(result)}`);
  return result.stdout.trim();
}

/**
 * Generates the classes and installs them. Returns their folder, which belongs into `PYTHONPATH`.
 *
 * @param {string} generate
 * @param {string} python
 * @param {string} folder
 */
async function installClasses(generate, python, folder) {
  const [sources, classes] = [join(folder, "sources"), join(folder, "classes")];
  const pip = ["-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--target", classes, sources];
  const generated = await run(generate, ["python", join(checkout, "plugin", "schema.json"), sources]);
  const result = generated.code === 0 ? await run(python, pip) : generated;
  if (result.code !== 0) throw new Error(`The classes for Python can't be made:\n${lastLines(result)}`);
  return classes;
}

/** @param {string} folder */
async function build(folder) {
  const build = ["build", "-mod=readonly", "-trimpath"];
  await go(generator, [...build, "-o", join(folder, "generator"), "."]);
  await go(hosts, [...build, "-o", join(folder, "pulumi-language-python"), host]);
  const sources = await go(hosts, ["list", "-f", "{{.Dir}}", host]);
  const starter = join(folder, "pulumi-language-python-exec");
  copyFileSync(join(dirname(sources), "pulumi-language-python-exec"), starter);
  chmodSync(starter, 0o755);
}

await main(async () => {
  const inputs = [generator, hosts].flatMap((module) =>
    ["go.mod", "go.sum"].map((name) => readFileSync(join(module, name))),
  );
  inputs.push(readFileSync(join(generator, "main.go")));
  const folder = join(engineCache(), cacheKey("python", `${process.platform}-${process.arch}`, inputs));
  await withLock(`${folder}.lock`, async () => {
    if (existsSync(folder)) return;
    await withProgress("Building Pulumi's host for Python and its generators from Go modules", async () => {
      const temporary = `${folder}.tmp-${process.pid}`;
      rmSync(temporary, { recursive: true, force: true });
      mkdirSync(temporary, { recursive: true });
      await build(temporary);
      renameSync(temporary, folder);
    });
  });
  const python = await ensurePythonTool("pulumi");
  const generate = join(folder, "generator");
  const classes = await installClasses(generate, python, process.argv[2] ?? "");
  process.stdout.write(JSON.stringify({ host: folder, generator: generate, python, classes }));
});
