import { types } from "node:util";

/**
 * What an error says, without its stack: the scripts' failures are about the machine, not about the scripts.
 *
 * @param {unknown} error
 */
export function messageOf(error) {
  return types.isNativeError(error) ? error.message : String(error);
}
