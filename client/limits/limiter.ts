import { onAbort } from "../http/abort";
import type { Clock } from "../clock";
import { type Counted, Pace } from "./pace";
import { type RateReport, readRateHeaders } from "./rateLimitHeaders";
import { type Route, routeLimits } from "./routes";

/** A wait that the client tells about. */
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
  /**
   * Does something before the request is sent, which may send requests itself: they have its place in flight meanwhile. Its
   * turn stays its own.
   */
  before: (work: () => Promise<void>) => Promise<void>;
}

/** What the limiter wants to know of an answer. */
export interface Answer {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
}

/** How to wait for a turn. */
export interface Turn {
  /** Gives the turn up. */
  signal: AbortSignal;
  /** Until when it is worth waiting, by {@link Clock.elapsed}. Default: for ever. */
  until?: number;
  /** Before those of the same route that wait already: for a request that had its turn, and was refused. */
  first?: boolean;
  /** Told when the turn takes a second or more to come. */
  onWait?: ((wait: Wait) => void) | undefined;
}

interface Waiting {
  grant: () => void;
  giveUp: () => void;
  until: number;
  onWait: Turn["onWait"];
}

interface Queue {
  route: Route;
  pace: Pace;
  waiting: Waiting[];
}

/** A shorter wait is not worth telling. */
const leastTold = 1000;

/**
 * Lets requests through: each route at its own pace, all together no more than `maxConcurrency` at once, the routes in
 * turn, the requests of a route in the order in which they came.
 */
export class Limiter {
  readonly #clock: Clock;
  /** The clients that use it. */
  readonly #users = new Set<{ maxConcurrency: number }>();
  readonly #random: () => number;
  /** Bounds all routes together, once the service tells a limit of that kind. */
  readonly #account: Pace;
  /** In the order of their turns: who was served goes to the end. */
  #queues: Queue[] = [];
  #inFlight = 0;
  /** Those that have had their turn, and wait for a place in flight again. */
  readonly #returning: (() => void)[] = [];
  #takeBackTimer: (() => void) | undefined;

  constructor(clock: Clock, random: () => number) {
    this.#clock = clock;
    this.#random = random;
    this.#account = new Pace(Infinity, random);
  }

  /** A client begins to use it; the answer ends that. No more than the least `maxConcurrency` are in flight at once. */
  join(maxConcurrency: number): () => void {
    const user = { maxConcurrency };
    this.#users.add(user);
    return () => {
      this.#users.delete(user);
      this.#serve();
    };
  }

  /** For how long the service lets nothing through on a route, in milliseconds; 0 when it does. */
  closedFor(route: Route): number {
    return Math.max(0, this.#closedUntil(this.#queueOf(route)) - this.#clock.elapsed());
  }

  /** Waits for the right to send a request; undefined when the signal came first, or is sure to come first. */
  acquire(route: Route, { signal, until = Infinity, first = false, onWait }: Turn): Promise<Permit | undefined> {
    const queue = this.#queueOf(route);
    if (signal.aborted || until < this.#closedUntil(queue)) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const waiting: Waiting = {
        onWait,
        until,
        grant: () => {
          takeBack();
          resolve(this.#permit(queue));
        },
        giveUp: () => {
          takeBack();
          queue.waiting.splice(queue.waiting.indexOf(waiting), 1);
          resolve(undefined);
        },
      };
      const takeBack = onAbort(signal, () => {
        waiting.giveUp();
        this.#serve();
      });
      if (first) queue.waiting.unshift(waiting);
      else queue.waiting.push(waiting);
      this.#serve();
      const place = queue.waiting.indexOf(waiting);
      if (place >= 0) this.#tell(queue, place);
    });
  }

