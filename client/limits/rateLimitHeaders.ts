/**
 * The rate-limit headers of an answer. The API documentation names them (`ratelimit`, `x-account-ratelimit-*`,
 * `x-endpoint-ratelimit-*`) but not their grammar. These forms are read; what does not parse is ignored:
 *
 *     ratelimit: limit=100, remaining=0, reset=12            IETF draft 7
 *     ratelimit: "default";r=0;t=12                          IETF draft 8 and later
 *     ratelimit-policy: "default";q=100;w=60   or  100;w=60
 *     ratelimit-limit: 100                                   earlier IETF drafts, and the same with the prefix
 *     x-endpoint-ratelimit-limit: 100                        x-endpoint- or x-account-: reset in seconds, or as
 *     x-endpoint-ratelimit-reset: 12                         Unix seconds or milliseconds
 *     retry-after: 12   or  Sun, 29 Sep 2024 08:20:37 GMT
 */

/** What one header, or one group of headers, says about a limit. Each number may be missing. */
export interface StatedLimit {
  /**
   * What the limit counts: the requests on this route, or all requests of the account. A `plain` header does not say. It
   * means the route, unless it repeats what is stated for the account.
   */
  scope: "endpoint" | "account" | "plain";
  /** The policy's name, if one answer states several. */
  policy?: string | undefined;
  /** Requests allowed in a window. */
  limit?: number | undefined;
  /** Length of the window. */
  windowSeconds?: number | undefined;
  /** Requests still allowed until the reset. */
  remaining?: number | undefined;
  /** Time until `remaining` is restored. */
  resetSeconds?: number | undefined;
}

/** Everything that an answer says about limits. */
export interface RateHeaders {
  stated: StatedLimit[];
  /** How long to wait before the next request. */
  retryAfterSeconds: number | undefined;
}

type Headers = Readonly<Record<string, string>>;

/** From this number on, a reset is a moment in Unix seconds: as a duration, it would be thirty years. */
const leastUnixSeconds = 1e9;

/** From this number on, it is a moment in Unix milliseconds. */
const leastUnixMilliseconds = 1e11;

/**
 * Reads the headers.
 *
 * @param headers names in lower case
 * @param now this machine's date, Unix milliseconds; the answer's own `Date` is preferred to it
 */
export function readRateHeaders(headers: Headers, now: number): RateHeaders {
  const serviceNow = dateOf(headers["date"]) ?? now;
  const all: StatedLimit[] = [
    ...structured(headers).map((one) => ({ scope: "plain" as const, ...one })),
    { scope: "plain", ...split(headers, "ratelimit", serviceNow) },
    { scope: "endpoint", ...split(headers, "x-endpoint-ratelimit", serviceNow) },
    { scope: "account", ...split(headers, "x-account-ratelimit", serviceNow) },
  ];
  const stated = all.filter((one) => Object.values(one).some((value) => typeof value === "number"));
  return { stated, retryAfterSeconds: retryAfter(headers["retry-after"], serviceNow) };
}

type Numbers = Omit<StatedLimit, "scope">;

/** One number per header. */
function split(headers: Headers, prefix: string, now: number): Numbers {
  const reset = numberOf(headers[`${prefix}-reset`]);
  return {
    // Earlier IETF drafts append policies: `100, 100;w=60`.
    limit: numberOf(headers[`${prefix}-limit`]?.split(/[,;]/)[0]),
    remaining: numberOf(headers[`${prefix}-remaining`]),
    resetSeconds: reset === undefined ? undefined : durationOf(reset, now),
  };
}

function durationOf(reset: number, now: number): number {
  if (reset < leastUnixSeconds) return reset;
  const moment = reset < leastUnixMilliseconds ? reset * 1000 : reset;
  return Math.max(0, (moment - now) / 1000);
}

