/** Compiles the package into dist/. */
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { allOf } from "../shared/allOf.mjs";
import { checkout } from "../shared/checkout.mjs";
import { contentHash } from "../shared/contentHash.mjs";
import { withProgress } from "../shared/progress.mjs";
import { lastLines, run } from "../shared/run.mjs";

const dist = join(checkout, "dist");
const stamp = join(checkout, "node_modules", ".cache", "pulumi-cost-allocation", "dist-of");

/** What dist/ depends on besides the sources. The lockfile determines the compiler. */
const inputs = [
  "tsconfig.json",
  "tsconfig.build.json",
  "package.json",
  "package-lock.json",
  "plugin",
  "scripts/plugin",
];

function sourceHash() {
  /** @type {{ include: string[] }} */
  const { include } = JSON.parse(readFileSync(join(checkout, "tsconfig.build.json"), "utf8"));
  // The schema of the plugin names it.
  return `${contentHash(checkout, [...inputs, ...include])} ${process.env["PLUGIN_DOWNLOAD_URL"] ?? ""}`;
}

/**
 * Compiles into another folder and then replaces dist/, so that dist/ is always complete.
 *
 * @param {readonly string[]} options Further options of the compiler.
 * @throws Error with the compiler's messages. dist/ is then unchanged.
 */
export async function buildDist(options = []) {
  const hash = sourceHash();
  const temporary = join(checkout, "dist.tmp");
  rmSync(temporary, { recursive: true, force: true });
  const compiler = join(checkout, "node_modules", "typescript", "bin", "tsc");
  const args = [compiler, "-p", "tsconfig.build.json", "--outDir", temporary, ...options];
  mkdirSync(temporary);
  // Imported on demand, because set-up installs it.
  const { bundlePlugin } = await import("../plugin/bundle.mjs");
  const [result] = await allOf(run(process.execPath, args, { cwd: checkout }), bundlePlugin(join(temporary, "plugin")));
  if (result.code !== 0) {
    rmSync(temporary, { recursive: true, force: true });
    throw new Error(`The package failed to compile:\n${lastLines(result)}`);
  }
  chmodSync(join(temporary, "cli", "main.js"), 0o755);
  rmSync(dist, { recursive: true, force: true });
  renameSync(temporary, dist);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}

/** Whether dist/ is of these sources. */
export function isCompiled() {
  return existsSync(dist) && existsSync(stamp) && readFileSync(stamp, "utf8") === sourceHash();
}

/** Builds dist/ if it is missing or if the sources have changed. Doesn't check the types: that takes as long again, and is a step of the tests. */
export async function ensureDist() {
  if (isCompiled()) return;
  await withProgress("Compiling the package", () => buildDist(["--noCheck"]));
}
