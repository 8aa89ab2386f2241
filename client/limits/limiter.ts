import type { Clock } from "../clock";
import { onAbort } from "../http/abort";
import { type Counted, Pace } from "./pace";
import { limitsOf, readRateHeaders, toldMilliseconds } from "./rateLimitHeaders";
import { type Route, routeLimits } from "./routes";
import type { Answer, Permit, Reservation, Turn } from "./turn";

interface Waiting {
  /** Whether it waits only for a place in the route's pace, not for a request. */
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
  /** Requests with a reservation that wait to be sent. */
  reserved: Waiting[];
}

/** Shorter waits, in milliseconds, are not announced. */
const shortestAnnounced = 1000;

/**
 * Paces requests. Each route has its own pace, and at most `maxConcurrency` requests are in flight. Routes take turns. The
 * requests of a route keep their order.
 */
export class Limiter {
  readonly #clock: Clock;
  /** The clients that use it. */
  readonly #users = new Set<{ maxConcurrency: number }>();
  readonly #random: () => number;
  /** Limits all routes together, once the service states a limit of that kind. */
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

  /** Adds a client; the result removes it. The lowest `maxConcurrency` of all clients applies. */
  join(maxConcurrency: number): () => void {
    const user = { maxConcurrency };
    this.#users.add(user);
    return () => {
      this.#users.delete(user);
      this.#serve();
    };
  }

  /** For how many more milliseconds a route is rate-limited; 0 if it is not. */
  closedFor(route: Route): number {
    return Math.max(0, this.#closedUntil(this.#queueOf(route)) - this.#clock.elapsed());
  }

  /** Whether a request on a route would be sent at once, without a wait. */
  isFree(route: Route): boolean {
    const queue = this.#queueOf(route);
    const isIdle = queue.waiting.length === 0 && queue.reserved.length === 0;
    const now = this.#clock.elapsed();
    return isIdle && this.#inFlight < this.#mostInFlight && this.#nextAt(queue, now) <= now;
  }

  /** Waits for the right to send a request. undefined if the signal comes first, or certainly would. */
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

  /** Waits for a place in a route's pace. undefined if the signal comes first, or certainly would. */
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

  /** Sends what may be sent now, and sets the timer for the next request. */
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

  /** When the next request of a queue may be sent, and the line in which it waits. Requests with a reservation come first. */
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
    const { stated, retryAfterSeconds } = readRateHeaders(answer?.headers ?? {}, this.#clock.now());
    const { ofRoute, ofAccount } = limitsOf(stated);
    queue.pace.answered(onRoute, now, ofRoute);
    this.#account.answered(onAccount, now, ofAccount);
    if (answer?.status === 429) {
      const told = toldMilliseconds(retryAfterSeconds, stated);
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
    // It comes first, because it was not served yet.
    this.#queues.unshift(queue);
    return queue;
  }

  /** Tells the requests from that place on how long they will probably wait. */
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
