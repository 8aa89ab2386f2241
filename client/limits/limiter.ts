import type { Clock } from "../clock";
import { onAbort } from "../http/abort";
import { type Counted, Pace } from "./pace";
import { readRateHeaders, reportsOf, toldMilliseconds } from "./rateLimitHeaders";
import { type Route, routeLimits } from "./routes";
import type { Answer, Permit, Reservation, Turn } from "./turn";

interface Waiting {
  /** Whether it waits for a place in the route's pace only. */
  reserves: boolean;
  grant: () => void;
  giveUp: () => void;
  until: number;
  onWait: Turn["onWait"];
}

interface Queue {
  route: Route;
  pace: Pace;
  waiting: Waiting[];
  /** Those that have a reservation, and wait to be sent. */
  reserved: Waiting[];
}

/** A shorter wait is not worth announcing, in milliseconds. */
const shortestAnnounced = 1000;

/**
 * Lets requests through: each route at its own pace, all together no more than `maxConcurrency` at a time, the routes in
 * turn, the requests of a route in the order in which they came.
 */
export class Limiter {
  readonly #clock: Clock;
  /** The clients that use it. */
  readonly #users = new Set<{ maxConcurrency: number }>();
  readonly #random: () => number;
  /** Limits all routes together, once the service reports a limit of that kind. */
  readonly #account: Pace;
  /** The counts of reservations that are not used yet. */
  readonly #places = new WeakMap<Reservation, Counted>();
  /** In the order of their turns: a queue that was served goes to the end. */
  #queues: Queue[] = [];
  #inFlight = 0;
  #takeBackTimer: (() => void) | undefined;

  constructor(clock: Clock, random: () => number) {
    this.#clock = clock;
    this.#random = random;
    this.#account = new Pace(Infinity, random);
  }

  /** A client begins to use it; the result ends that. No more than the lowest `maxConcurrency` are in flight at a time. */
  join(maxConcurrency: number): () => void {
    const user = { maxConcurrency };
    this.#users.add(user);
    return () => {
      this.#users.delete(user);
      this.#serve();
    };
  }

