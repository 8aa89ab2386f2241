import { resolve } from "node:path";

/** Node.js's own `require`, from environment.cjs. */
declare const nativeRequire: (path: string) => unknown;

/**
 * Loads an ES module.
 *
 * @param path relative to the checkout
 */
export function load(path: string): unknown {
  return nativeRequire(resolve(__dirname, "../..", path));
}
