/** How requests wait for their turn, and what they get. */
import type { Route } from "./routes";

/** A wait that the client announces. */
export interface Wait {
  /** The route that waits. */
  route: Route;
  /** How long it will probably take, in whole seconds. */
  seconds: number;
  /** The wait in words: `waiting 12 s: POST /v2/virtual-tags allows 50/min`. */
  message: string;
}

/** The right to send one request. */
export interface Permit {
  /**
   * Must be called once, with the answer if there was one.
   *
   * @returns for how long the route is held back now, in milliseconds
   */
  answered: (answer?: Answer) => number;
}

/**
 * A place in a route's rate limit, for a write whose caller reads first. It is not a request in flight, so the reads don't wait
 * for it.
 */
export interface Reservation {
  /** The route of the write. */
  readonly route: Route;
  /** The deadline of the reservation, by `client.elapsed()`. Use it for the next reservation of the same write, too. */
  readonly until: number;
  /** Gives the place back, unless a write has used it. Always call it in the end. */
  release: () => void;
}

/** What the limiter needs to know of an answer. */
export interface Answer {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
}

/** How to wait for a turn. */
export interface Turn {
  /** Ends the wait. */
  signal: AbortSignal;
  /** The latest moment to wait for, by `client.elapsed()`. Default: none. */
  until?: number;
  /** Whether to go ahead of other requests on the route: for one that had its turn and was rate-limited. */
  first?: boolean;
  /** The place to send the request in, if the caller has one. */
  reservation?: Reservation | undefined;
  /** Called if the turn takes a second or more to come. */
  onWait?: ((wait: Wait) => void) | undefined;
}
