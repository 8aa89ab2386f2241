/** Sends requests to the API of a system, and retries them. */
import { systemClock } from "../../../client/clock";
import { readErrorBody } from "../../../client/http/errorBody";
import { adviceOnProxy, whyNotReached } from "../../../client/http/notReached";
import { redact } from "../../../client/http/redaction";
import { type Attempt, decide, maxAttempts, type NextStep } from "../../../client/http/retry";
import { HttpTransport, type WireAnswer, type WireFailure } from "../../../client/http/transport";
import { parseJson } from "../../../client/json";
import { readRateHeaders, toldMilliseconds } from "../../../client/limits/rateLimitHeaders";
import { quoted } from "../../console/terminal";
import type { Surroundings } from "./pullRequest";

/** The API of a system. */
export interface ApiOptions {
  /** The system, for messages. */
  system: string;
  /** Headers of every request, with the token. */
  headers: Record<string, string>;
  /** Never in a message. */
  token: string;
  /** What to do after an answer with this status: which right the token needs. Undefined if there is no advice. */
  advice: (status: number) => string | undefined;
}

/** A request. */
export interface ApiRequest {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  url: URL;
  /** Sent as JSON. */
  body?: unknown;
  /** Statuses besides 2xx that are an answer, and no error. */
  accept?: readonly number[];
  /** Whether the JSON of a success says that the rate limit refused it. */
  isLimited?: (json: unknown) => boolean;
}

/** An answer. */
export interface ApiAnswer {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** The body as JSON; undefined if it is empty or none. */
  json: unknown;
}

/** As long as an operation of the client may take by default. */
const longestMilliseconds = 900_000;

/** GitHub wants a minute, if a rate limit does not say how long it lasts. */
const untoldMilliseconds = 60_000;

const limits = {
  connectTimeoutMilliseconds: 10_000,
  answerTimeoutMilliseconds: 60_000,
  maxResponseBytes: 64 * 1024 * 1024,
};

/** The API of a system, with one token. */
export class Api {
  readonly #options: ApiOptions;
  readonly #surroundings: Surroundings;
  readonly #transport = new HttpTransport(systemClock, limits);

  constructor(options: ApiOptions, surroundings: Surroundings) {
    this.#options = options;
    this.#surroundings = surroundings;
  }

  /**
   * Sends a request, again if it fails: it must do the same the second time.
   *
   * @throws {Error} that says why, and what to do
   */
  async send(request: ApiRequest): Promise<ApiAnswer> {
    const answer = await this.#carryOut(request, false);
    if (answer !== undefined) return answer;
    throw new Error(`${this.#options.system} did not answer.`);
  }

  /**
   * Sends a request that must not be carried out twice.
   *
   * @returns undefined if it is unknown whether it was carried out
   * @throws {Error} if it certainly was not
   */
  sendOnce(request: ApiRequest): Promise<ApiAnswer | undefined> {
    return this.#carryOut(request, true);
  }

  /**
   * The error for a refusal in the JSON of an answer.
   *
   * @param status the status whose advice helps; undefined if none does
   */
  refused(message: string | undefined, status: number | undefined, request: string): Error {
    const { system, advice } = this.#options;
    const then = (status === undefined ? undefined : advice(status)) ?? "Run the job again.";
    return new Error(`${system} refused it.${this.#said(message)} ${then} [${request}]`);
  }

  /** What an answer says, without the token. */
  #said(message: string | undefined): string {
    const text = message === undefined ? undefined : redact(message, [this.#options.token]);
    return text === undefined ? "" : ` It said: ${quoted(text)}.`;
  }

  async #carryOut(request: ApiRequest, write: boolean): Promise<ApiAnswer | undefined> {
    let failures = 0;
    let waited = 0;
    for (;;) {
      const outcome = await this.#sendOnce(request);
      const attempt = attemptOf(outcome, request);
      const isLimited = attempt.kind === "answered" && attempt.status === 429;
      if (!isLimited) failures++;
      const remainingMilliseconds = longestMilliseconds - waited;
      const next = decide(attempt, { write, failures, remainingMilliseconds, random: Math.random });
      if (next.kind === "done" && outcome.kind === "answer") return answerOf(outcome);
      if (next.kind === "fail") {
        if (next.fail === "unknown") return undefined;
        throw this.#error(request, outcome, next.fail);
      }
      const pause = isLimited ? attempt.pauseMilliseconds : next.kind === "retry" ? next.afterMilliseconds : 0;
      await this.#wait(pause, isLimited ? "is rate-limited" : `failed ${failures} of ${maxAttempts} times`);
      waited += pause;
    }
  }

