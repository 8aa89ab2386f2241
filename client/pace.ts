import type { RateReport } from "./rateLimitHeaders";

/** A request that counts against a limit. */
export interface Counted {
  sentAt: number;
  /** Undefined while it is under way. */
  answeredAt: number | undefined;
}

/** How much of a window's requests may be sent at once. */
const burstShare = 1 / 5;

/** Most requests at once, whatever the limit. */
const mostBurst = 10;

/** A limit over a longer time is not spread over it; it only holds when it is used up. */
const longestPacedWindow = 120_000;

/** Requests of a window that are remembered. A higher limit is no concern, and its window would only fill the memory. */
const mostRemembered = 10_000;

/** Resets that are told in whole seconds belong together when they differ by no more than this. */
const sameReset = 1500;

/**
 * When the next request of one limit may be sent. Pure: time comes in as a parameter, in milliseconds.
 *
 * Four bounds, of which the latest holds:
 * - an even pace, after a small burst;
 * - the window: never more than `limit` requests in any window, wherever the service begins to count. A request may
 *   reach the service at any moment between its sending and its answer, so it counts until a window after its answer;
 * - the service's own count, where it shows that somebody else uses the same limit: what remains is spread evenly;
 * - a pause that the service asked for.
 */
export class Pace {
  #limit: number;
  #window = 60_000;
  /** When the next request would be due at an even pace without any burst. */
  #due = 0;
  #pausedUntil = 0;
  #pauses = 0;
  #pausedAt = -Infinity;
  #remaining = Infinity;
  #resetAt = 0;
  #lastSent = -Infinity;
  #underWay = 0;
  /** The requests of the last window, in the order of their sending. */
  #recent: Counted[] = [];
  readonly #random: () => number;

  /** @param limit requests a minute, until headers say otherwise; `Infinity` for no limit */
  constructor(limit: number, random: () => number) {
    this.#limit = limit;
    this.#random = random;
  }

  /** Requests per minute that are allowed at present. */
  get perMinute(): number {
    return (this.#limit * 60_000) / this.#window;
  }

  /** Time between two requests at an even pace. */
  get spacing(): number {
    return this.#window / this.#limit;
  }

  /** The earliest moment for the next request; `Infinity` while that depends on an answer that is still to come. */
  nextAt(now: number): number {
    const even = this.#due - (this.#burst - 1) * this.spacing;
    return Math.max(even, this.#windowFreeAt(), this.#sharedAt(now), this.#pausedUntil);
  }

  /** A request goes out. */
  sent(now: number): Counted {
    const counted: Counted = { sentAt: now, answeredAt: undefined };
    this.#due = Math.max(this.#due, now) + this.spacing;
    this.#remaining--;
    this.#underWay++;
    this.#lastSent = now;
    if (this.#limit <= mostRemembered) this.#recent.push(counted);
    return counted;
  }

  /** Its answer came, or never will. */
  answered(counted: Counted, now: number, reports: readonly RateReport[]): void {
    counted.answeredAt = now;
    this.#underWay--;
    const stillCounts = this.#recent.findIndex(({ answeredAt = now }) => answeredAt > now - this.#window);
    this.#recent.splice(0, stillCounts === -1 ? this.#recent.length : stillCounts);
    this.#learnLimit(reports, now);
    for (const report of reports) this.#learnRemaining(report, now);
  }

  /**
   * The service refused a request for this limit.
   *
   * @param told how long it asks to wait, in milliseconds
   */
  refused(counted: Counted, now: number, told: number | undefined): void {
    // Several refusals of one moment are one reason to be patient, not several.
    if (counted.sentAt >= this.#pausedAt) {
      this.#pauses++;
      this.#pausedAt = now;
    }
    const patience = Math.min(60_000, 1000 * 2 ** this.#pauses) * (0.5 + this.#random() / 2);
    const pause = told === undefined || told === 0 || this.#pauses > 3 ? Math.max(told ?? 0, patience) : told;
    // Others were told the same moment: don't all come back in it. And come back one by one, without a burst.
    const spread = this.#random() * Math.min(this.spacing, 2000);
    this.#pausedUntil = Math.max(this.#pausedUntil, now + pause + spread);
    this.#due = Math.max(this.#due, this.#pausedUntil + (this.#burst - 1) * this.spacing);
  }

  /** The service accepted a request, so an earlier refusal is history. */
  accepted(): void {
    this.#pauses = 0;
  }

  /** Whether the service has asked for a pause that is not over. */
  isPaused(now: number): boolean {
    return now < this.#pausedUntil;
  }

  get #burst(): number {
    return Math.max(1, Math.min(mostBurst, Math.floor(this.#limit * burstShare)));
  }

  #windowFreeAt(): number {
    const oldest = this.#recent.length < this.#limit ? undefined : this.#recent[this.#recent.length - this.#limit];
    if (oldest === undefined) return -Infinity;
    return oldest.answeredAt === undefined ? Infinity : oldest.answeredAt + this.#window + 1;
  }

  #sharedAt(now: number): number {
    if (now >= this.#resetAt || this.#remaining === Infinity) return -Infinity;
    if (this.#remaining <= 0) return this.#resetAt;
    if (this.#resetAt - now > longestPacedWindow) return -Infinity;
    return this.#lastSent + (this.#resetAt - now) / this.#remaining;
  }

  /** The slowest policy paces, where an answer tells several. */
  #learnLimit(reports: readonly RateReport[], now: number): void {
    const known = reports
      .map(({ limit = 0, windowSeconds, resetSeconds = 0 }) => ({
        limit: Math.floor(limit),
        // The document's limits are per minute; a longer reset shows that this one is not.
        window: 1000 * (windowSeconds ?? (resetSeconds > 60 ? Infinity : 60)),
      }))
      .filter(({ limit, window }) => limit >= 1 && window > 0 && window <= longestPacedWindow)
      .sort((one, other) => one.limit / one.window - other.limit / other.window)[0];
    if (known === undefined) return;
    // What was sent ahead of the even pace counts in requests, not in time.
    const ahead = this.spacing === 0 ? 0 : Math.max(0, this.#due - now) / this.spacing;
    this.#limit = known.limit;
    this.#window = known.window;
    this.#due = now + ahead * this.spacing;
  }

  #learnRemaining({ limit = this.#limit, remaining, resetSeconds }: RateReport, now: number): void {
    if (remaining === undefined || resetSeconds === undefined) return;
    const left = remaining - this.#underWay;
    // When we are alone our own count is the better one: resets are told in whole seconds, and too late to burst.
    const usedByOthers = limit - remaining - this.#recent.length;
    if (usedByOthers <= 0 && remaining > 0) return;
    const resetAt = now + resetSeconds * 1000;
    const sameWindow = now < this.#resetAt && Math.abs(resetAt - this.#resetAt) <= sameReset;
    // Answers overtake each other: within one window the lower number is the later one.
    this.#remaining = sameWindow ? Math.min(this.#remaining, left) : left;
    this.#resetAt = resetAt;
  }
}
