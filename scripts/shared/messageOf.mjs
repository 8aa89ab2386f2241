import { types } from "node:util";

/**
 * An error's message without the stack trace. Errors of these scripts are usually about the machine, not about the code.
 *
 * @param {unknown} error
 */
export function messageOf(error) {
  return types.isNativeError(error) ? error.message : String(error);
}
