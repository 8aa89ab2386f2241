import { type Reservation, RetryLater, type Route, type SendOptions, type WriteOptions } from "../../client";
import { NotSeenAfterwards } from "../../client/settle";
import type { Context } from "./lifecycle";
import { type Message, Refused } from "./message";

/** How old an observation may be when the write that relies on it is sent, in milliseconds. */
const observationLasts = 5_000;

/** The options of a write: its reservation, and the latest moment to send it. */
export type Slot = WriteOptions & { reservation: Reservation };

/** Options for reads that note when the oldest of them was requested, by the client's clock. */
export function timed({ client, request }: Pick<Context, "client" | "request">): {
  request: SendOptions;
  oldest: () => number;
} {
  let oldest = Infinity;
  const onSent = (at: number): void => {
    oldest = Math.min(oldest, at);
  };
  return { request: { ...request, onSent }, oldest: () => Math.min(oldest, client.elapsed()) };
}

/** The result of a round: what it observed and decided. */
export interface Round<Result> {
  /** The route of the write; undefined if nothing is written. */
  route: Route | undefined;
  /** When the oldest read that the decision relies on was requested, by the client's clock. */
  observedAt: number;
  /** The list that showed that a name is free, if the decision relies on one. */
  names?: { requestedAt: number; tooSlow: Message };
  /** Carries the decision out, with the write in that slot. */
  act: (slot: Slot) => Promise<Result>;
}

/**
 * How old a list may be that shows that a name is free, in milliseconds. It applies in every round, because nothing else prevents
 * a second tag with that name.
 */
export const namesLast = 3_000;

/**
 * For this many rounds, a write is not sent if its observation is too old. If the reads alone take longer, for example under a low
 * rate limit, more rounds can't help. Then the write follows right after the reads.
 */
const strictRounds = 3;

/** How often a write that does not reach the service is tried. A rate-limited one is tried until the deadline. */
const maxAttempts = 5;

/** How often a write is retried if its outcome is unknown and no read shows its result. */
const maxRetries = 2;

/**
 * Reserves the place of a write first, and then observes, decides and writes. So the write never waits between the observation and
 * its turn. A retry observes and decides again, and so does a write whose moment has passed. So a write that the service carried
 * out late is found and not retried, unless it is carried out even after that observation.
 *
 * @param expected the route that the write will probably need
 * @param round observes and decides
 */
export async function observeAndWrite<Result>(
  expected: Route,
  context: Context,
  round: () => Promise<Round<Result>>,
): Promise<Result> {
  const { client, pause, request } = context;
  let route = expected;
  let until: number | undefined;
  for (let rounds = 1, failures = 0, retries = 0, slow = 0; ; rounds++) {
    const reservation = await client.reserve(route, { ...request, until });
    ({ until } = reservation);
    try {
      const decided = await round();
      if (decided.route !== undefined && decided.route !== route) {
        route = decided.route;
        continue;
      }
      const { names } = decided;
      const isSlow = names !== undefined && client.elapsed() > names.requestedAt + namesLast;
      if (isSlow && ++slow === maxAttempts) throw new Refused(names.tooSlow);
      if (isSlow) continue;
      const observedAt = rounds > strictRounds ? client.elapsed() : decided.observedAt;
      const sendBefore = Math.min(observedAt + observationLasts, (names?.requestedAt ?? Infinity) + namesLast);
      return await decided.act({ ...request, reservation, sendBefore });
    } catch (error) {
      if (error instanceof NotSeenAfterwards) {
        // After the run was stopped, no new write begins.
        if (retries++ === maxRetries || request.signal?.aborted === true) throw error.outcome;
        continue;
      }
      if (!(error instanceof RetryLater)) throw error;
      if (error.isFailure && ++failures === maxAttempts) throw error.cause instanceof Error ? error.cause : error;
      await pause(error.afterMilliseconds * 2 ** Math.max(0, failures - 1));
    } finally {
      reservation.release();
    }
  }
}
