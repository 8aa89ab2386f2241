/**
 * The errors of the client, one class for each way to react to them.
 *
 * Each has `code`, `status`, `requestId` and the operation, and its message ends with what to do. None contains a credential, a
 * notification endpoint's `configuration.to`, or the HTTP library's own error object: they could be printed. A sentence of the
 * service that repeats a value of a tag or of custom metadata is left out. None has a property `id`, which the Pulumi engine would
 * take for the ID of a new resource.
 */
import { engine } from "./hostWords";
import { printable } from "./printable";

/** What happened, and to which request. */
export interface ErrorFacts {
  /** The client's method, such as `virtualTags.create`. */
  operation: string;
  /** HTTP method. */
  method: string;
  /** Path of the request below the base address, without its query. */
  path: string;
  /** The service's code for the problem, such as `VTAG_NOT_FOUND`, or the client's own. */
  code: string;
  /** HTTP status, if there was an answer. */
  status?: number | undefined;
  /** The service's ID of the request, for its support. */
  requestId?: string | undefined;
  /** What the service said, without secrets. */
  serviceMessage?: string | undefined;
  /** The underlying problem, without secrets. */
  cause?: Error | undefined;
}

/** The base of all errors of the client. */
export abstract class CostAllocationError extends Error {
  /** The service's code for the problem, or the client's own if the service gave none. */
  readonly code: string;
  /** HTTP status; undefined if no answer came. */
  readonly status: number | undefined;
  /** The service's ID of the request; undefined if it gave none. */
  readonly requestId: string | undefined;
  /** The client's method, such as `virtualTags.create`. */
  readonly operation: string;
  /** HTTP method. */
  readonly method: string;
  /** Path of the request below the base address, without its query. */
  readonly path: string;
  /** What the service said, without secrets; undefined if it said nothing. */
  readonly serviceMessage: string | undefined;

  /**
   * @param facts what happened
   * @param sentence what happened, in words
   * @param advice what the caller should do
   */
  constructor(facts: ErrorFacts, sentence: string, advice: string) {
    const said = facts.serviceMessage === undefined ? "" : ` The service said: ${quoted(facts.serviceMessage)}`;
    const request = facts.requestId === undefined ? "" : `, requestId ${facts.requestId}`;
    super(
      printable(`${facts.operation}: ${sentence}${said} ${advice} [${facts.method} ${facts.path}${request}]`),
      facts.cause === undefined ? undefined : { cause: facts.cause },
    );
    this.code = facts.code;
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.operation = facts.operation;
    this.method = facts.method;
    this.path = facts.path;
    this.serviceMessage = facts.serviceMessage;
  }
}

/** The input is wrong: refused by the client before sending, or by the service (400, 422, ...). Nothing was changed. */
export class InvalidInput extends CostAllocationError {
  override readonly name = "InvalidInput";
  /** What is wrong where, if the service or the client named fields. */
  readonly issues: readonly Issue[];

  constructor(facts: ErrorFacts, sentence: string, issues: readonly Issue[] = [], advice = "Correct the arguments.") {
    const list = issues.map(({ path, message }) => ` ${path === "" ? "" : `${path}: `}${message}.`).join("");
    super(facts, `${sentence}${list}`, advice);
    this.issues = issues;
  }
}

/** One thing that is wrong with the input. */
export interface Issue {
  /** Where, as in `rules[0].filters.type`; empty if it concerns the whole. */
  path: string;
  /** What, without secrets and without a full stop. */
  message: string;
}

/** The service does not accept the credentials (401, `UNAUTHORIZED`). Nothing was changed. */
export class NotAuthenticated extends CostAllocationError {
  override readonly name = "NotAuthenticated";
  /** Where the credentials came from. Never what they are. */
  readonly credentialSource: string;

  constructor(facts: ErrorFacts, credentialSource: string) {
    super(
      facts,
      `the service does not accept the credentials (${code(facts)}).`,
      `They came from ${credentialSource}. Check the client ID, the secret key and that both belong to this base address.`,
    );
    this.credentialSource = credentialSource;
  }
}

/** The credentials are valid, but may not do this (403, `FORBIDDEN`). Nothing was changed. */
export class Forbidden extends CostAllocationError {
  override readonly name = "Forbidden";

  constructor(facts: ErrorFacts) {
    super(
      facts,
      `these credentials may not do this (${code(facts)}).`,
      "Ask the owner of the Virtual Tag to add them to its access list, or use other credentials.",
    );
  }
}

/** What can be missing. */
export type Missing = "Virtual Tag" | "version" | "key";

/** There is no such tag, version or key (404, `VTAG_NOT_FOUND`, `VTAG_VERSION_NOT_FOUND`). */
export class NotFound extends CostAllocationError {
  override readonly name = "NotFound";
  /** The kind of resource that was not found. */
  readonly missing: Missing;

