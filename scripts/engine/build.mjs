/**
 * Builds the engine from its Go modules, for networks that can reach only package registries. The go.mod and go.sum files in
 * cli/ and language-nodejs/ pin all modules. The result is kept in a cache outside the checkout, so each version is built
 * only once.
 */
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { allOf } from "../shared/allOf.mjs";
import { withLock } from "../shared/lock.mjs";
import { withProgress } from "../shared/progress.mjs";
import { must, run } from "../shared/run.mjs";
import { cacheKey, engineCache } from "./buildCache.mjs";
import { findEngine } from "./findEngine.mjs";
import { engineVersion } from "./versions.mjs";

/** @typedef {import("./findEngine.mjs").Engine} Engine */
/** @typedef {{ name: string, module: string, package: string }} Part */

/**
 * What is built. The language host comes from an older module, because newer ones depend on modules without a published version.
 *
 * @type {readonly Part[]}
 */
const parts = [
  {
    name: "pulumi-language-nodejs",
    module: join(import.meta.dirname, "language-nodejs"),
    package: "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs",
  },
  {
    name: "pulumi",
    module: join(import.meta.dirname, "cli"),
    package: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
  },
];

const flags = [
  "-mod=readonly",
  "-trimpath",
  "-tags",
  "osusergo,grpcnotrace",
  "-ldflags",
  `-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${engineVersion}`,
];

/** The cache folder of this version on this platform. */
export function buildFolder() {
  const moduleFiles = parts.flatMap(({ module }) =>
    ["go.mod", "go.sum"].map((name) => readFileSync(join(module, name))),
  );
  const platform = `${process.platform}-${process.arch}`;
  return join(engineCache(), cacheKey(engineVersion, platform, [...flags, ...moduleFiles]));
}

/**
 * Finds an engine that was built earlier.
 *
 * @returns {Promise<Engine | undefined>}
 */
export async function findBuild() {
  const folder = buildFolder();
  const found = await findEngine([folder]);
  return found && { source: "build", version: found.version, path: [folder] };
}

/**
 * @param {Part} part
 * @param {string} folder
 * @param {() => void} onDownload
 */
async function buildPart(part, folder, onDownload) {
  const target = join(folder, process.platform === "win32" ? `${part.name}.exe` : part.name);
  await must("go", ["build", ...flags, "-o", target, part.package], {
    cwd: part.module,
    // A go.work file above the checkout must not replace the pinned module.
    env: { ...process.env, GOWORK: "off" },
    onLine: (line) => {
      if (line.startsWith("go: downloading")) onDownload();
    },
  });
}

/**
 * Builds the parts side by side: neither keeps two processors busy from its start to its end.
 *
 * @param {string} folder
 */
function buildParts(folder) {
  const title = `Building the Pulumi CLI ${engineVersion} and its language host from Go modules`;
  return withProgress(title, (setDetail) => {
    let downloaded = 0;
    const onDownload = () => {
      setDetail(`${(downloaded += 1)} modules downloaded`);
    };
    return allOf(...parts.map((part) => buildPart(part, folder, onDownload)));
  });
}

/**
 * Removes what interrupted builds of this version left behind. Requires the lock.
 *
 * @param {string} folder
 */
function removeUnfinished(folder) {
  for (const name of readdirSync(dirname(folder))) {
    if (name.startsWith(`${basename(folder)}.tmp-`))
      rmSync(join(dirname(folder), name), { recursive: true, force: true });
  }
}

/**
 * Copies the launcher for dynamic providers next to the CLI, as in Pulumi's downloads. The CLI warns if it is elsewhere on
 * PATH. The launcher is a script that runs the program's own `@pulumi/pulumi`, so one copy works for all programs.
 *
 * @param {string} folder
 */
function copyDynamicProvider(folder) {
  const from = dirname(createRequire(import.meta.url).resolve("@pulumi/pulumi/package.json"));
  for (const name of ["pulumi-resource-pulumi-nodejs", "pulumi-resource-pulumi-nodejs.cmd"]) {
    copyFileSync(join(from, name), join(folder, name));
    chmodSync(join(folder, name), 0o755);
  }
}

/**
 * @param {string} folder
 * @param {Promise<unknown>} installed
 */
async function buildInto(folder, installed) {
  const go = await run("go", ["version"], { timeoutMs: 60_000 });
  if (go.code !== 0) throw new Error("Go is not on PATH.");
  removeUnfinished(folder);
  const temporary = `${folder}.tmp-${process.pid}`;
  mkdirSync(temporary, { recursive: true });
  try {
    await buildParts(temporary);
    await installed;
    copyDynamicProvider(temporary);
    await findEngine([temporary]);
    // If there is an earlier build, it doesn't work.
    rmSync(folder, { recursive: true, force: true });
    renameSync(temporary, folder);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/**
 * Builds the engine, or waits for the process that is building it.
 *
 * @param {Promise<unknown>} installed When the dependencies are installed, from which one file is copied.
 * @returns {Promise<Engine>}
 */
export async function build(installed) {
  const folder = buildFolder();
  return withLock(
    `${folder}.lock`,
    async () => {
      const existing = await findBuild().catch(() => undefined);
      if (existing !== undefined) return existing;
      await buildInto(folder, installed);
      const engine = await findBuild();
      if (engine === undefined) throw new Error(`The build left no engine in ${folder}.`);
      return engine;
    },
    {
      onWait: (owner) => {
        process.stderr.write(`Waiting for process ${owner?.pid ?? "?"} to build the engine.\n`);
      },
    },
  );
}
