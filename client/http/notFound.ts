/**
 * When to believe a 404. The API document gives the codes of a missing tag and a missing version. A 404 without one of them may
 * come from something in front of the service, and believing it would mean forgetting a tag that exists.
 */
import { Cancelled, CostAllocationError, type ErrorFacts, NotFound, UnexpectedAnswer } from "../errors";
import type { Call } from "./call";

const ownCodes = new Set(["VTAG_NOT_FOUND", "VTAG_VERSION_NOT_FOUND"]);

/** Sends the read of a list. */
type ReadList = (call: Call<readonly { id: string }[]>) => Promise<readonly { id: string }[]>;

/**
 * The error to throw instead of `error`. A 404 without one of the service's codes is confirmed by one read of the list. If the
 * list can't be read either, or shows the tag, nothing is missing.
 */
export async function confirmNotFound(call: Call<unknown>, error: unknown, readList: ReadList): Promise<unknown> {
  const { confirmMissing } = call;
  if (!(error instanceof NotFound) || confirmMissing === undefined || ownCodes.has(error.code)) return error;
  try {
    const tags = await readList(confirmMissing);
    const exists = error.missing === "Virtual Tag" && tags.some(({ id }) => isInPath(call.path, id));
    return exists ? unexpected(error, "the list of Virtual Tags shows the tag") : error;
  } catch (failed) {
    if (failed instanceof Cancelled) return new Cancelled({ ...factsOf(error), code: "CANCELLED" });
    const status = failed instanceof CostAllocationError ? failed.status : undefined;
    const because = status === undefined || status < 300 ? "can't be read" : `is answered with ${status}`;
    return unexpected(error, `the list of Virtual Tags ${because} as well`);
  }
}

/** `/v2/virtual-tags/{id}` and everything below it. */
function isInPath(path: string, id: string): boolean {
  return path.split("/")[3]?.toLowerCase() === encodeURIComponent(id).toLowerCase();
}

function unexpected(error: NotFound, because: string): UnexpectedAnswer {
  const sentence = `the service answered 404 without saying that the ${error.missing} is missing, and ${because}.`;
  return new UnexpectedAnswer({ ...factsOf(error), cause: error }, sentence);
}

function factsOf({ operation, method, path, code, status, requestId, serviceMessage }: NotFound): ErrorFacts {
  return { operation, method, path, code, status, requestId, serviceMessage };
}
