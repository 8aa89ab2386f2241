import { resolve } from "node:path";

/** Node.js's own `require`, as environment.cjs gives it. */
declare const nativeRequire: (path: string) => unknown;

/**
 * Loads a module of scripts/.
 *
 * @param path Relative to scripts/.
 */
export function load(path: string): unknown {
  return nativeRequire(resolve(__dirname, "../../scripts", path));
}
