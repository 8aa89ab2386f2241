/** Rate limits per account and route, and the rate-limit headers. */
import type { Limits } from "../options";
import { ServiceError } from "./serviceErrors";

const windowMilliseconds = 60_000;

/** The rate of routes for which the API documentation gives none. */
const defaultRate = 50;

/** The limit in the headers while limits are off. It is high enough that a client never waits. */
const disabledLimit = 1_000_000;

/** A minute in which requests count against a limit. */
interface Window {
  limit: number;
  used: number;
  /** Unix milliseconds. */
  endsAt: number;
}

/** A request to count. */
export interface CountedRequest {
  account: string;
  /** Method and path template. */
  route: string;
  /** The rate in the API documentation. Undefined if it gives none. */
  rate: number | undefined;
  /** Requests with the same client ID that have no response yet, including this one. */
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

function splitHeaders(
  scope: "account" | "endpoint",
  window: Window,
  limits: Limits,
  now: number,
): Record<string, string> {
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

function rateLimitHeaders(route: Window, account: Window, limits: Limits, now: number): Record<string, string> {
  const tightest = remaining(account) < remaining(route) ? account : route;
  const seconds = secondsLeft(tightest, now);
  const draft7 = { ratelimit: `limit=${tightest.limit}, remaining=${remaining(tightest)}, reset=${seconds}` };
  const split = { ...splitHeaders("account", account, limits, now), ...splitHeaders("endpoint", route, limits, now) };
  switch (limits.headers) {
    case "draft7":
      return draft7;
    case "draft8":
      return {
        "ratelimit-policy": `"default";q=${tightest.limit};w=${windowMilliseconds / 1000}`,
        ratelimit: `"default";r=${remaining(tightest)};t=${seconds}`,
      };
    case "split":
      return split;
    case "all":
      return { ...draft7, ...split };
    case "none":
      return {};
  }
}

function retryAfterHeader(limits: Limits, window: Window, now: number): Record<string, string> {
  switch (limits.retryAfter) {
    case "seconds":
      return { "retry-after": String(secondsLeft(window, now)) };
    case "date":
      return { "retry-after": new Date(now + secondsLeft(window, now) * 1000).toUTCString() };
    case "none":
      return {};
  }
}

function tooManyRequests(message: string, headers: Record<string, string> = {}): ServiceError {
  return new ServiceError(429, "TOO_MANY_REQUESTS", message, headers);
}

/** Counts requests. The window of an account and route starts with its first request. */
export class RateLimiter {
  readonly #windows = new Map<string, Window>();

  #window(key: string, limit: number, now: number): Window {
    const window = this.#windows.get(key);
    // Without the second check, a window would not end for a long time after someone sets the clock back.
    if (window !== undefined && now < window.endsAt && now >= window.endsAt - windowMilliseconds) {
      window.limit = limit;
      return window;
    }
    const newWindow = { limit, used: 0, endsAt: now + windowMilliseconds };
    this.#windows.set(key, newWindow);
    return newWindow;
  }

  /**
   * Counts a request. Returns the rate-limit headers of its response.
   *
   * @throws ServiceError 429 with the headers if a limit is reached. Such a request isn't counted.
   */
  count({ account, route, rate, inFlight, now }: CountedRequest, limits: Limits): Record<string, string> {
    if (limits.concurrent !== null && inFlight > limits.concurrent) {
      throw tooManyRequests(`More than ${limits.concurrent} concurrent requests are not allowed.`);
    }
    if (!limits.enabled) {
      const window = { limit: disabledLimit, used: 0, endsAt: now + windowMilliseconds };
      return rateLimitHeaders(window, window, limits, now);
    }
    const perRoute = limits.perRoute[route] ?? limits.perRoute["*"] ?? rate ?? defaultRate;
    const routeWindow = this.#window(`${account} ${route}`, perRoute, now);
    // Without a limit over all routes, the account headers show the limit of this route.
    const accountWindow = limits.perAccount === null ? routeWindow : this.#window(account, limits.perAccount, now);
    const reached = [routeWindow, accountWindow].find((window) => remaining(window) === 0);
    if (reached !== undefined) {
      throw tooManyRequests(`The rate limit of ${reached.limit} requests per minute is exceeded.`, {
        ...rateLimitHeaders(routeWindow, accountWindow, limits, now),
        ...retryAfterHeader(limits, reached, now),
      });
    }
    for (const window of new Set([routeWindow, accountWindow])) {
      window.used += 1;
    }
    return rateLimitHeaders(routeWindow, accountWindow, limits, now);
  }

  /** Resets all counts. */
  reset(): void {
    this.#windows.clear();
  }
}