  /** For how long the service lets nothing through on a route, in milliseconds; 0 if it does. */
  closedFor(route: Route): number {
    return Math.max(0, this.#closedUntil(this.#queueOf(route)) - this.#clock.elapsed());
  }

  /** Whether a request on a route would be sent at once: nothing waits for it, and it waits for nothing. */
  isFree(route: Route): boolean {
    const queue = this.#queueOf(route);
    const isIdle = queue.waiting.length === 0 && queue.reserved.length === 0;
    const now = this.#clock.elapsed();
    return isIdle && this.#inFlight < this.#mostInFlight && this.#nextAt(queue, now) <= now;
  }

  /** Waits for the right to send a request; undefined if the signal came first, or is sure to come first. */
  acquire(route: Route, turn: Turn): Promise<Permit | undefined> {
    const queue = this.#queueOf(route);
    const { reservation } = turn;
    const place = reservation === undefined ? undefined : this.#places.get(reservation);
    const line = place === undefined ? queue.waiting : queue.reserved;
    return this.#wait(queue, line, turn, false, () => {
      if (reservation !== undefined) this.#places.delete(reservation);
      return this.#permit(queue, place);
    });
  }

  /** Waits for a place in a route's pace; undefined if the signal came first, or is sure to come first. */
  reserve(route: Route, turn: Turn): Promise<Reservation | undefined> {
    const queue = this.#queueOf(route);
    return this.#wait(queue, queue.waiting, turn, true, () => {
      const reservation: Reservation = {
        route,
        until: turn.until ?? Infinity,
        release: () => {
          const place = this.#places.get(reservation);
          if (place === undefined) return;
          this.#places.delete(reservation);
          queue.pace.takenBack(place);
          this.#serve();
        },
      };
      this.#places.set(reservation, queue.pace.sent(this.#clock.elapsed()));
      return reservation;
    });
  }

  get #mostInFlight(): number {
    return Math.min(...[...this.#users].map(({ maxConcurrency }) => maxConcurrency));
  }

  #wait<T>(
    queue: Queue,
    line: Waiting[],
    { signal, until = Infinity, first = false, onWait }: Turn,
    reserves: boolean,
    grant: () => T,
  ): Promise<T | undefined> {
    if (signal.aborted || until < this.#closedUntil(queue)) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const waiting: Waiting = {
        reserves,
        onWait,
        until,
        grant: () => {
          takeBack();
          resolve(grant());
        },
        giveUp: () => {
          takeBack();
          line.splice(line.indexOf(waiting), 1);
          resolve(undefined);
        },
      };
      const takeBack = onAbort(signal, () => {
        waiting.giveUp();
        this.#serve();
      });
      if (first) line.unshift(waiting);
      else line.push(waiting);
      this.#serve();
      const place = queue.waiting.indexOf(waiting);
      if (place >= 0) this.#announce(queue, place);
    });
  }

  /** Lets through what may go now, and sets the timer for what may go next. */
  #serve(): void {
    this.#takeBackTimer?.();
    this.#takeBackTimer = undefined;
    const most = this.#mostInFlight;
    for (;;) {
      const now = this.#clock.elapsed();
      const isFull = this.#inFlight >= most; // an answer will call again
      const moments = this.#queues.map((queue) => ({ queue, ...this.#next(queue, now, isFull) }));
      const ready = moments.find(({ at }) => at <= now);
      if (ready === undefined) {
        const next = Math.min(...moments.map(({ at }) => at));
        if (next === Infinity) return;
        this.#takeBackTimer = this.#clock.after(Math.ceil(next - now), () => {
          this.#serve();
        });
        return;
      }
      this.#queues = [...this.#queues.filter((queue) => queue !== ready.queue), ready.queue];
      ready.line.shift()?.grant();
    }
  }

  /** When the next of a queue may go, and in which line it waits. What has a reservation goes first. */
  #next({ pace, waiting, reserved }: Queue, now: number, isFull: boolean): { at: number; line: Waiting[] } {
    const account = isFull ? Infinity : this.#account.nextAt(now);
    const ofReserved = reserved.length === 0 ? Infinity : Math.max(account, pace.closedUntil);
    if (ofReserved <= now) return { at: ofReserved, line: reserved };
    const [head] = waiting;
    const ofWaiting = head === undefined ? Infinity : Math.max(pace.nextAt(now), head.reserves ? 0 : account);
    return ofWaiting <= ofReserved ? { at: ofWaiting, line: waiting } : { at: ofReserved, line: reserved };
  }

  #permit(queue: Queue, place: Counted | undefined): Permit {
    const sentAt = this.#clock.elapsed();
    this.#inFlight++;
    const onRoute = place ?? queue.pace.sent(sentAt);
    onRoute.sentAt = sentAt;
    const onAccount = this.#account.sent(sentAt);
    return {
      answered: (answer) => {
        this.#inFlight--;
        const pause = this.#learn(queue, onRoute, onAccount, answer);
        this.#serve();
        return pause;
      },
    };
  }

  #learn(queue: Queue, onRoute: Counted, onAccount: Counted, answer: Answer | undefined): number {
    const now = this.#clock.elapsed();
    const { reports, retryAfterSeconds } = readRateHeaders(answer?.headers ?? {}, this.#clock.now());
    const { ofRoute, ofAccount } = reportsOf(reports);
    queue.pace.answered(onRoute, now, ofRoute);
    this.#account.answered(onAccount, now, ofAccount);
    if (answer?.status === 429) {
      const told = toldMilliseconds(retryAfterSeconds, reports);
      const isAccounts = ofAccount.some(({ remaining }) => remaining === 0);
      if (isAccounts) this.#account.refused(onAccount, now, told);
      queue.pace.refused(onRoute, now, told);
    } else if (answer !== undefined) {
      queue.pace.accepted(onRoute);
      this.#account.accepted(onAccount);
    }

    for (const each of this.#queues) this.#sendAway(each);
    if (answer?.status !== 429) return 0;
    this.#announce(queue, 0);
    return Math.max(0, this.#nextAt(queue, now) - now);
  }

  /** If the rate limit resets after a deadline, waiting can't help. */
  #sendAway(queue: Queue): void {
    const closedUntil = this.#closedUntil(queue);
    const waiting = [...queue.waiting, ...queue.reserved];
    for (const one of waiting.filter(({ until }) => until < closedUntil)) one.giveUp();
  }

  #closedUntil({ pace }: Queue): number {
    return Math.max(pace.closedUntil, this.#account.closedUntil);
  }

  #nextAt(queue: Queue, now: number): number {
    return Math.max(queue.pace.nextAt(now), this.#account.nextAt(now));
  }

  #queueOf(route: Route): Queue {
    const known = this.#queues.find((queue) => queue.route === route);
    if (known !== undefined) return known;
    const queue: Queue = { route, pace: new Pace(routeLimits[route], this.#random), waiting: [], reserved: [] };
    // In front: it was not served yet.
    this.#queues.unshift(queue);
    return queue;
  }

  /** Announces to those who wait, from that place on, how long it will take. */
  #announce(queue: Queue, from: number): void {
    const { route, pace, waiting } = queue;
    const now = this.#clock.elapsed();
    const next = this.#nextAt(queue, now);
    if (next === Infinity) return;
    const isHeldBack = pace.isPaused(now) || this.#account.isPaused(now);
    const limit = `${route} allows ${Math.floor(pace.perMinute)}/min`;
    const reason = isHeldBack ? `the service holds back ${route} (429)` : limit;
    waiting.slice(from).forEach(({ onWait }, index) => {
      const milliseconds = next - now + (from + index) * pace.spacing;
      if (milliseconds < shortestAnnounced) return;
      const seconds = Math.ceil(milliseconds / 1000);
      onWait?.({ route, seconds, message: `waiting ${seconds} s: ${reason}` });
    });
  }
}
