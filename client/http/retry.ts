/** Decides what an attempt means and whether to retry it. Nothing else in the client does. */

/** What became of one attempt to send an operation. */
export type Attempt =
  /**
   * Nothing was sent: the operation was stopped before its turn, or would be. The route is rate-limited for another
   * `pauseMilliseconds`.
   */
  | { kind: "notSent"; stoppedBy: Stop | "expiry"; pauseMilliseconds: number }
  /** No complete answer came. `reached`: whether there was a connection to the service. */
  | { kind: "failed"; reached: boolean; code: string; stoppedBy?: Stop | undefined }
  /**
   * A complete answer. `readable`: a success status with the body that the API documentation promises; `odd`: one that shows the
   * resource in another shape; `named`: a code that the API documentation names; `pauseMilliseconds`: how long the service or the limiter requires
   * to wait.
   */
  | { kind: "answered"; status: number; readable: boolean; odd: boolean; named: boolean; pauseMilliseconds: number };

/** Who stopped an operation. */
export type Stop = "caller" | "deadline";

/** What to do after an attempt. */
export type NextStep =
  | { kind: "done" }
  | { kind: "retry"; afterMilliseconds: number }
  /** `fail` names the kind of error. For `refused`, the code and the status decide further. */
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

/** How often and how patiently to retry. */
export interface RetryContext {
  /** Whether the request changes something. */
  write: boolean;
  /** How many attempts have failed so far, including this one. Rate-limited attempts (429) don't count. */
  failures: number;
  /** Milliseconds until the deadline. */
  remainingMilliseconds: number;
  /** From 0 to 1. */
  random: () => number;
}

/** How often a failing request is tried. A rate-limited one is tried until the deadline. */
export const maxAttempts = 5;

/** Failures that retrying can't change. */
const permanent = /^(?:ABORTED|PROXY_|ERR_|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_|EPROTO|ERR_TLS)/;

/** The first step that applies decides. */
export function decide(attempt: Attempt, context: RetryContext): NextStep {
  // 1. Nothing was sent, so nothing changed.
  if (attempt.kind === "notSent") {
    if (attempt.stoppedBy === "expiry") return { kind: "retry", afterMilliseconds: 0 };
    return { kind: "fail", fail: attempt.stoppedBy === "caller" ? "cancelled" : "limit" };
  }

  if (attempt.kind === "failed") {
    // 2. Never connected: the service has not seen it, so even a write may be sent again.
    if (!attempt.reached) {
      if (attempt.stoppedBy !== undefined) return stopped(attempt.stoppedBy);
      return permanent.test(attempt.code) ? { kind: "fail", fail: "unreachable" } : retry("unreachable", context);
    }
    // 3. Sent, and no answer: the service may have carried out a write, or may still do so.
    if (context.write) return { kind: "fail", fail: "unknown" };
    // 4. A read changes nothing, so it is retried, unless it was stopped or its answer is too large.
    if (attempt.stoppedBy !== undefined) return stopped(attempt.stoppedBy);
    return attempt.code === "ANSWER_TOO_LARGE" ? { kind: "fail", fail: "unreadable" } : retry("broken", context);
  }

  const { status } = attempt;
  // 5. A success that can be read.
  if (attempt.readable) return { kind: "done" };
  // 6. The rate limit refused it before anything was done. The limiter holds the route back for as long as the service asks,
  //    so the request takes its place in front of the others, unless the deadline comes first.
  if (status === 429) {
    const inTime = attempt.pauseMilliseconds < context.remainingMilliseconds;
    return inTime ? { kind: "retry", afterMilliseconds: 0 } : { kind: "fail", fail: "limit" };
  }
  // 7. The service names the reason by one of its own codes: a definite refusal, whatever the status.
  if (attempt.named) return { kind: "fail", fail: "refused" };
  // 8. A redirect is not followed, because the credentials would go along. 302 and 303 may also answer a POST that was
  //    carried out.
  if (status >= 300 && status < 400) {
    return { kind: "fail", fail: context.write && (status === 302 || status === 303) ? "unknown" : "redirect" };
  }
  // 9. Any other 4xx is a refusal. 408 is not: a server sends it when it gave up waiting, at whatever point.
  if (status >= 400 && status < 500 && status !== 408) return { kind: "fail", fail: "refused" };
  // 10. What remains is 408, 5xx, and a success that can't be read. A write may have been carried out.
  if (context.write) return { kind: "fail", fail: "unknown" };
  // 11. Another read would return the same unexpected shape.
  if (attempt.odd) return { kind: "fail", fail: "odd" };
  // 12. A read is retried after a pause, or when the service says (503).
  return retry(status < 300 ? "unreadable" : "broken", context, attempt.pauseMilliseconds);
}

function stopped(by: Stop): NextStep {
  return { kind: "fail", fail: by === "caller" ? "cancelled" : "late" };
}

/** Retries after 0.5, 1, 2 and 4 s, each shortened at random so that many clients don't return at the same moment. */
function retry(fail: "unreachable" | "broken" | "unreadable", context: RetryContext, toldMilliseconds = 0): NextStep {
  const backoff = 500 * 2 ** (context.failures - 1) * (0.5 + context.random() / 2);
  const afterMilliseconds = Math.max(backoff, toldMilliseconds);
  const patient = context.failures < maxAttempts && afterMilliseconds < context.remainingMilliseconds;
  return patient ? { kind: "retry", afterMilliseconds } : { kind: "fail", fail };
}
