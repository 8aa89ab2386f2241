/**
 * Makes ready what the end-to-end tests need, and prints where it is, as JSON: `{ template, path }`. `path` are the folders
 * to put in front of PATH. Progress goes to standard error.
 *
 * Usage: node scripts/e2e/prepare.mjs <package manager> <runtime> [package ...]
 */
import { setUp } from "../setup/setUp.mjs";
import { messageOf } from "../shared/messageOf.mjs";
import { runtimePath } from "./installation.mjs";
import { ensureTemplate } from "./template.mjs";

try {
  const [manager, runtime, ...packages] = process.argv.slice(2);
  const installation = /** @type {import("./installation.mjs").Installation} */ ({ manager, runtime });
  const engine = await setUp();
  const template = await ensureTemplate(packages, installation);
  console.log(JSON.stringify({ template, path: [...(await runtimePath(installation.runtime)), ...engine.path] }));
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