  constructor(facts: ErrorFacts, missing: Missing) {
    super(
      facts,
      `the ${missing} was not found (${code(facts)}).`,
      "Check the ID, and whether it was deleted meanwhile or belongs to another account.",
    );
    this.missing = missing;
  }
}

/** The present state of the service does not allow this (409, 412, `CONFLICT`). Nothing was changed. */
export class Conflict extends CostAllocationError {
  override readonly name = "Conflict";

  constructor(facts: ErrorFacts) {
    super(
      facts,
      `the request conflicts with what the service has now (${code(facts)}).`,
      "Read it again, and correct the request.",
    );
  }
}

/** The rate limit stayed exceeded for as long as the client was allowed to wait (429). Nothing was changed. */
export class LimitReached extends CostAllocationError {
  override readonly name = "LimitReached";

  constructor(
    facts: ErrorFacts,
    sentence: string,
    advice = "Try again later, run fewer programs on this account at the same time, or raise deadlineSeconds.",
  ) {
    super(facts, sentence, advice);
  }
}

/**
 * A write with a reservation was not carried out: it was rate-limited, the service could not be reached, or its moment passed.
 * Read again, and retry it with a new reservation.
 */
export class RetryLater extends CostAllocationError {
  override readonly name = "RetryLater";
  /** How long to wait before the next attempt, beyond what the next reservation waits. */
  readonly afterMilliseconds: number;
  /** Whether the attempt failed. A rate limit, or a moment that passed, is not a failure. */
  readonly isFailure: boolean;

  constructor(facts: ErrorFacts, { afterMilliseconds, isFailure }: { afterMilliseconds: number; isFailure: boolean }) {
    super(facts, "it was not carried out.", "Read again, and send it in a new reservation.");
    this.afterMilliseconds = afterMilliseconds;
    this.isFailure = isFailure;
  }
}

/** The service did not answer, or could not (5xx, network, deadline), and the request changed nothing. */
export class Unavailable extends CostAllocationError {
  override readonly name = "Unavailable";

  constructor(facts: ErrorFacts, sentence: string, advice = "Try again later.") {
    super(facts, sentence, advice);
  }
}

/** The caller's abort signal, or `close()`, ended the operation before anything could have been changed. */
export class Cancelled extends CostAllocationError {
  override readonly name = "Cancelled";

  constructor(facts: ErrorFacts) {
    super(facts, "it was cancelled.", "Nothing was changed by it.");
  }
}

/** The answer is not what the API documentation describes. For a read, or a write that was certainly not carried out. */
export class UnexpectedAnswer extends CostAllocationError {
  override readonly name = "UnexpectedAnswer";

  constructor(facts: ErrorFacts, sentence: string, advice = "Check that baseUrl is the address of the service.") {
    super(facts, sentence, advice);
  }
}

/** What a caller needs to check whether a write was carried out. */
export interface OutcomeFacts {
  /** `name` of the body that was sent. */
  bodyName?: string | undefined;
  /** The Virtual Tag that the path names. */
  tagId?: string | undefined;
  /** When the request was sent, ISO 8601. */
  sentAt: string;
}

/**
 * A write may or may not have been carried out: the connection broke, time ran out, or the service answered 5xx or something
 * unreadable. The client never retries such a write: the caller checks it, and decides.
 */
export class OutcomeUnknown extends CostAllocationError {
  override readonly name = "OutcomeUnknown";
  /** `name` of the body that was sent; undefined if the body has none. */
  readonly bodyName: string | undefined;
  /** The Virtual Tag that the path names; undefined for a create. */
  readonly tagId: string | undefined;
  /** When the request was sent, by this machine's clock, ISO 8601. */
  readonly sentAt: string;

  constructor(facts: ErrorFacts, outcome: OutcomeFacts, sentence: string) {
    super(
      facts,
      `the outcome is unknown: ${sentence}`,
      `Check whether it was carried out before you send it again. ${engine("up")} checks this itself.`,
    );
    this.bodyName = outcome.bodyName;
    this.tagId = outcome.tagId;
    this.sentAt = outcome.sentAt;
  }
}

/** Why an attempt got no usable answer. It is the `cause` of the errors above. */
export class AttemptFailed extends Error {
  override readonly name = "AttemptFailed";
  /** The system's code, such as `ECONNRESET`, or the client's own, such as `ANSWER_TIMEOUT`. */
  readonly code: string;

  constructor(failureCode: string, message: string) {
    super(printable(`${failureCode}: ${message}`));
    this.code = failureCode;
  }
}

function code(facts: ErrorFacts): string {
  return facts.status === undefined ? facts.code : `${facts.status} ${facts.code}`;
}

function quoted(text: string): string {
  return `"${text}"${/[.!?]$/.test(text) ? "" : "."}`;
}