/** The two forms of the newer IETF drafts, with the policies in a header of their own. */
function structured(headers: Headers): Numbers[] {
  const members = membersOf(headers["ratelimit"]);
  const policies = membersOf(headers["ratelimit-policy"]);
  const isDictionary = members.some(({ name }) => /^(?:limit|remaining|reset)=/i.test(name));
  if (isDictionary) {
    const value = (key: string): number | undefined =>
      numberOf(members.find(({ name }) => name.toLowerCase().startsWith(`${key}=`))?.name.slice(key.length + 1));
    const policy = policies.find(({ name }) => numberOf(name) === value("limit"));
    return [
      {
        limit: value("limit"),
        remaining: value("remaining"),
        resetSeconds: value("reset"),
        windowSeconds: numberOf(policy?.parameters["w"]),
      },
    ];
  }
  return members.map(({ name, parameters }) => {
    const policy = policies.find((candidate) => candidate.name === name);
    return {
      policy: name,
      limit: numberOf(policy?.parameters["q"]),
      windowSeconds: numberOf(policy?.parameters["w"]),
      remaining: numberOf(parameters["r"]),
      resetSeconds: numberOf(parameters["t"]),
    };
  });
}

/** More than any service states, so that no header costs much. */
const mostMembers = 20;

/** `"a";r=1;t=2, "b";r=3` as its members. A comma inside quotes separates nothing. */
function membersOf(header = ""): { name: string; parameters: Record<string, string> }[] {
  const members = header.match(/(?:"[^"]*"|[^",])+/g) ?? [];
  return members.slice(0, mostMembers).map((member) => {
    const [name = "", ...parameters] = (member.match(/(?:"[^"]*"|[^";])+/g) ?? []).map((part) => part.trim());
    const pairs = parameters.map((parameter) => {
      const [key = "", value = ""] = parameter.split("=");
      return [key.trim().toLowerCase(), value.trim()] as const;
    });
    const trimmed = name.split("=").map((part) => part.trim());
    return { name: trimmed.join("="), parameters: Object.fromEntries(pairs) };
  });
}

function retryAfter(header: string | undefined, now: number): number | undefined {
  const seconds = numberOf(header);
  if (seconds !== undefined) return seconds;
  const date = dateOf(header);
  return date === undefined ? undefined : Math.max(0, (date - now) / 1000);
}

/** Only the date form of HTTP: `Date.parse` makes a date of almost anything. */
function dateOf(text: string | undefined): number | undefined {
  if (text === undefined || !/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text.trim())) {
    return undefined;
  }
  const milliseconds = Date.parse(text);
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}(?:\.\d{1,9})?$/.test(text.trim()) ? Number(text) : undefined;
}

/** What is stated about the limit of the route, and about the limit of the account. */
export function limitsOf(stated: readonly StatedLimit[]): { ofRoute: StatedLimit[]; ofAccount: StatedLimit[] } {
  const of = (wanted: StatedLimit["scope"]): StatedLimit[] => stated.filter(({ scope }) => scope === wanted);
  const endpoint = of("endpoint");
  const without = (some: readonly StatedLimit[], others: readonly StatedLimit[]): StatedLimit[] =>
    some.filter((one) => !others.some((other) => sameNumbers(one, other)));
  // A service without a limit for the whole account may repeat the route's numbers under the account's name.
  const ofAccount = without(of("account"), endpoint);
  // The plain header states the tightest limit: the account's, if it repeats that.
  return { ofRoute: [...endpoint, ...without(of("plain"), ofAccount)], ofAccount };
}

function sameNumbers(one: StatedLimit, other: StatedLimit): boolean {
  return one.limit === other.limit && one.remaining === other.remaining;
}

/** How long a response with status 429 requires to wait, in milliseconds. */
export function toldMilliseconds(
  retryAfterSeconds: number | undefined,
  stated: readonly StatedLimit[],
): number | undefined {
  if (retryAfterSeconds !== undefined) return retryAfterSeconds * 1000;
  const resets = stated.filter(({ remaining }) => remaining === 0).map(({ resetSeconds }) => resetSeconds);
  const known = resets.filter((seconds) => seconds !== undefined);
  return known.length === 0 ? undefined : Math.max(...known) * 1000;
}
