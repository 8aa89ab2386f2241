import { wait } from "../clock";
import { RetryLater } from "../errors";
import { deepFreeze, parseJson } from "../json";
import type { Reservation } from "../limits/turn";
import type { Route } from "../limits/routes";
import { readRateHeaders } from "../limits/rateLimitHeaders";
import { OddAnswer, TooDeepAnswer, UnreadableAnswer } from "./reading";
import { onAbort } from "./abort";
import { type Call, invalidInput, methodAndPath, type ReserveOptions, type WriteOptions } from "./call";
import type { Connection } from "./connection";
import { readErrorBody } from "./errorBody";
import { toError } from "./toError";
import { type Attempt, decide, maxAttempts, type Stop } from "./retry";
import type { WireAnswer, WireFailure } from "./transport";

/** One attempt and its outcome. */
interface Tried<T> {
  attempt: Attempt;
  outcome?: WireAnswer | WireFailure;
  result?: T;
  /** Whether the answer is nested too deep to be read. */
  isTooDeep?: boolean;
  sentAt: number;
}

/** How to wait for a turn. `first`: ahead of the others. */
interface TurnOptions extends WriteOptions {
  first: boolean;
}

/**
 * Carries out one operation: waits for its turn, sends it and reads the answer, until `retry.ts` decides that it is done or has
 * failed. With a reservation, there is only one attempt.
 *
 * @param onSent called each time the request leaves
 * @throws {CostAllocationError} one of the classes in `errors.ts`
 */
export async function send<T>(
  connection: Connection,
  call: Call<T>,
  options: WriteOptions,
  onSent?: () => void,
): Promise<T> {
  const stop = new StopSwitch(connection, options.signal);
  const { onWait, reservation } = options;
  let failures = 0;
  let limited = false;
  try {
    for (;;) {
      const tried: Tried<T> = await attemptOnce(connection, call, stop, { ...options, first: limited }, onSent);
      limited = tried.attempt.kind === "answered" && tried.attempt.status === 429;
      if (!limited) failures++;
      const remainingMilliseconds = stop.at - connection.clock.elapsed();
      const context = { write: call.write, failures, remainingMilliseconds, random: connection.random };
      const next = decide(tried.attempt, context);
      if (next.kind === "done") return tried.result as T;
      if (next.kind === "fail") throw toError(connection, call, tried, next.fail);
      const { afterMilliseconds } = next;
      if (reservation !== undefined) throw retryLater(connection, call, tried, afterMilliseconds);
      if (afterMilliseconds >= 1000) onWait?.(retryWait(call.route, afterMilliseconds, failures));
      await wait(connection.clock, afterMilliseconds, stop.signal);
    }
  } finally {
    stop.release();
  }
}

/**
 * Waits for a place in a route's rate limit.
 *
 * @throws {LimitReached} if there is none before the deadline
 * @throws {Cancelled} if the signal or `close()` comes first
 */
export async function reserve(connection: Connection, route: Route, options: ReserveOptions): Promise<Reservation> {
  const stop = new StopSwitch(connection, options.signal, options.until);
  try {
    const turn = { signal: stop.signal, until: stop.at, onWait: options.onWait };
    const isTooLate = connection.clock.elapsed() > stop.at;
    const reservation = isTooLate ? undefined : await connection.limiter.reserve(route, turn);
    if (reservation !== undefined && stop.by === undefined) return reservation;
    reservation?.release();
    const [method, path] = methodAndPath(route);
    const call = { operation: "reserve", method, route, path, write: false, read: () => undefined };
    const attempt: Attempt = notSent(connection, route, stop.by ?? "deadline");
    const sentAt = connection.clock.now();
    throw toError(connection, call, { attempt, sentAt }, stop.by === "caller" ? "cancelled" : "limit");
  } finally {
    stop.release();
  }
}

/** The error of a write with a reservation. Its cause is the error for a caller that gives up. */
function retryLater(
  connection: Connection,
  call: Call<unknown>,
  tried: Tried<unknown>,
  afterMilliseconds: number,
): RetryLater {
  const { operation, method, path } = call;
  const isFailure = tried.attempt.kind === "failed";
  const cause = toError(connection, call, tried, isFailure ? "unreachable" : "limit");
  return new RetryLater({ operation, method, path, code: "RETRY_LATER", cause }, { afterMilliseconds, isFailure });
}

function retryWait(route: Route, milliseconds: number, failures: number) {
  const seconds = Math.ceil(milliseconds / 1000);
  return { route, seconds, message: `waiting ${seconds} s: ${route} failed ${failures} of ${maxAttempts} times` };
}

function notSent(connection: Connection, route: Route, stoppedBy: Stop | "expiry"): Attempt {
  return { kind: "notSent", stoppedBy, pauseMilliseconds: connection.limiter.closedFor(route) };
}