  #sendOnce({ method, url, body }: ApiRequest): Promise<WireAnswer | WireFailure> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      accept: "application/json",
      "user-agent": "pulumi-cost-allocation",
      ...(text === undefined ? {} : { "content-type": "application/json" }),
      ...this.#options.headers,
    };
    return this.#transport.send({ method, url, headers, body: text, signal: new AbortController().signal });
  }

  async #wait(milliseconds: number, why: string): Promise<void> {
    if (milliseconds >= 1000) {
      this.#surroundings.note(`waiting ${Math.ceil(milliseconds / 1000)} s: ${this.#options.system} ${why}`);
    }
    await this.#surroundings.pause(milliseconds);
  }

  #error(
    { method, url }: ApiRequest,
    outcome: WireAnswer | WireFailure,
    fail: Extract<NextStep, { kind: "fail" }>["fail"],
  ): Error {
    const { system, advice, token } = this.#options;
    const request = `${method} ${url.origin}${url.pathname}`;
    if (outcome.kind === "failure") {
      if (outcome.reached) {
        return new Error(`${system} sent no complete answer (${outcome.code}). Run the job again. [${request}]`);
      }
      const then =
        adviceOnProxy(outcome, url.host) ??
        "Check the network, the proxy settings (HTTPS_PROXY, NO_PROXY) and the certificates (NODE_EXTRA_CA_CERTS).";
      const why = `${outcome.code}: ${whyNotReached(outcome, url.host)}`;
      return new Error(`${system} can't be reached (${why}). ${then} [${request}]`);
    }
    const { message } = readErrorBody(outcome.text, (text) => redact(text, [token]));
    const said = this.#said(fail === "unreadable" ? undefined : message);
    const reasons: Partial<Record<typeof fail, string>> = {
      limit: "The rate limit lasts longer than the job may wait. Run the job again later.",
      redirect: "No redirect is followed, because the token would go along. Check the address.",
    };
    const then = reasons[fail] ?? advice(isSignInPage(outcome) ? 401 : outcome.status) ?? "Run the job again.";
    return new Error(`${system} answered ${outcome.status}.${said} ${then} [${request}]`);
  }
}

function answerOf({ status, headers, text }: WireAnswer): ApiAnswer {
  return { status, headers, json: parseJson(text) };
}

/** What the client's decision needs to know of an outcome. */
function attemptOf(outcome: WireAnswer | WireFailure, { accept = [], isLimited: limits }: ApiRequest): Attempt {
  if (outcome.kind === "failure") return { kind: "failed", reached: outcome.reached, code: outcome.code };
  const { status, text } = outcome;
  const isSuccess = (status >= 200 && status < 300) || accept.includes(status);
  const isSignIn = isSignInPage(outcome);
  const answered = { kind: "answered" as const, odd: false, named: isSignIn };
  const isLimited =
    (isRateLimit(outcome) && !accept.includes(429)) || (isSuccess && limits?.(parseJson(text)) === true);
  return {
    ...answered,
    // GitHub answers 403 as well, and 200 in GraphQL.
    status: isLimited ? 429 : status,
    readable: isSuccess && !isLimited && !isSignIn && (text === "" || parseJson(text) !== undefined),
    pauseMilliseconds: pauseOf(outcome, isLimited),
  };
}

/** Azure DevOps answers a token that it does not accept with a page to sign in, and the status of a success or a redirect. */
function isSignInPage({ status }: WireAnswer): boolean {
  return status === 203 || status === 302;
}

function isRateLimit({ status, headers, text }: WireAnswer): boolean {
  const isUsedUp = headers["x-ratelimit-remaining"]?.trim() === "0" || headers["retry-after"] !== undefined;
  // GitHub's secondary limits may have no header.
  return status === 429 || (status === 403 && (isUsedUp || /\brate limit\b/i.test(text)));
}

/** GitHub's headers are those of the earlier IETF drafts with a prefix. */
function pauseOf({ headers }: WireAnswer, isLimited: boolean): number {
  const plain = Object.entries(headers).map(([name, value]) => [name.replace(/^x-(?=ratelimit-)/, ""), value] as const);
  const { retryAfterSeconds, stated } = readRateHeaders(Object.fromEntries(plain), Date.now());
  // Never without a pause, or a service that says "0 s" would be asked again and again.
  return isLimited
    ? Math.max(1000, toldMilliseconds(retryAfterSeconds, stated) ?? untoldMilliseconds)
    : (retryAfterSeconds ?? 0) * 1000;
}
