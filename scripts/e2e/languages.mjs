/**
 * Makes a project ready for a program that uses the plugin in another language: builds Pulumi's host for the language and its generators
 * from Go modules, unless they came with the CLI, and generates the classes of the plugin with the CLI. Prints as JSON the folders for
 * the PATH of the program, further environment, and the folder of the generators: with it at the front of the PATH, the CLI can generate;
 * with generators that were built, it can't run programs. Requires Go, unless nothing is built; for Python, python3 with venv.
 *
 * Usage: node scripts/e2e/languages.mjs dotnet|go|java|nodejs|python|yaml <project folder>
 */
import { chmodSync, copyFileSync, cpSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { cacheKey, engineCache } from "../engine/buildCache.mjs";
import { engineEnvironment, ensureEngine } from "../engine/engine.mjs";
import { which } from "../engine/findEngine.mjs";
import { checkout } from "../shared/checkout.mjs";
import { installOnce } from "../shared/installOnce.mjs";
import { main } from "../shared/main.mjs";
import { messageOf } from "../shared/messageOf.mjs";
import { must } from "../shared/run.mjs";
import { ensurePythonTool } from "../tools/pythonTools.mjs";

/**
 * A Go module, and what is built from it.
 *
 * @typedef {object} Module
 * @property {string} folder
 * @property {readonly string[]} [generators] The languages whose generators are in its main package.
 * @property {readonly string[]} [hosts] The packages of hosts.
 */
/** @typedef {{ path: readonly string[], env?: Record<string, string> }} Runtime What a program needs. */
/**
 * @typedef {object} Language
 * @property {Module} [generator] The module that has its generators. Default: there are no classes to generate.
 * @property {Module} [host] The module that has its host. Default: there is none, so that its programs can't run.
 * @property {(project: string, classes: string) => Runtime | Promise<Runtime>} [install] Puts the classes where the program finds them.
 */

const plugin = join(checkout, "scripts", "plugin");
const sdk = "github.com/pulumi/pulumi/sdk/v3";

/** @type {Module} The generators of the CLI's own version. */
const newest = { folder: join(plugin, "generator"), generators: ["go", "nodejs", "python"] };
/** @type {Module} The newest version of the other generators and hosts that Go's module proxy has. */
const older = {
  folder: join(plugin, "languages"),
  generators: ["dotnet", "java", "yaml"],
  hosts: [
    "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml",
    "github.com/pulumi/pulumi-java/pkg/cmd/pulumi-language-java",
  ],
};
/** @type {Module} */
const goHost = { folder: join(plugin, "language-go"), hosts: [`${sdk}/go/pulumi-language-go`] };
/** @type {Module} It pins the module that has the host for Python, too. */
const pythonHost = {
  folder: join(checkout, "scripts", "engine", "language-nodejs"),
  hosts: [`${sdk}/python/cmd/pulumi-language-python`],
};

/** @type {Readonly<Record<string, Language>>} */
const languages = {
  dotnet: { generator: older },
  go: { generator: newest, host: goHost },
  java: { generator: older, host: older, install: installJava },
  nodejs: { generator: newest },
  python: { generator: newest, host: pythonHost, install: installPython },
  yaml: { generator: older, host: older },
};

const timeoutMs = 1_200_000;

/**
 * Runs Go in a module.
 *
 * @param {Module} module
 * @param {readonly string[]} args
 */
function go({ folder }, args) {
  // A go.work file above the checkout must not replace the pinned module.
  return must("go", args, { timeoutMs, cwd: folder, env: { ...process.env, GOWORK: "off" } });
}

/**
 * @param {Module} module
 * @param {string} target
 */
async function buildInto(module, target) {
  const build = ["build", "-mod=readonly", "-trimpath"];
  const [generators, hosts] = [join(target, "generators"), join(target, "hosts")];
  mkdirSync(generators, { recursive: true });
  if (module.generators !== undefined) await go(module, [...build, "-o", join(target, "generator"), "."]);
  for (const language of module.generators ?? [])
    linkSync(join(target, "generator"), join(generators, `pulumi-language-${language}`));
  for (const host of module.hosts ?? []) await go(module, [...build, "-o", `${hosts}/`, host]);
  if (module !== pythonHost) return;
  const sources = await go(module, ["list", "-f", "{{.Dir}}", ...(module.hosts ?? [])]);
  const starter = "pulumi-language-python-exec";
  copyFileSync(join(dirname(sources), starter), join(hosts, starter));
  chmodSync(join(hosts, starter), 0o755);
}

/**
 * Builds a module, unless it is built already. Returns the folder with the folders `generators` and `hosts`.
 *
 * @param {Module} module
 */
async function ensureBuilt(module) {
  const inputs = [module.folder, ...(module.generators === undefined ? [] : [join(plugin, "codegen")])]
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .map((file) => readFileSync(file));
  const parts = JSON.stringify([module.generators, module.hosts]);
  const folder = join(engineCache(), cacheKey("language", `${process.platform}-${process.arch}`, [parts, ...inputs]));
  const names = [...(module.hosts ?? []), ...(module.generators ?? [])].map((name) => name.split("/").at(-1));
  const title = `Building ${names.join(", ")} from Go modules`;
  return installOnce(folder, title, (temporary) => buildInto(module, temporary));
}

/**
 * Generates the classes with Pulumi's CLI. Returns their folder.
 *
 * @param {string} language
 * @param {string} project
 * @param {string} generators
 */
async function generate(language, project, generators) {
  const engine = await ensureEngine();
  const sources = join(project, "sdk");
  const home = join(project, ".pulumi-home");
  const env = {
    ...engineEnvironment({ ...engine, path: [generators, ...engine.path] }),
    PULUMI_HOME: home,
    PULUMI_BACKEND_URL: pathToFileURL(home).href,
  };
  const schema = join(checkout, "plugin", "schema.json");
  mkdirSync(home, { recursive: true });
  const args = ["package", "gen-sdk", schema, "--language", language, "--out", sources];
  await must("pulumi", args, { timeoutMs, cwd: project, env });
  rmSync(home, { recursive: true });
  return join(sources, language);
}

/**
 * @param {string} project
 * @param {string} classes
 * @returns {Promise<Runtime>}
 */
async function installPython(project, classes) {
  const python = await ensurePythonTool("pulumi");
  const installed = join(project, "classes");
  const options = ["--quiet", "--no-deps", "--no-build-isolation", "--target", installed];
  await must(python, ["-m", "pip", "install", ...options, classes], { timeoutMs });
  return { path: [dirname(python)], env: { PYTHONPATH: installed } };
}

/**
 * @param {string} project
 * @param {string} classes
 * @returns {Runtime}
 */
function installJava(project, classes) {
  cpSync(join(classes, "src"), join(project, "src"), { recursive: true });
  // Each run of the program starts Maven twice. Without the slower compiler of the JVM, that takes half the time.
  return { path: [], env: { MAVEN_OPTS: "-XX:TieredStopAtLevel=1" } };
}

/**
 * The folder of a host that came with the CLI; undefined if there is none.
 *
 * @param {string} language
 */
async function folderOfOwnHost(language) {
  const { path, source } = await ensureEngine();
  const host = source === "build" ? undefined : which(`pulumi-language-${language}`, path);
  return host && dirname(host);
}

await main(async () => {
  const [name = "", project = ""] = process.argv.slice(2);
  const language = languages[name];
  if (language === undefined || project === "")
    throw new Error(`Usage: node scripts/e2e/languages.mjs ${Object.keys(languages).join("|")} <project folder>`);
  const { generator, host, install } = language;
  // A complete Pulumi of the user has both. The engine that is built here has only the host for Node.js.
  const own = await folderOfOwnHost(name);
  const built = async () => generator && join(await ensureBuilt(generator), "generators");
  const generateBy = async (/** @type {string | undefined} */ generators) => {
    const hasClasses = generators !== undefined && name !== "yaml";
    return { generators, classes: hasClasses ? await generate(name, project, generators) : "" };
  };
  const { generators, classes } = await generateBy(own ?? (await built())).catch(
    async (/** @type {unknown} */ error) => {
      // An old host beside the CLI, such as the one that is built here, runs programs, but generates nothing.
      if (own === undefined || !messageOf(error).includes("GeneratePackage")) throw error;
      return generateBy(await built());
    },
  );
  const hosts = own === undefined ? host && join(await ensureBuilt(host), "hosts") : undefined;
  const { path, env = {} } = (await install?.(project, classes)) ?? { path: [] };
  console.log(JSON.stringify({ path: hosts === undefined ? path : [...path, hosts], env, generators }));
});
