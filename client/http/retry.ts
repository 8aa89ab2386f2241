/** The retry decision: the only place where the client decides what an attempt means and whether it is repeated. */

/** What became of one attempt to carry out an operation. */
export type Attempt =
  /**
   * The operation was stopped before this attempt was sent, or is sure to be stopped before its turn: for
   * `pauseMilliseconds` the service lets nothing through.
   */
  | { kind: "notSent"; stoppedBy: Stop; pauseMilliseconds: number }
  /** No complete answer. `reached`: whether a connection to the service stood. */
  | { kind: "failed"; reached: boolean; code: string; stoppedBy?: Stop | undefined }
  /**
   * A complete answer. `readable`: a success status with a body that says what the document promises; `odd`: one that
   * shows the thing in a form of its own; `named`: a code of section 7.1; `pauseMilliseconds`: how long the service, or
   * the limiter on its behalf, asks to wait.
   */
  | { kind: "answered"; status: number; readable: boolean; odd: boolean; named: boolean; pauseMilliseconds: number };

/** Who stopped an operation. */
export type Stop = "caller" | "deadline";

/** What to do now. */
export type Decision =
  | { kind: "done" }
  | { kind: "repeat"; afterMilliseconds: number }
  /** `fail` names the kind of error; `refused` is then told apart by code and status. */
  | {
      kind: "fail";
      fail:
        | "cancelled"
        | "late"
        | "unreachable"
        | "limit"
        | "refused"
        | "broken"
        | "redirect"
        | "unreadable"
        | "odd"
        | "unknown";
    };

/** How often and how patiently to repeat. */
export interface RetryContext {
  /** Whether the request changes something. */
  write: boolean;
  /** How many attempts failed so far, this one included; refusals by the rate limit (429) don't count. */
  failures: number;
  /** Milliseconds that remain until the deadline. */
  remainingMilliseconds: number;
  /** From 0 to 1. */
  random: () => number;
}

/** Attempts at a request that fails; a rate limit is waited for until the deadline instead. */
export const mostAttempts = 5;

/** Nothing will change about these by trying again. */
const hopeless = /^(?:ABORTED|PROXY_REFUSED|ERR_|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_|EPROTO|ERR_TLS)/;

/** The ladder. Each step is a reason; the first that holds decides. */
export function decide(attempt: Attempt, context: RetryContext): Decision {
  // 1. Stopped before sending: nothing was changed, whatever it was. What it waited for was its turn within the limits.
  if (attempt.kind === "notSent") return { kind: "fail", fail: attempt.stoppedBy === "caller" ? "cancelled" : "limit" };

  if (attempt.kind === "failed") {
    // 2. Never connected: the service has not seen it, so even a write may be repeated.
    if (!attempt.reached) {
      if (attempt.stoppedBy !== undefined) return stopped(attempt.stoppedBy);
      return hopeless.test(attempt.code) ? { kind: "fail", fail: "unreachable" } : again("unreachable", context);
    }
    // 3. Sent, and no answer: the service may have carried out a write, or may still do so.
    if (context.write) return { kind: "fail", fail: "unknown" };
    // 4. A read changes nothing, so it is repeated, unless it was stopped, or the answer is simply too large.
    if (attempt.stoppedBy !== undefined) return stopped(attempt.stoppedBy);
    return attempt.code === "ANSWER_TOO_LARGE" ? { kind: "fail", fail: "unreadable" } : again("broken", context);
  }

  const { status } = attempt;
  // 5. A success that can be read.
  if (attempt.readable) return { kind: "done" };
  // 6. The rate limit refused it before anything was done. The limiter holds the route back for as long as told, so this
  //    request takes its place in front of the others again, unless there is no time left for that.
  if (status === 429) {
    const inTime = attempt.pauseMilliseconds < context.remainingMilliseconds;
    return inTime ? { kind: "repeat", afterMilliseconds: 0 } : { kind: "fail", fail: "limit" };
  }
  // 7. The service names the reason by one of its own codes: a definite refusal, of whatever status.
  if (attempt.named) return { kind: "fail", fail: "refused" };
  // 8. A redirect is not followed: the credentials would go along. 302 and 303 may also be the answer to a POST that was
  //    carried out.
  if (status >= 300 && status < 400) {
    return { kind: "fail", fail: context.write && (status === 302 || status === 303) ? "unknown" : "redirect" };
  }
  // 9. Any other 4xx is a refusal. 408 is not: a server says it when it lost its patience, at whatever point.
  if (status >= 400 && status < 500 && status !== 408) return { kind: "fail", fail: "refused" };
  // 10. What remains is 408, 5xx, and a success that can't be read. A write may have been carried out.
  if (context.write) return { kind: "fail", fail: "unknown" };
  // 11. What is odd stays odd, however often it is read.
  if (attempt.odd) return { kind: "fail", fail: "odd" };
  // 12. A read is repeated, a little later, or when the service says so (503).
  return again(status < 300 ? "unreadable" : "broken", context, attempt.pauseMilliseconds);
}

function stopped(by: Stop): Decision {
  return { kind: "fail", fail: by === "caller" ? "cancelled" : "late" };
}

/** Repeats after 0.5, 1, 2, 4 s, each shortened by chance so that many clients don't return at the same moment. */
function again(fail: "unreachable" | "broken" | "unreadable", context: RetryContext, toldMilliseconds = 0): Decision {
  const backoff = 500 * 2 ** (context.failures - 1) * (0.5 + context.random() / 2);
  const afterMilliseconds = Math.max(backoff, toldMilliseconds);
  const patient = context.failures < mostAttempts && afterMilliseconds < context.remainingMilliseconds;
  return patient ? { kind: "repeat", afterMilliseconds } : { kind: "fail", fail };
}
