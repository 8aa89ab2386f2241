/** Compiles the package into dist/, where the sources have changed since the last time. */
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { contentHash } from "../shared/contentHash.mjs";
import { checkout } from "../shared/checkout.mjs";
import { withProgress } from "../shared/progress.mjs";
import { lastLines, run } from "../shared/run.mjs";

const dist = join(checkout, "dist");
const stamp = join(checkout, "node_modules", ".cache", "pulumi-cost-allocation", "dist-of");

/** Everything that the result depends on. The lockfile stands for the compiler. */
const inputs = ["tsconfig.json", "tsconfig.build.json", "package.json", "package-lock.json"];

/**
 * The rooms, as tsconfig.build.json lists them.
 *
 * @returns {string[]}
 */
function rooms() {
  /** @type {{ include: string[] }} */
  const settings = JSON.parse(readFileSync(join(checkout, "tsconfig.build.json"), "utf8"));
  return settings.include;
}

/**
 * Compiles into a folder beside dist/ and puts it in its place, so that what runs from dist/ never meets half of it.
 *
 * @throws Error with the compiler's messages; dist/ is then as it was.
 */
export async function buildDist() {
  const sources = contentHash(checkout, [...inputs, ...rooms()]);
  const fresh = join(checkout, "dist.tmp");
  rmSync(fresh, { recursive: true, force: true });
  const compiler = join(checkout, "node_modules", "typescript", "bin", "tsc");
  const result = await run(process.execPath, [compiler, "-p", "tsconfig.build.json", "--outDir", fresh], {
    cwd: checkout,
  });
  if (result.code !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    throw new Error(`The package does not compile:\n${lastLines(result)}`);
  }
  chmodSync(join(fresh, "cli", "main.js"), 0o755);
  rmSync(dist, { recursive: true, force: true });
  renameSync(fresh, dist);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, sources);
}

/** Builds dist/ where it is missing or older than the sources. */
export async function ensureDist() {
  const sources = contentHash(checkout, [...inputs, ...rooms()]);
  if (existsSync(dist) && existsSync(stamp) && readFileSync(stamp, "utf8") === sources) return;
  await withProgress("Compiling the package", buildDist);
}
