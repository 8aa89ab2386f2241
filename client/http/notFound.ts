/**
 * Decides whether something is missing. The API documentation gives the codes of a missing tag and a missing version, but no status. A
 * 404 without such a code may come from a proxy: if we believed it, we would forget a tag that exists. A 400 without such a code
 * may mean a missing tag.
 */
import {
  Cancelled,
  CostAllocationError,
  type ErrorFacts,
  Forbidden,
  InvalidInput,
  NotFound,
  UnexpectedAnswer,
} from "../errors";
import type { Call } from "./call";

const ownCodes = new Set(["VTAG_NOT_FOUND", "VTAG_VERSION_NOT_FOUND"]);

/** Sends a read. */
type Read = <T>(call: Call<T>) => Promise<T>;

/**
 * Returns the error to throw instead of `error`. One read of the list confirms a 404 without one of the service's codes. If the
 * list can't be read either, or shows the tag, the tag is not missing. A 400 without such a code stays invalid input, unless a
 * read shows that the tag is missing.
 */
export async function confirmNotFound(call: Call<unknown>, error: unknown, read: Read): Promise<unknown> {
  const { confirmMissing } = call;
  if (confirmMissing === undefined) return error;
  if (error instanceof InvalidInput && error.status === 400)
    return isUnclear(call, error) ? explain(call, error, read) : error;
  if (!(error instanceof NotFound) || ownCodes.has(error.code)) return error;
  try {
    const tags = await read(confirmMissing);
    const exists = error.missing === "Virtual Tag" && tags.some(({ id }) => isInPath(call.path, id));
    return exists ? unexpected(error, "the list of Virtual Tags shows the tag") : error;
  } catch (failed) {
    if (failed instanceof Cancelled) return new Cancelled({ ...factsOf(error), code: "CANCELLED" });
    const status = failed instanceof CostAllocationError ? failed.status : undefined;
    const because = status === undefined || status < 300 ? "can't be read" : `is answered with ${status}`;
    return unexpected(error, `the list of Virtual Tags ${because} as well`);
  }
}

/**
 * Whether a 400 may mean a missing tag. Never for a delete: one that was refused must not look as if there was nothing to delete.
 */
function isUnclear({ method }: Call<unknown>, { code }: InvalidInput): boolean {
  return method !== "DELETE" && ["INVALID_INPUT", "NOT_FOUND"].includes(code);
}

/** What a 400 means. */
async function explain(
  { confirmMissing, confirmTag, path }: Call<unknown>,
  error: InvalidInput,
  read: Read,
): Promise<unknown> {
  try {
    if (confirmTag !== undefined) {
      await read(confirmTag);
      return error;
    }
    const tags = confirmMissing === undefined ? [] : await read(confirmMissing);
    return tags.some(({ id }) => isInPath(path, id)) ? error : notFound(error);
  } catch (failed) {
    if (failed instanceof Cancelled) return new Cancelled({ ...factsOf(error), code: "CANCELLED" });
    if (failed instanceof NotFound) return notFound(error);
    const isTagDenied = confirmTag !== undefined && failed instanceof Forbidden;
    return isTagDenied ? new Forbidden({ ...factsOf(error), code: failed.code }) : error;
  }
}

function notFound(error: InvalidInput): NotFound {
  return new NotFound({ ...factsOf(error), code: "NOT_FOUND" }, "Virtual Tag");
}

/** `/v2/virtual-tags/{id}` and everything below it. */
function isInPath(path: string, id: string): boolean {
  return path.split("/")[3]?.toLowerCase() === encodeURIComponent(id).toLowerCase();
}

function unexpected(error: NotFound, because: string): UnexpectedAnswer {
  const sentence = `the service answered 404 without saying that the ${error.missing} is missing, and ${because}.`;
  return new UnexpectedAnswer({ ...factsOf(error), cause: error }, sentence);
}

function factsOf({
  operation,
  method,
  path,
  code,
  status,
  requestId,
  serviceMessage,
}: CostAllocationError): ErrorFacts {
  return { operation, method, path, code, status, requestId, serviceMessage };
}