  /** Lets through what may go now, and sets the alarm for what may go next. */
  #serve(): void {
    this.#takeBackTimer?.();
    this.#takeBackTimer = undefined;
    const most = Math.min(...[...this.#users].map(({ maxConcurrency }) => maxConcurrency));
    for (;;) {
      if (this.#inFlight >= most) return; // an answer will call again
      const back = this.#returning.shift();
      if (back !== undefined) {
        this.#inFlight++;
        back();
        continue;
      }
      const now = this.#clock.elapsed();
      const queues = this.#queues.filter(({ waiting }) => waiting.length > 0);
      const ready = queues.find((queue) => this.#nextAt(queue, now) <= now);
      if (ready === undefined) {
        const next = Math.min(...queues.map((queue) => this.#nextAt(queue, now)));
        if (next === Infinity) return;
        this.#takeBackTimer = this.#clock.after(Math.ceil(next - now), () => {
          this.#serve();
        });
        return;
      }
      this.#queues = [...this.#queues.filter((queue) => queue !== ready), ready];
      ready.waiting.shift()?.grant();
    }
  }

  #permit(queue: Queue): Permit {
    const sentAt = this.#clock.elapsed();
    this.#inFlight++;
    const onRoute = queue.pace.sent(sentAt);
    let onAccount = this.#account.sent(sentAt);
    return {
      before: async (work) => {
        this.#inFlight--;
        // Held, it could be the very thing that its own look waits for: that has another route, and the same account.
        this.#account.takenBack(onAccount);
        this.#serve();
        try {
          await work();
        } finally {
          await new Promise<void>((resolve) => {
            this.#returning.push(resolve);
            this.#serve();
          });
          onAccount = this.#account.sent(this.#clock.elapsed());
        }
      },
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
    const { ofRoute, ofAccount } = assigned(reports);
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
    this.#tell(queue, 0);
    return Math.max(0, this.#nextAt(queue, now) - now);
  }

  /** Whoever has less time than the service lets nothing through has nothing to wait for. */
  #sendAway(queue: Queue): void {
    const closedUntil = this.#closedUntil(queue);
    for (const waiting of queue.waiting.filter(({ until }) => until < closedUntil)) waiting.giveUp();
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
    const queue: Queue = { route, pace: new Pace(routeLimits[route], this.#random), waiting: [] };
    // In front: it was not served yet.
    this.#queues.unshift(queue);
    return queue;
  }

  /** Tells those who wait, from that place on, how long it will take. */
  #tell({ route, pace, waiting }: Queue, from: number): void {
    const now = this.#clock.elapsed();
    const next = Math.max(pace.nextAt(now), this.#account.nextAt(now));
    if (next === Infinity) return;
    const isHeldBack = pace.isPaused(now) || this.#account.isPaused(now);
    const limit = `${route} allows ${Math.floor(pace.perMinute)}/min`;
    const reason = isHeldBack ? `the service holds back ${route} (429)` : limit;
    waiting.slice(from).forEach(({ onWait }, index) => {
      const milliseconds = next - now + (from + index) * pace.spacing;
      if (milliseconds < leastTold) return;
      const seconds = Math.ceil(milliseconds / 1000);
      onWait?.({ route, seconds, message: `waiting ${seconds} s: ${reason}` });
    });
  }
}

/** Which limit each report is about. */
function assigned(reports: readonly RateReport[]): { ofRoute: RateReport[]; ofAccount: RateReport[] } {
  const of = (wanted: RateReport["scope"]): RateReport[] => reports.filter(({ scope }) => scope === wanted);
  const endpoint = of("endpoint");
  const without = (some: readonly RateReport[], others: readonly RateReport[]): RateReport[] =>
    some.filter((report) => !others.some((other) => sameNumbers(report, other)));
  // A service without a limit for the whole account may repeat the route's numbers under the account's name.
  const ofAccount = without(of("account"), endpoint);
  // The plain header tells the limit that is the closest: the account's, where it repeats that.
  return { ofRoute: [...endpoint, ...without(of("plain"), ofAccount)], ofAccount };
}

function sameNumbers(one: RateReport, other: RateReport): boolean {
  return one.limit === other.limit && one.remaining === other.remaining;
}

function toldMilliseconds(retryAfterSeconds: number | undefined, reports: readonly RateReport[]): number | undefined {
  if (retryAfterSeconds !== undefined) return retryAfterSeconds * 1000;
  const resets = reports.filter(({ remaining }) => remaining === 0).map(({ resetSeconds }) => resetSeconds);
  const known = resets.filter((seconds) => seconds !== undefined);
  return known.length === 0 ? undefined : Math.max(...known) * 1000;
}
