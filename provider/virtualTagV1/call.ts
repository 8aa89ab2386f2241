import { CostAllocationError } from "../../client";
import { Refused } from "../shared/message";
import { textsV1 } from "./messages";

/**
 * Sends a request to V1.
 *
 * @throws {Refused} that says how to go on, if V1 has reached its end of life
 */
export async function callV1<Result>(request: () => Promise<Result>): Promise<Result> {
  try {
    return await withoutDeprecationWarning(request);
  } catch (error) {
    throw isEndOfLife(error) ? new Refused(textsV1.endOfLife()) : error;
  }
}

/** The client warns about V1 once per process, on stderr, which the engine shows beside the stack. `check` warns instead. */
function withoutDeprecationWarning<Result>(request: () => Promise<Result>): Promise<Result> {
  const before = process.noDeprecation ?? false;
  process.noDeprecation = true;
  try {
    return request();
  } finally {
    process.noDeprecation = before;
  }
}

/** After its end of life, the client refuses V1 by itself. A service that has ended it answers 410. */
function isEndOfLife(error: unknown): boolean {
  return error instanceof CostAllocationError && (error.code === "V1_END_OF_LIFE" || error.status === 410);
}
