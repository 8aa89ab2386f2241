import { CostAllocationError } from "../client";

/**
 * Sends a request to V1.
 *
 * @throws {Error} that says how to go on, when V1 has reached its end of life; else whatever the request throws
 */
export async function callV1<Result>(request: () => Promise<Result>): Promise<Result> {
  try {
    return await withoutClientsWarning(request);
  } catch (error) {
    throw isEndOfLife(error) ? new Error(endOfLifeMessage) : error;
  }
}

/**
 * The client warns of V1 once a process, as the request is begun, on stderr, which the engine shows beside the stack.
 * `check` has said the same by then, beside the resource.
 */
function withoutClientsWarning<Result>(request: () => Promise<Result>): Promise<Result> {
  const before = process.noDeprecation ?? false;
  process.noDeprecation = true;
  try {
    return request();
  } finally {
    process.noDeprecation = before;
  }
}

/** The client refuses V1 by itself from its end of life on; a service that has ended it answers 410. */
function isEndOfLife(error: unknown): boolean {
  return error instanceof CostAllocationError && (error.code === "V1_END_OF_LIFE" || error.status === 410);
}

const endOfLifeMessage =
  "Virtual Tags V1 reached its end of life on 2027-03-31, and nothing was written. Change the class VirtualTagV1 of this " +
  'resource to VirtualTag, with the same resource name, and run "pulumi up" without --refresh: the tag is taken over in ' +
  "place, by V2 alone. If the service still answers V1 for you, set costallocation:v1AfterEndOfLife to allow.";
