/** Rate limits per account and route (section 8), and the headers that speak of them (section 7.2). */
import { ServiceError } from "./errors";
import type { Limits } from "../options";

const windowLength = 60_000;

/** The document gives no rate for these routes: the project's decision. */
const rateNotGiven = 50;

/** What the headers say where nothing is counted, so that a client that paces itself by them does not wait. */
const unlimited = 1_000_000;

/** What is left of a limit in the running minute. */
interface Window {
  limit: number;
  used: number;
  /** Unix milliseconds. */
  endsAt: number;
}

/** What a request is counted on. */
export interface Counted {
  account: string;
  /** Method and path template. */
  route: string;
  /** The document's rate, if it gives one. */
  rate: number | undefined;
  /** Requests of the same credential that are not answered yet, this one included. */
  inFlight: number;
  /** Unix milliseconds. */
  now: number;
}

function remaining({ limit, used }: Window): number {
  return Math.max(0, limit - used);
}

function secondsLeft(window: Window, now: number): number {
  return Math.ceil((window.endsAt - now) / 1000);
}

function split(scope: "account" | "endpoint", window: Window, limits: Limits, now: number): Record<string, string> {
  const resets = {
    seconds: secondsLeft(window, now),
    epochSeconds: Math.ceil(window.endsAt / 1000),
    epochMilliseconds: window.endsAt,
  };
  const prefix = `x-${scope}-ratelimit`;
  return {
    [`${prefix}-limit`]: String(window.limit),
    [`${prefix}-remaining`]: String(remaining(window)),
    [`${prefix}-reset`]: String(resets[limits.reset]),
  };
}

function headersOf(route: Window, account: Window, limits: Limits, now: number): Record<string, string> {
  const tightest = remaining(account) < remaining(route) ? account : route;
  const seconds = secondsLeft(tightest, now);
  const draft7 = { ratelimit: `limit=${tightest.limit}, remaining=${remaining(tightest)}, reset=${seconds}` };
  const splitForm = { ...split("account", account, limits, now), ...split("endpoint", route, limits, now) };
  switch (limits.headers) {
    case "draft7":
      return draft7;
    case "draft8":
      return {
        "ratelimit-policy": `"default";q=${tightest.limit};w=${windowLength / 1000}`,
        ratelimit: `"default";r=${remaining(tightest)};t=${seconds}`,
      };
    case "split":
      return splitForm;
    case "all":
      return { ...draft7, ...splitForm };
    case "none":
      return {};
  }
}

function retryAfter(limits: Limits, window: Window, now: number): Record<string, string> {
  switch (limits.retryAfter) {
    case "seconds":
      return { "retry-after": String(secondsLeft(window, now)) };
    case "date":
      return { "retry-after": new Date(now + secondsLeft(window, now) * 1000).toUTCString() };
    case "none":
      return {};
  }
}

function tooMany(message: string, headers: Record<string, string>): ServiceError {
  return new ServiceError(429, "TOO_MANY_REQUESTS", message, headers);
}

/** Counts requests in minutes that begin with the first request of each account and route. */
export class Limiter {
  readonly #windows = new Map<string, Window>();

  #window(key: string, limit: number, now: number): Window {
    const window = this.#windows.get(key);
    // A clock that was set back would leave a window that never ends.
    if (window !== undefined && now < window.endsAt && now >= window.endsAt - windowLength) {
      window.limit = limit;
      return window;
    }
    const fresh = { limit, used: 0, endsAt: now + windowLength };
    this.#windows.set(key, fresh);
    return fresh;
  }

  /**
   * Counts a request, and tells the headers of its answer.
   *
   * @throws ServiceError 429 with the headers when a limit is reached; a refused request is not counted.
   */
  count({ account, route, rate, inFlight, now }: Counted, limits: Limits): Record<string, string> {
    if (limits.concurrent !== null && inFlight > limits.concurrent) {
      throw tooMany(`There are more than ${limits.concurrent} requests at once.`, {});
    }
    if (!limits.enabled) {
      const free = { limit: unlimited, used: 0, endsAt: now + windowLength };
      return headersOf(free, free, limits, now);
    }
    const perRoute = limits.perRoute[route] ?? limits.perRoute["*"] ?? rate ?? rateNotGiven;
    const ofRoute = this.#window(`${account} ${route}`, perRoute, now);
    // Without a limit of its own, an account's limit on this route is the only one there is.
    const ofAccount = limits.perAccount === null ? ofRoute : this.#window(account, limits.perAccount, now);
    const reached = [ofRoute, ofAccount].find((window) => remaining(window) === 0);
    if (reached !== undefined) {
      throw tooMany(`The limit of ${reached.limit} requests per minute is reached.`, {
        ...headersOf(ofRoute, ofAccount, limits, now),
        ...retryAfter(limits, reached, now),
      });
    }
    for (const window of new Set([ofRoute, ofAccount])) {
      window.used += 1;
    }
    return headersOf(ofRoute, ofAccount, limits, now);
  }

  /** Forgets every count. */
  reset(): void {
    this.#windows.clear();
  }
}
