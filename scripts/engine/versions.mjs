/** The engine version that is downloaded or built. If you change it, also change scripts/engine/cli/go.mod. */
export const engineVersion = "3.250.0";

/** The oldest version that is accepted on PATH: the minimum of the peer dependency on `@pulumi/pulumi`. */
export const oldestVersion = "3.216.0";

/**
 * Whether a version is the minimum or newer. Only the numbers count, not what follows them (`-alpha.1`, `+dirty`).
 *
 * @param {string} version
 * @param {string} minimum
 */
export function atLeast(version, minimum) {
  const numbers = (/** @type {string} */ text) => (/\d+(?:\.\d+)*/u.exec(text)?.[0] ?? "0").split(".").map(Number);
  const [actual, required] = [numbers(version), numbers(minimum)];
  for (let i = 0; i < required.length; i += 1) {
    const difference = (actual[i] ?? 0) - (required[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}
