/**
 * The third way to an engine: building it from its Go modules, for networks in which only package registries can be
 * reached. Every module is pinned by the go.mod and go.sum beside this file, and the result is kept in a cache outside
 * the checkout, so it happens once for each version.
 */
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "../shared/lock.mjs";
import { withProgress } from "../shared/progress.mjs";
import { lastLines, run } from "../shared/run.mjs";
import { cacheKey, engineCache, pinningFiles } from "./cache.mjs";
import { engineVersion } from "./pins.mjs";
import { probe } from "./probe.mjs";

/** @typedef {{ name: string, what: string, module: string, package: string }} Part */

/** @param {string} folder */
const beside = (folder) => fileURLToPath(new URL(folder, import.meta.url));

/**
 * What is built, the quicker one first so that a machine that can't build fails early.
 *
 * The language host comes from an older module: later ones depend on modules that have no published version.
 *
 * @type {readonly Part[]}
 */
const parts = [
  {
    name: "pulumi-language-nodejs",
    what: "the language host for Node.js",
    module: beside("language-nodejs"),
    package: "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs",
  },
  {
    name: "pulumi",
    what: `the Pulumi CLI ${engineVersion}`,
    module: beside("cli"),
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

/** The folder that this version, built for this machine, belongs in. */
export function buildFolder() {
  const inputs = [...flags, ...parts.flatMap((part) => pinningFiles(part.module))];
  return join(engineCache(), cacheKey(engineVersion, `${process.platform}-${process.arch}`, inputs));
}

/**
 * The engine that was built earlier.
 *
 * @returns {Promise<import("./probe.mjs").Engine | undefined>}
 */
export async function readyBuild() {
  const folder = buildFolder();
  const found = await probe([folder]);
  return found && { source: "build", version: found.version, path: [folder] };
}

/**
 * @param {Part} part
 * @param {string} folder
 */
async function buildPart(part, folder) {
  const target = join(folder, process.platform === "win32" ? `${part.name}.exe` : part.name);
  await withProgress(`Building ${part.what} from its Go modules`, async (detail) => {
    let fetched = 0;
    const result = await run("go", ["build", ...flags, "-o", target, part.package], {
      cwd: part.module,
      // A go.work above the checkout would take the place of the pinned module.
      env: { ...process.env, GOWORK: "off" },
      onLine: (line) => {
        if (!line.startsWith("go: downloading")) return;
        fetched += 1;
        detail(`${fetched} modules fetched`);
      },
    });
    if (result.code !== 0) throw new Error(`go build failed:\n${lastLines(result)}`);
  });
}

/**
 * Removes what interrupted builds of the same version left behind. Only the lock's owner does this.
 *
 * @param {string} folder
 */
function sweep(folder) {
  for (const name of readdirSync(dirname(folder))) {
    if (name.startsWith(`${basename(folder)}.tmp-`))
      rmSync(join(dirname(folder), name), { recursive: true, force: true });
  }
}

/**
 * Puts the launcher of dynamic providers beside the CLI, as the vendor's downloads have it: elsewhere on PATH it earns a
 * warning in every command. It is a script that finds its program's own `@pulumi/pulumi`, so one serves every program.
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

/** @param {string} folder */
async function buildInto(folder) {
  const go = await run("go", ["version"], { timeoutMs: 60_000 });
  if (go.code !== 0) throw new Error("Go is not on PATH.");
  sweep(folder);
  const temporary = `${folder}.tmp-${process.pid}`;
  mkdirSync(temporary, { recursive: true });
  try {
    for (const part of parts) await buildPart(part, temporary);
    copyDynamicProvider(temporary);
    await probe([temporary]);
    // What stands there already did not work, or it would have been taken.
    rmSync(folder, { recursive: true, force: true });
    renameSync(temporary, folder);
  } finally {
    if (existsSync(temporary)) rmSync(temporary, { recursive: true, force: true });
  }
}

/**
 * Builds the engine, or waits for the process that is building it.
 *
 * @returns {Promise<import("./probe.mjs").Engine>}
 */
export async function obtainByBuild() {
  const folder = buildFolder();
  return withLock(
    `${folder}.lock`,
    async () => {
      const made = await readyBuild().catch(() => undefined);
      if (made !== undefined) return made;
      await buildInto(folder);
      const engine = await readyBuild();
      if (engine === undefined) throw new Error(`The build left nothing in ${folder}.`);
      return engine;
    },
    {
      onWait: (owner) => {
        process.stderr.write(`Waiting for process ${owner?.pid ?? "?"}, which is building the engine.\n`);
      },
    },
  );
}