async function attemptOnce<T>(
  connection: Connection,
  call: Call<T>,
  stop: StopSwitch,
  { first, onWait, reservation, sendBefore = Infinity }: TurnOptions,
  onSent?: () => void,
): Promise<Tried<T>> {
  const { baseUrl, clock, credentials, limiter, transport } = connection;
  const body = bodyText(call);
  const url = address(baseUrl, call);

  const permit = await limiter.acquire(call.route, { signal: stop.signal, until: stop.at, first, onWait, reservation });
  const sentAt = clock.now();
  const isExpired = clock.elapsed() > sendBefore;
  if (permit === undefined || stop.by !== undefined || isExpired) {
    permit?.answered();
    const stoppedBy = stop.by ?? (permit === undefined ? "deadline" : "expiry");
    return { attempt: notSent(connection, call.route, stoppedBy), sentAt };
  }

  onSent?.();
  const headers = {
    accept: "application/json",
    "user-agent": "pulumi-cost-allocation",
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...credentials.headers(),
  };
  const sending = transport.send({ method: call.method, url, headers, body, signal: stop.signal });
  const outcome = await sending.catch((error: unknown) => {
    permit.answered(); // or the limiter would wait for this answer forever
    throw error;
  });
  if (outcome.kind === "failure") {
    permit.answered();
    const { reached, code } = outcome;
    const stoppedBy = code === "ABORTED" ? stop.by : undefined;
    return { attempt: { kind: "failed", reached, code, stoppedBy }, outcome, sentAt };
  }
  const heldMilliseconds = permit.answered(outcome);
  return { ...readAnswer(connection, call, outcome, heldMilliseconds), outcome, sentAt };
}

function readAnswer<T>(
  { clock, credentials }: Connection,
  call: Call<T>,
  answer: WireAnswer,
  heldMilliseconds: number,
): Pick<Tried<T>, "attempt" | "result" | "isTooDeep"> {
  const { status } = answer;
  const unread = { kind: "answered" as const, status, readable: false, odd: false, named: false };
  const answered = { ...unread, pauseMilliseconds: heldMilliseconds };
  let isTooDeep = false;
  if (status >= 200 && status < 300) {
    try {
      // Callers share the result, and the index keeps it: no caller may change what the others see.
      const result = deepFreeze(call.read(parseJson(answer.text), answer.text));
      return { attempt: { ...answered, readable: true }, result };
    } catch (error) {
      if (!(error instanceof UnreadableAnswer)) throw error;
      answered.odd = error instanceof OddAnswer;
      isTooDeep = error instanceof TooDeepAnswer;
    }
  }
  const { code } = readErrorBody(answer.text, (text) => credentials.redact(text, call.secrets));
  const { retryAfterSeconds = 0 } = readRateHeaders(answer.headers, clock.now());
  const pauseMilliseconds = Math.max(heldMilliseconds, retryAfterSeconds * 1000);
  const named = code !== undefined && namedCodes.has(code);
  return { attempt: { ...answered, named, pauseMilliseconds }, isTooDeep };
}

/**
 * The body as it is sent. A value that JSON can't hold is the caller's mistake, which is found before the request takes its turn.
 */
function bodyText({ operation, route, body, stringify = JSON.stringify }: Call<unknown>): string | undefined {
  try {
    return body === undefined ? undefined : stringify(body);
  } catch {
    const message = "holds what JSON can't: a bigint, an object that contains itself, or a toJSON that fails";
    throw invalidInput(operation, route, [{ path: "body", message }]);
  }
}

/** The codes that the API documentation names: each is a definite refusal. */
const namedCodes = new Set(["UNAUTHORIZED", "FORBIDDEN", "VTAG_NOT_FOUND", "VTAG_VERSION_NOT_FOUND"]);

function address(baseUrl: string, call: { path: string; query?: URLSearchParams }): URL {
  const query = call.query?.toString() ?? "";
  return new URL(`${baseUrl}${call.path}${query === "" ? "" : `?${query}`}`);
}

/** One signal for everything that can end an operation. It remembers what did. */
class StopSwitch {
  by: Stop | undefined;
  /** When the deadline is, by `Clock.elapsed()`. */
  readonly at: number;
  readonly #controller = new AbortController();
  readonly #takeBack: (() => void)[];

  constructor({ clock, closed, deadlineSeconds }: Connection, caller: AbortSignal | undefined, until = Infinity) {
    const milliseconds = Math.min(deadlineSeconds * 1000, until - clock.elapsed());
    this.at = Math.min(until, clock.elapsed() + milliseconds);
    // Not AbortSignal.any, which keeps its result in memory for as long as one of its sources lives.
    this.#takeBack = [closed, caller].map((signal) =>
      onAbort(signal, () => {
        this.#stop("caller");
      }),
    );
    this.#takeBack.push(
      clock.after(milliseconds, () => {
        this.#stop("deadline");
      }),
    );
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  release(): void {
    for (const takeBack of this.#takeBack) takeBack();
  }

  #stop(by: Stop): void {
    if (this.by !== undefined) return;
    this.by = by;
    this.#controller.abort();
  }
}
