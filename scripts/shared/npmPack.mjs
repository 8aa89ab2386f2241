import { join } from "node:path";
import { checkout } from "./checkout.mjs";
import { must } from "./run.mjs";

/**
 * Packs the package from dist/ as it is.
 *
 * @param {string} folder The folder to put the tarball in.
 * @returns {Promise<string>} The tarball's path.
 */
export async function npmPack(folder) {
  const args = ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder];
  return join(folder, await must("npm", args, { cwd: checkout, shell: true }));
}
