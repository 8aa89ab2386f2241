import {
  AttemptFailed,
  Cancelled,
  Conflict,
  type CostAllocationError,
  type ErrorFacts,
  Forbidden,
  InvalidInput,
  LimitReached,
  NotAuthenticated,
  NotFound,
  OutcomeUnknown,
  Unavailable,
  UnexpectedAnswer,
} from "../errors";
import type { Call } from "./call";
import type { Connection } from "./connection";
import { maxLevels } from "../../rules/nesting";
import { type ErrorBody, readErrorBody } from "./errorBody";
import { adviceOnProxy, whyNotReached } from "./notReached";
import { repeatsAny } from "./redaction";
import type { Attempt, NextStep } from "./retry";
import type { WireAnswer, WireFailure } from "./transport";

/** Why `retry.ts` gave up. */
type Fail = Extract<NextStep, { kind: "fail" }>["fail"];

/** The last attempt and its outcome. */
interface Last {
  attempt: Attempt;
  outcome?: WireAnswer | WireFailure;
  isTooDeep?: boolean;
  sentAt: number;
}

/** `code` of the error for a tag or metadata that the service shows in a form that can't be read. */
export const notComplete = "NOT_COMPLETE";

/** The error for an operation that `retry.ts` gave up. */
export function toError(connection: Connection, call: Call<unknown>, last: Last, fail: Fail): CostAllocationError {
  const answer = last.outcome?.kind === "answer" ? last.outcome : undefined;
  const cause = causeOf(connection, last.outcome);
  const body = answer === undefined ? undefined : bodyOf(connection, call, answer);
  const facts = (code: string): ErrorFacts => ({
    operation: call.operation,
    method: call.method,
    path: call.path,
    code: body?.code ?? code,
    status: answer?.status,
    requestId: body?.requestId,
    // The text of a success that can't be read is data, not a message.
    serviceMessage: answer !== undefined && answer.status >= 300 ? body?.message : undefined,
    cause,
  });
  const because = cause?.message ?? "no answer came";

  switch (fail) {
    case "cancelled":
      return new Cancelled(facts("CANCELLED"));
    case "late":
      return new Unavailable(
        facts("DEADLINE_EXCEEDED"),
        `it was not done within ${connection.deadlineSeconds} s, including waits.`,
        "Try again later, or raise deadlineSeconds.",
      );
    case "unreachable":
      return new Unavailable(
        facts("UNREACHABLE"),
        `the service can't be reached (${because}).`,
        adviceOnProxy(last.outcome, new URL(connection.baseUrl).host) ??
          "Check baseUrl, the network and the proxy settings (HTTPS_PROXY, NO_PROXY).",
      );
    case "broken":
      return new Unavailable(facts("UNAVAILABLE"), `the service is not available (${because}).`);
    case "limit":
      return limitReached(facts("RATE_LIMITED"), connection, call, last.attempt);
    case "unreadable":
      return unreadable(facts("UNEXPECTED_ANSWER"), because, last.outcome);
    case "odd":
      return notReadable({ ...facts(notComplete), code: notComplete }, last);
    case "redirect":
      return new UnexpectedAnswer(
        facts("REDIRECTED"),
        `the service redirects${redirectTarget(answer)}. The client follows no redirect, because the credentials would go along.`,
      );
    case "unknown":
      return new OutcomeUnknown(
        { ...facts("OUTCOME_UNKNOWN"), code: "OUTCOME_UNKNOWN" },
        { ...call.look, sentAt: new Date(last.sentAt).toISOString() },
        `${because}.`,
      );
    case "refused":
      return refusal(facts, call, body?.issues ?? [], connection);
  }
}

/** The error body, without secrets, and without the sentences that repeat a value that was sent. */
function bodyOf({ credentials }: Connection, call: Call<unknown>, answer: WireAnswer): ErrorBody {
  const values = call.values?.() ?? [];
  const redact = (text: string): string => credentials.redact(text, call.secrets);
  return readErrorBody(answer.text, redact, (sentence) => repeatsAny(sentence, values));
}

function limitReached(
  facts: ErrorFacts,
  { deadlineSeconds }: Connection,
  { route }: Call<unknown>,
  attempt: Attempt,
): LimitReached {
  const seconds = attempt.kind === "failed" ? 0 : Math.ceil(attempt.pauseMilliseconds / 1000);
  return seconds === 0
    ? new LimitReached(facts, `the rate limit of ${route} did not allow it within ${deadlineSeconds} s.`)
    : new LimitReached(
        facts,
        `${route} is rate-limited for another ${seconds} s, longer than deadlineSeconds (${deadlineSeconds}) allows.`,
        `Try again in ${seconds} s, or raise deadlineSeconds above that.`,
      );
}

