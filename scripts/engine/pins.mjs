/** The versions of the engine that this project works with. */

/** The version that is downloaded or built. scripts/engine/cli/go.mod names it too. */
export const engineVersion = "3.250.0";

/** The oldest version on PATH that is accepted: the floor of the peer dependency on `@pulumi/pulumi`. */
export const oldestVersion = "3.216.0";

/**
 * Whether a version is another one or a newer one. What follows the three numbers (`-alpha.1`, `+dirty`) does not count.
 *
 * @param {string} version
 * @param {string} floor
 */
export function atLeast(version, floor) {
  const numbers = (/** @type {string} */ text) => (/\d+(?:\.\d+)*/u.exec(text)?.[0] ?? "0").split(".").map(Number);
  const [have, need] = [numbers(version), numbers(floor)];
  for (let i = 0; i < need.length; i += 1) {
    const difference = (have[i] ?? 0) - (need[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}
