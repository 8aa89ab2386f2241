/**
 * Sets up the end-to-end tests. Prints JSON: `{ template, path }`. `template` is a folder in which the packed package is
 * installed, and `path` lists the folders to put at the front of PATH. Shows progress on standard error.
 *
 * Usage: node scripts/e2e/prepare.mjs <package manager> <runtime> [package ...]
 */
import { setUp } from "../setup/setUp.mjs";
import { main } from "../shared/main.mjs";
import { runtimePath } from "./installation.mjs";
import { ensureTemplate } from "./template.mjs";

await main(async () => {
  const [manager, runtime, ...packages] = process.argv.slice(2);
  const installation = /** @type {import("./installation.mjs").Installation} */ ({ manager, runtime });
  const engine = await setUp();
  const template = await ensureTemplate(packages, installation);
  console.log(JSON.stringify({ template, path: [...(await runtimePath(installation.runtime)), ...engine.path] }));
});