function notReadable(facts: ErrorFacts, { isTooDeep = false }: Last): UnexpectedAnswer {
  return isTooDeep
    ? new UnexpectedAnswer(
        facts,
        `a part of the answer is nested deeper than ${maxLevels} levels of objects and arrays.`,
        "Look at it in the application, and make it simpler.",
      )
    : new UnexpectedAnswer(
        facts,
        "the service shows the Virtual Tag without the rules or the default value that the API promises.",
        "API V2 may not cover this kind of tag, such as a reallocation. Look at it in the application.",
      );
}

function unreadable(facts: ErrorFacts, because: string, outcome: Last["outcome"]): UnexpectedAnswer {
  const isTooLarge = outcome?.kind === "failure" && outcome.code === "ANSWER_TOO_LARGE";
  return isTooLarge
    ? new UnexpectedAnswer(facts, "the answer is larger than maxResponseBytes.", "Raise maxResponseBytes.")
    : new UnexpectedAnswer(facts, `the answer can't be read (${because}).`);
}

/** Checks the code first and the status second: the API documentation gives the codes, but not their statuses. */
function refusal(
  factsOf: (code: string) => ErrorFacts,
  call: Call<unknown>,
  issues: InvalidInput["issues"],
  { baseUrl, credentials }: Connection,
): CostAllocationError {
  const facts = factsOf("REFUSED");
  const status = facts.status ?? 0;

  if (facts.code === "UNAUTHORIZED") return new NotAuthenticated(facts, credentials.source);
  if (facts.code === "FORBIDDEN") return new Forbidden(facts);
  if (facts.code === "VTAG_NOT_FOUND") return new NotFound(facts, "Virtual Tag");
  if (facts.code === "VTAG_VERSION_NOT_FOUND") return new NotFound(facts, "version");
  // The API documentation gives no status for a name that another tag has.
  if (facts.code === "CONFLICT") return new Conflict(facts);

  switch (status) {
    case 401:
      return new NotAuthenticated(factsOf("UNAUTHORIZED"), credentials.source);
    case 403:
      return new Forbidden(factsOf("FORBIDDEN"));
    case 404:
      // For a tag, `notFound.ts` confirms this.
      if (call.missing !== undefined) return new NotFound(factsOf("NOT_FOUND"), call.missing);
      break;
    case 409:
    case 412:
      return new Conflict(factsOf("CONFLICT"));
    case 400:
    case 413:
    case 422:
      return new InvalidInput(factsOf("INVALID_INPUT"), `the service refuses the request (${status}).`, issues);
    default:
      break;
  }
  return new UnexpectedAnswer(
    factsOf("UNEXPECTED_ANSWER"),
    `the service answered ${status}, which the API does not document for ${call.route}.`,
    adviceOnBaseUrl(baseUrl, call),
  );
}

/** People copy an address with the API's version in it. */
function adviceOnBaseUrl(baseUrl: string, { path }: Call<unknown>): string {
  const version = /\/v\d+$/.exec(baseUrl)?.[0];
  if (version !== undefined) return `baseUrl ends in ${version}. Remove that part: the client adds it (${path}).`;
  return "Check that baseUrl is the address of the service.";
}

/** Only the origin, which is enough to correct `baseUrl`, and contains no query or credentials. */
function redirectTarget(answer: WireAnswer | undefined): string {
  const location = answer?.headers["location"];
  return location !== undefined && URL.canParse(location) ? ` to ${new URL(location).origin}` : "";
}

function causeOf({ baseUrl }: Connection, outcome: WireAnswer | WireFailure | undefined): AttemptFailed | undefined {
  if (outcome === undefined) return undefined;
  const host = new URL(baseUrl).host;
  if (outcome.kind === "answer") {
    const readable = outcome.status >= 200 && outcome.status < 300;
    return readable
      ? new AttemptFailed("ANSWER_UNREADABLE", `${host} answered ${outcome.status} with a body that can't be read`)
      : new AttemptFailed(`HTTP_${outcome.status}`, `${host} answered ${outcome.status}`);
  }
  return new AttemptFailed(
    outcome.code,
    outcome.reached ? `${host} sent no complete answer` : whyNotReached(outcome, host),
  );
}
