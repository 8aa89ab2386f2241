import { onAbort } from "./abort";
import { invalidInput } from "./calls";
import { type Clock, wait } from "../clock";
import type { Credentials } from "./credentials";
import { failure } from "./failure";
import { CostAllocationError, type Missing } from "../errors";
import { parseJson } from "../json";
import type { Limiter, Permit, Turn, Wait } from "../limits/limiter";
import { readRateHeaders } from "../limits/rateLimitHeaders";
import { readErrorBody } from "./errorBody";
import { OddAnswer, UnreadableAnswer } from "../reading";
import { type Attempt, decide, mostAttempts, type Stop } from "./retry";
import type { Route } from "../limits/routes";
import type { Transport, WireAnswer, WireFailure } from "./transport";

/** One operation of the service, ready to be sent. */
export interface Call<T> {
  /** The client's method, for messages: `virtualTags.create`. */
  operation: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  route: Route;
  /** Path below the base address; its segments are encoded. */
  path: string;
  query?: URLSearchParams;
  body?: unknown;
  /** Whether it changes something; a POST that only asks is none. */
  write: boolean;
  /** Reads the body of a success: as JSON, undefined where it is none, and as a text. Throws `UnreadableAnswer`. */
  read: (body: unknown, text: string) => T;
  /** What a 404 means; without it, a 404 is an unexpected answer. */
  missing?: Missing;
  /** What to look for when the outcome of a write stays unknown. */
  look?: { bodyName?: string; tagId?: string };
  /** Texts of the body that must not show in a message. */
  secrets?: readonly string[];
  /** Texts of the body that may be secrets, and may be any word: see `contents.ts`. Asked for by errors only. */
  contents?: () => Iterable<string>;
}

/** What a caller may say about one operation. */
export interface SendOptions {
  /** Ends the operation; what is on the wire is torn down. */
  signal?: AbortSignal | undefined;
  /** Told about every wait of this operation that takes a second or more. */
  onWait?: ((wait: Wait) => void) | undefined;
  /**
   * Of a write: called where it has waited for more than five seconds, for its turn, for a 429 or to be repeated, right
   * before it is sent. Whoever has looked before writing looks again here; what this throws ends the operation unsent.
   */
  lookAgain?: (() => Promise<void>) | undefined;
}

/** For how long a look before a write is good, in seconds. */
export const lookHoldsSeconds = 5;

/** What every request of one account shares. */
export interface Line {
  credentials: Credentials;
  /** Without a slash at its end. */
  baseUrl: string;
  clock: Clock;
  limiter: Limiter;
  transport: Transport;
  deadlineSeconds: number;
  random: () => number;
  /** Ends everything: `close()`, or the signal that the client was made with. */
  closed: AbortSignal;
}

/** What happened to one attempt, and what it brought. */
interface Tried<T> {
  attempt: Attempt;
  outcome?: WireAnswer | WireFailure;
  result?: T;
  sentAt: number;
}

/**
 * Carries out one operation: identity, pacing, sending, reading, deciding, again and again until the ladder
 * (`retry.ts`) is content or gives up.
 *
 * @param onSent called whenever the request goes on its way
 * @throws {CostAllocationError} one of the family in `errors.ts`, and nothing else but what `lookAgain` throws, where that is one of them as a plain `Error`
 */
export async function send<T>(line: Line, call: Call<T>, options: SendOptions, onSent?: () => void): Promise<T> {
  const stop = new StopSwitch(line, options.signal);
  const { onWait } = options;
  const look = new Look(line.clock, call.write ? options.lookAgain : undefined);
  let failures = 0;
  let limited = false;
  try {
    for (;;) {
      const turn: Turn = { signal: stop.signal, until: stop.at, first: limited, onWait };
      const tried: Tried<T> = await attemptOnce(line, call, stop, turn, look, onSent);
      limited = tried.attempt.kind === "answered" && tried.attempt.status === 429;
      if (!limited) failures++;
      const remainingMilliseconds = stop.at - line.clock.elapsed();
      const context = { write: call.write, failures, remainingMilliseconds, random: line.random };
      const decision = decide(tried.attempt, context);
      if (decision.kind === "done") return tried.result as T;
      if (decision.kind === "fail") throw failure(line, call, tried, decision.fail);
      const { afterMilliseconds } = decision;
      if (afterMilliseconds >= 1000) onWait?.(retryWait(call.route, afterMilliseconds, failures));
      await wait(line.clock, afterMilliseconds, stop.signal);
    }
  } finally {
    stop.release();
  }
}

function retryWait(route: Route, milliseconds: number, failures: number): Wait {
  const seconds = Math.ceil(milliseconds / 1000);
  return { route, seconds, message: `waiting ${seconds} s: ${route} failed ${failures} of ${mostAttempts} times` };
}

