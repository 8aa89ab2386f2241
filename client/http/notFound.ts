/**
 * What to believe of a 404. The document gives the codes of a missing tag and a missing version; a 404 without one of them
 * may come from something before the service, and to believe that would be to forget a tag that is there.
 */
import { Cancelled, type CostAllocationError, type ErrorFacts, NotFound, UnexpectedAnswer } from "../errors";
import type { Call } from "./request";
import { listCall } from "../resources/virtualTags";
import { listCallV1 } from "../resources/virtualTagsV1";

const ownCodes = new Set(["VTAG_NOT_FOUND", "VTAG_VERSION_NOT_FOUND"]);

/** Sends the read of a list. */
export type Look = (call: Call<readonly { id: string }[]>) => Promise<readonly { id: string }[]>;

/**
 * The error to throw in place of `error`. A 404 of a tag's route without one of the service's codes is confirmed by one
 * read of the list of tags: where that is not there either, or shows the tag, nothing is missing.
 */
export async function confirmMissing(call: Call<unknown>, error: unknown, look: Look): Promise<unknown> {
  const isDoubtful = error instanceof NotFound && error.missing !== "key" && !ownCodes.has(error.code);
  if (!isDoubtful) return error;
  try {
    const tags = await look(call.path.startsWith("/v1/") ? listCallV1 : listCall);
    const isThere = error.missing === "Virtual Tag" && tags.some(({ id }) => isInPath(call.path, id));
    return isThere ? unexpected(error, "the list of Virtual Tags shows the tag") : error;
  } catch (failed) {
    if (failed instanceof Cancelled) return new Cancelled({ ...factsOf(error), code: "CANCELLED" });
    const { status } = failed as CostAllocationError;
    const because = status === undefined || status < 300 ? "can't be read" : `is answered by ${status}`;
    return unexpected(error, `the list of Virtual Tags ${because} too`);
  }
}

/** `/v2/virtual-tags/{id}` and whatever comes after it. */
function isInPath(path: string, id: string): boolean {
  return path.split("/")[3]?.toLowerCase() === encodeURIComponent(id).toLowerCase();
}

function unexpected(error: NotFound, because: string): UnexpectedAnswer {
  const sentence = `the service answers 404 without saying that the ${error.missing} is missing, and ${because}.`;
  return new UnexpectedAnswer({ ...factsOf(error), cause: error }, sentence);
}

function factsOf({ operation, method, path, code, status, requestId, serviceMessage }: NotFound): ErrorFacts {
  return { operation, method, path, code, status, requestId, serviceMessage };
}
