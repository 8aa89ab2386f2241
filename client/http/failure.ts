import { contentsHider } from "./contents";
import { readErrorBody } from "./errorBody";
import {
  AttemptFailed,
  type CostAllocationError,
  Cancelled,
  Conflict,
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
import type { Call, Line } from "./request";
import type { Attempt, Decision } from "./retry";
import type { WireAnswer, WireFailure } from "./transport";

/** Why the ladder gave up. */
type Fail = Extract<Decision, { kind: "fail" }>["fail"];

/** What the last attempt brought. */
interface Last {
  attempt: Attempt;
  outcome?: WireAnswer | WireFailure;
  sentAt: number;
}

/** The error for an operation that the ladder gave up. */
export function failure(line: Line, call: Call<unknown>, last: Last, fail: Fail): CostAllocationError {
  const answer = last.outcome?.kind === "answer" ? last.outcome : undefined;
  const cause = causeOf(line, last.outcome);
  const hide = (text: string): string => line.credentials.hide(text, call.secrets);
  const body =
    answer === undefined ? undefined : readErrorBody(answer.text, hide, contentsHider(call.contents?.() ?? []));
  const facts = (code: string): ErrorFacts => ({
    operation: call.operation,
    method: call.method,
    path: call.path,
    code: body?.code ?? code,
    status: answer?.status,
    requestId: body?.requestId,
    // The text of a success that can't be read is data, and no message.
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
        `it was not done within ${line.deadlineSeconds} s, waits included.`,
        "Try again later, or raise deadlineSeconds.",
      );
    case "unreachable":
      return new Unavailable(facts("UNREACHABLE"), `the service can't be reached (${because}).`, unreachableAdvice);
    case "broken":
      return new Unavailable(facts("UNAVAILABLE"), `the service does not answer as it should (${because}).`);
    case "limit":
      return limitReached(facts("RATE_LIMITED"), line, call, last.attempt);
    case "unreadable":
      return new UnexpectedAnswer(facts("UNEXPECTED_ANSWER"), `the answer can't be read (${because}).`);
    case "odd":
      return new UnexpectedAnswer(
        { ...facts(notWhole), code: notWhole },
        "the service shows the Virtual Tag without the rules or the default value that the API document promises.",
        "It may be of a kind that API V2 does not cover, such as a reallocation: look at it in the application.",
      );
    case "redirect":
      return new UnexpectedAnswer(
        facts("REDIRECTED"),
        `the service redirects${redirectTarget(answer)}, and redirects are refused since the credentials would go along.`,
      );
    case "unknown":
      return new OutcomeUnknown(
        { ...facts("OUTCOME_UNKNOWN"), code: "OUTCOME_UNKNOWN" },
        { ...call.look, sentAt: new Date(last.sentAt).toISOString() },
        `${because}.`,
      );
    case "refused":
      return refusal(facts, call, body?.issues ?? [], line.credentials.source);
  }
}

/** `code` of the error for a tag that the service does not show whole. */
export const notWhole = "NOT_WHOLE";

function limitReached(facts: ErrorFacts, line: Line, { route }: Call<unknown>, attempt: Attempt): LimitReached {
  const seconds = attempt.kind === "failed" ? 0 : Math.ceil(attempt.pauseMilliseconds / 1000);
  const limit = `longer than deadlineSeconds (${line.deadlineSeconds}) leaves it`;
  return seconds === 0
    ? new LimitReached(facts, `its turn on ${route} did not come within ${line.deadlineSeconds} s.`)
    : new LimitReached(
        facts,
        `the service lets nothing through on ${route} for another ${seconds} s, ${limit}.`,
        `Try again in ${seconds} s, or raise deadlineSeconds above that.`,
      );
}

const unreachableAdvice = "Check baseUrl, the network and the proxy settings (HTTPS_PROXY, NO_PROXY).";

/** Code first, status second: the document gives the codes, but not the status of each. */
function refusal(
  factsOf: (code: string) => ErrorFacts,
  call: Call<unknown>,
  issues: InvalidInput["issues"],
  credentialSource: string,
): CostAllocationError {
  const facts = factsOf("REFUSED");
  const status = facts.status ?? 0;

  if (facts.code === "UNAUTHORIZED") return new NotAuthenticated(facts, credentialSource);
  if (facts.code === "FORBIDDEN") return new Forbidden(facts);
  if (facts.code === "VTAG_NOT_FOUND") return new NotFound(facts, "Virtual Tag");
  if (facts.code === "VTAG_VERSION_NOT_FOUND") return new NotFound(facts, "version");

  switch (status) {
    case 401:
      return new NotAuthenticated(factsOf("UNAUTHORIZED"), credentialSource);
    case 403:
      return new Forbidden(factsOf("FORBIDDEN"));
    case 404:
      // Of a tag, not to be believed yet: see `missing.ts`.
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
    `the service answers ${status}, which this route does not have.`,
  );
}

/** Without query and credentials, and only as far as it helps to correct `baseUrl`. */
function redirectTarget(answer: WireAnswer | undefined): string {
  const location = answer?.headers["location"];
  return location !== undefined && URL.canParse(location) ? ` to ${new URL(location).origin}` : "";
}

function causeOf(line: Line, outcome: WireAnswer | WireFailure | undefined): AttemptFailed | undefined {
  if (outcome === undefined) return undefined;
  const host = new URL(line.baseUrl).host;
  if (outcome.kind === "answer") {
    const readable = outcome.status >= 200 && outcome.status < 300;
    return readable
      ? new AttemptFailed("ANSWER_UNREADABLE", `${host} answered ${outcome.status} with a body that can't be read`)
      : new AttemptFailed(`HTTP_${outcome.status}`, `${host} answered ${outcome.status}`);
  }
  return new AttemptFailed(
    outcome.code,
    outcome.reached ? `${host} sent no complete answer` : `no connection to ${host}`,
  );
}