async function attemptOnce<T>(
  line: Line,
  call: Call<T>,
  stop: StopSwitch,
  turn: Turn,
  look: Look,
  onSent?: () => void,
): Promise<Tried<T>> {
  const body = bodyText(call);
  const url = address(line.baseUrl, call);

  // Pacing: wait for this request's turn.
  const permit = await line.limiter.acquire(call.route, turn);
  if (permit !== undefined && stop.by === undefined) await look.renew(permit);
  const sentAt = line.clock.now();
  if (permit === undefined || stop.by !== undefined) {
    permit?.answered();
    const pauseMilliseconds = line.limiter.closedFor(call.route);
    return { attempt: { kind: "notSent", stoppedBy: stop.by ?? "deadline", pauseMilliseconds }, sentAt };
  }

  // Sending, with the identity in its headers.
  onSent?.();
  const headers = {
    accept: "application/json",
    "user-agent": "pulumi-cost-allocation",
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...line.credentials.headers(),
  };
  const sending = line.transport.send({ method: call.method, url, headers, body, signal: stop.signal });
  const outcome = await sending.catch((error: unknown) => {
    permit.answered(); // or the limiter would wait for this answer for ever
    throw error;
  });
  if (outcome.kind === "failure") {
    permit.answered();
    const { reached, code } = outcome;
    return {
      attempt: { kind: "failed", reached, code, stoppedBy: code === "ABORTED" ? stop.by : undefined },
      outcome,
      sentAt,
    };
  }
  const held = permit.answered(outcome);

  // Reading.
  return { ...readAnswer(line, call, outcome, held), outcome, sentAt };
}

function readAnswer<T>(line: Line, call: Call<T>, answer: WireAnswer, held: number): { attempt: Attempt; result?: T } {
  const { status } = answer;
  const unread = { kind: "answered" as const, status, readable: false, odd: false, named: false };
  const answered = { ...unread, pauseMilliseconds: held };
  if (status >= 200 && status < 300) {
    try {
      const result = call.read(parseJson(answer.text), answer.text);
      return { attempt: { ...answered, readable: true }, result };
    } catch (error) {
      if (!(error instanceof UnreadableAnswer)) throw error;
      answered.odd = error instanceof OddAnswer;
    }
  }
  const { code } = readErrorBody(answer.text, (text) => line.credentials.hide(text, call.secrets));
  const { retryAfterSeconds = 0 } = readRateHeaders(answer.headers, line.clock.now());
  const pauseMilliseconds = Math.max(held, retryAfterSeconds * 1000);
  return { attempt: { ...answered, named: code !== undefined && namedCodes.has(code), pauseMilliseconds } };
}

/** The body as it is sent. A value that JSON can't hold is the caller's mistake, and is found before a turn is taken. */
function bodyText({ operation, route, body }: Call<unknown>): string | undefined {
  try {
    return body === undefined ? undefined : JSON.stringify(body);
  } catch {
    const message = "holds what JSON can't: a bigint, an object that contains itself, or a toJSON that fails";
    throw invalidInput(operation, route, [{ path: "body", message }]);
  }
}

/** The codes of section 7.1: each is a definite refusal. */
const namedCodes = new Set(["UNAUTHORIZED", "FORBIDDEN", "VTAG_NOT_FOUND", "VTAG_VERSION_NOT_FOUND"]);

function address(baseUrl: string, call: { path: string; query?: URLSearchParams }): URL {
  const query = call.query?.toString() ?? "";
  return new URL(`${baseUrl}${call.path}${query === "" ? "" : `?${query}`}`);
}

/** The caller's look before a write, and how old it is. */
class Look {
  #at: number;
  readonly #clock: Clock;
  readonly #again: SendOptions["lookAgain"];

  constructor(clock: Clock, again: SendOptions["lookAgain"]) {
    this.#at = clock.elapsed();
    this.#clock = clock;
    this.#again = again;
  }

  /**
   * Has the caller look again where its look is too old. Takes the permit back where that ends the operation: then what a read
   * was refused with must not be taken for the answer to this request, least of all that there is no such thing.
   */
  async renew(permit: Permit): Promise<void> {
    if (this.#again === undefined || this.#clock.elapsed() - this.#at <= lookHoldsSeconds * 1000) return;
    try {
      await permit.before(this.#again);
    } catch (error) {
      permit.answered();
      throw error instanceof CostAllocationError ? new Error(`Nothing was sent. ${error.message}`) : error;
    }
    this.#at = this.#clock.elapsed();
  }
}

/** One signal for everything that can end an operation, which remembers what did. */
class StopSwitch {
  by: Stop | undefined;
  /** When the deadline is, by {@link Clock.elapsed}. */
  readonly at: number;
  readonly #controller = new AbortController();
  readonly #takeBack: (() => void)[];

  constructor(line: Line, caller: AbortSignal | undefined) {
    this.at = line.clock.elapsed() + line.deadlineSeconds * 1000;
    // Taken back by hand: AbortSignal.any keeps its dependants for as long as a long-lived source lives.
    this.#takeBack = [line.closed, caller].map((signal) =>
      onAbort(signal, () => {
        this.#stop("caller");
      }),
    );
    this.#takeBack.push(
      line.clock.after(line.deadlineSeconds * 1000, () => {
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
