import { CostAllocationError } from "../../client";
import { Refused } from "../shared/message";
import { textsV1 } from "./messages";

/**
 * Sends a request to V1.
 *
 * @throws {Refused} if V1 has reached its end of life, with what to do
 */
export async function callV1<Result>(request: () => Promise<Result>): Promise<Result> {
  try {
    return await withoutDeprecationWarning(request);
  } catch (error) {
    throw isEndOfLife(error) ? new Refused(textsV1.endOfLife()) : error;
  }
}

/** Suppresses the client's warning about V1, which would appear beside the stack. `check` warns instead. */
function withoutDeprecationWarning<Result>(request: () => Promise<Result>): Promise<Result> {
  const before = process.noDeprecation ?? false;
  process.noDeprecation = true;
  try {
    return request();
  } finally {
    process.noDeprecation = before;
  }
}

/** After the end of life, the client itself refuses V1. A service that has ended V1 answers 410. */
function isEndOfLife(error: unknown): boolean {
  return error instanceof CostAllocationError && (error.code === "V1_END_OF_LIFE" || error.status === 410);
}
