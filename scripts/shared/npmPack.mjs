import { join } from "node:path";
import { checkout } from "./checkout.mjs";
import { lastLines, run } from "./run.mjs";

/**
 * Packs the package from dist/ as it is.
 *
 * @param {string} folder The folder to put the tarball in.
 * @returns {Promise<string>} The tarball's path.
 */
export async function npmPack(folder) {
  const args = ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder];
  const result = await run("npm", args, { cwd: checkout, shell: true });
  if (result.code !== 0) throw new Error(`npm pack failed:\n${lastLines(result)}`);
  return join(folder, result.stdout.trim());
}
