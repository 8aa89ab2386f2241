import type { StatedLimit } from "./rateLimitHeaders";

/** A request that counts against a limit. */
export interface Counted {
  sentAt: number;
  /** Undefined while it is in flight. */
  answeredAt: number | undefined;
}

/** The service's own count for one of its policies. */
interface Told {
  /** What remains, less the requests that were sent since. */
  remaining: number;
  /** When the count is restored. */
  resetAt: number;
}

/** How much of a window's requests may be sent at once. */
const burstShare = 1 / 5;

/** Most requests at once, whatever the limit. */
const maxBurst = 10;

/** Requests are not spread over a longer window. Its limit applies only when it is used up. */
const longestPacedWindow = 120_000;

/** The longest reset, in seconds, that can still mean a window of a minute: resets are rounded up, dates down, and clocks differ. */
const longestMinute = 65;

/** How many requests of a window are remembered. Limits above this are not tracked exactly, to save memory. */
const maxRemembered = 10_000;

/**
 * When the next request of one limit may be sent. Pure: time is a parameter, in milliseconds.
 *
 * Four bounds, of which the latest applies:
 * - an even pace, after a small burst;
 * - the window: never more than `limit` requests in any window, wherever the service begins to count. A request may
 *   reach the service at any moment between its sending and its answer, so it counts until a window after its answer;
 * - the service's own count for each of its policies, if it knows more than ours: what remains is spread evenly, and nothing
 *   is sent before the reset of a policy that is used up;
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
  /** The policies that somebody else uses too, or that are not paced. */
  readonly #told = new Map<string, Told>();
  /** Until when the service states that a policy is used up. */
  #usedUpUntil = 0;
  /** The policies that once took longer than a minute to reset. */
  readonly #long = new Set<string>();
  #lastSent = -Infinity;
  #underWay = 0;
  /** The requests of the last window, in the order of their sending. */
  #recent: Counted[] = [];
  readonly #random: () => number;

  /** @param limit requests per minute, until headers say otherwise; `Infinity` for no limit */
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
    return Math.max(even, this.#windowFreeAt(), this.#toldAt(now), this.closedUntil);
  }

  /** Counts a request that is sent, or a place that is reserved for one. */
  sent(now: number): Counted {
    const counted: Counted = { sentAt: now, answeredAt: undefined };
    this.#due = Math.max(this.#due, now) + this.spacing;
    for (const told of this.#told.values()) told.remaining--;
    this.#underWay++;
    this.#lastSent = now;
    this.#recent.push(counted);
    if (this.#recent.length > maxRemembered) this.#recent.shift();
    return counted;
  }

  /** Takes back the count of a request that will not be sent. */
  takenBack(counted: Counted): void {
    this.#underWay--;
    this.#due -= this.spacing;
    this.#recent = this.#recent.filter((one) => one !== counted);
    for (const told of this.#told.values()) told.remaining++;
  }

  /** Notes that the answer of a request came, or never will. */
  answered(counted: Counted, now: number, stated: readonly StatedLimit[]): void {
    counted.answeredAt = now;
    this.#underWay--;
    const stillCounts = this.#recent.findIndex(({ answeredAt = now }) => answeredAt > now - this.#window);
    this.#recent.splice(0, stillCounts === -1 ? this.#recent.length : stillCounts);
    this.#learnLimit(stated, now);
    for (const [policy, { resetAt }] of this.#told) if (resetAt <= now) this.#told.delete(policy);
    for (const one of stated) this.#learnRemaining(one, now);
  }

  /**
   * Notes that the service refused a request because of this limit.
   *
   * @param told how long it requires to wait, in milliseconds
   */
  refused(counted: Counted, now: number, told: number | undefined): void {
    // Refusals at the same time count once.
    if (counted.sentAt >= this.#pausedAt) {
      this.#pauses++;
      this.#pausedAt = now;
    }
    const patience = Math.min(60_000, 1000 * 2 ** this.#pauses) * (0.5 + this.#random() / 2);
    const pause = told === undefined || told === 0 || this.#pauses > 3 ? Math.max(told ?? 0, patience) : told;
    // Other clients were told the same moment. So return a little later, at random, and without a burst.
    const spread = this.#random() * Math.min(this.spacing, 2000);
    this.#pausedUntil = Math.max(this.#pausedUntil, now + pause + spread);
    this.#due = Math.max(this.#due, this.#pausedUntil + (this.#burst - 1) * this.spacing);
  }

  /**
   * Notes that the service accepted a request. That ends an earlier refusal, but not one that came while the request was in
   * flight.
   */
  accepted({ sentAt }: Counted): void {
    if (sentAt >= this.#pausedAt) this.#pauses = 0;
  }

  /** Whether the service requires a pause that is not over. */
  isPaused(now: number): boolean {
    return now < this.#pausedUntil;
  }

  /** Until when requests are rate-limited: the end of a pause, or the reset of a policy that is used up. */
  get closedUntil(): number {
    return Math.max(this.#pausedUntil, this.#usedUpUntil);
  }

  get #burst(): number {
    return Math.max(1, Math.min(maxBurst, Math.floor(this.#limit * burstShare)));
  }

  #windowFreeAt(): number {
    const oldest = this.#recent.length < this.#limit ? undefined : this.#recent[this.#recent.length - this.#limit];
    if (oldest === undefined) return -Infinity;
    return oldest.answeredAt === undefined ? Infinity : oldest.answeredAt + this.#window + 1;
  }

  #toldAt(now: number): number {
    const moments = [...this.#told.values()].map(({ remaining, resetAt }) => {
      const left = resetAt - now;
      if (left <= 0) return -Infinity;
      if (remaining <= 0) return resetAt;
      return left > longestPacedWindow ? -Infinity : this.#lastSent + left / remaining;
    });
    return Math.max(-Infinity, ...moments);
  }

  /** The slowest policy sets the pace, if an answer states several. */
  #learnLimit(stated: readonly StatedLimit[], now: number): void {
    const known = stated
      .map((one) => ({ limit: Math.floor(one.limit ?? 0), window: this.#windowOf(one) }))
      .filter(({ limit, window }) => limit >= 1 && window > 0 && window <= longestPacedWindow)
      .sort((one, other) => one.limit / one.window - other.limit / other.window)[0];
    if (known === undefined) return;
    // Keeps the number of requests that were sent ahead of the even pace, not the time. A pause is not counted.
    const from = Math.max(now, this.#pausedUntil);
    const ahead = this.spacing === 0 ? 0 : Math.max(0, this.#due - from) / this.spacing;
    this.#limit = known.limit;
    this.#window = known.window;
    this.#due = from + ahead * this.spacing;
  }

  /** In milliseconds. The limits in the API documentation are per minute. A longer reset shows that a policy has another window. */
  #windowOf(stated: StatedLimit): number {
    const { windowSeconds, resetSeconds = 0 } = stated;
    if (windowSeconds !== undefined) return windowSeconds * 1000;
    if (resetSeconds > longestMinute) this.#long.add(policyOf(stated));
    return this.#long.has(policyOf(stated)) ? Infinity : 60_000;
  }

  #learnRemaining(stated: StatedLimit, now: number): void {
    const { limit = this.#limit, remaining, resetSeconds } = stated;
    if (remaining === undefined || resetSeconds === undefined) return;
    const resetAt = now + resetSeconds * 1000;
    if (remaining === 0) this.#usedUpUntil = Math.max(this.#usedUpUntil, resetAt);
    // If nobody else uses the limit, our own count is better: resets are whole seconds, too coarse for a burst.
    const isPaced = limit === this.#limit && this.#windowOf(stated) === this.#window;
    if (isPaced && limit - remaining - this.#recent.length <= 0) return;
    // Each policy has its own count: one per day with much left says nothing about one per minute that is used up.
    const known = this.#told.get(policyOf(stated)) ?? { remaining: Infinity, resetAt: Infinity };
    // Answers can arrive in any order. Until the reset, the lower number is the newer one, and the earlier reset is right.
    this.#told.set(policyOf(stated), {
      remaining: Math.min(known.remaining, remaining - this.#underWay),
      resetAt: Math.min(known.resetAt, resetAt),
    });
  }
}

/** Identifies the policy of a stated limit. */
function policyOf({ scope, policy, limit, windowSeconds }: StatedLimit): string {
  return JSON.stringify([scope, policy, limit, windowSeconds]);
}
