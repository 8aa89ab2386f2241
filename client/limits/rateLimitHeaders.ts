/**
 * The rate-limit headers of an answer. The document names them (`ratelimit`, `x-account-ratelimit-*`,
 * `x-endpoint-ratelimit-*`, section 7.2) but not their grammar, so every form in use is read:
 *
 *     ratelimit: limit=100, remaining=0, reset=12            IETF draft 7
 *     ratelimit: "default";r=0;t=12                          IETF draft 8 and later
 *     ratelimit-policy: "default";q=100;w=60   or  100;w=60
 *     x-endpoint-ratelimit-limit: 100                        one number a header; reset in seconds, or as
 *     x-endpoint-ratelimit-remaining: 0                      Unix seconds or milliseconds
 *     x-endpoint-ratelimit-reset: 12
 *     retry-after: 12   or  Sun, 29 Sep 2024 08:20:37 GMT
 *
 * What does not parse is ignored.
 */

/** What one header, or one group of headers, says about a limit. Each number may be missing. */
export interface RateReport {
  /**
   * What the limit counts: the requests on this route, or all of the account's. A `plain` header does not say; it is the
   * route's, unless it repeats what is said of the account.
   */
  scope: "endpoint" | "account" | "plain";
  /** The policy's name, where one answer may tell several. */
  policy?: string | undefined;
  /** Requests allowed in a window. */
  limit?: number | undefined;
  /** Length of the window. */
  windowSeconds?: number | undefined;
  /** Requests still allowed until the reset. */
  remaining?: number | undefined;
  /** Time until `remaining` is replenished. */
  resetSeconds?: number | undefined;
}

/** Everything that an answer says about limits. */
export interface RateHeaders {
  reports: RateReport[];
  /** How long to wait before the next request. */
  retryAfterSeconds: number | undefined;
}

type Headers = Readonly<Record<string, string>>;

const families: readonly { prefix: string; scope: RateReport["scope"] }[] = [
  { prefix: "ratelimit", scope: "plain" },
  { prefix: "x-ratelimit", scope: "plain" },
  { prefix: "x-endpoint-ratelimit", scope: "endpoint" },
  { prefix: "x-account-ratelimit", scope: "account" },
];

/** From here on, a reset is a moment in Unix seconds: as a duration it would be thirty years. */
const leastUnixSeconds = 1e9;

/** From here on, it is a moment in Unix milliseconds. */
const leastUnixMilliseconds = 1e11;

/**
 * Reads the headers.
 *
 * @param headers names in lower case
 * @param now this machine's date, Unix milliseconds; the answer's own `Date` is preferred to it
 */
export function readRateHeaders(headers: Headers, now: number): RateHeaders {
  const serviceNow = dateOf(headers["date"]) ?? now;
  const reports = families.flatMap(({ prefix, scope }) =>
    [...structured(headers, prefix), plain(headers, prefix, serviceNow)]
      .filter((report) => Object.values(report).some((value) => typeof value === "number"))
      .map((report) => ({ scope, ...report })),
  );
  return { reports, retryAfterSeconds: retryAfter(headers["retry-after"], serviceNow) };
}

type Numbers = Omit<RateReport, "scope">;

/** One number a header. */
function plain(headers: Headers, prefix: string, now: number): Numbers {
  const reset = numberOf(headers[`${prefix}-reset`]);
  return {
    // Some services append policies: `100, 100;w=60`.
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

/** The IETF drafts' two forms, with the policies that stand in a header of their own. */
function structured(headers: Headers, prefix: string): Numbers[] {
  const members = membersOf(headers[prefix]);
  const policies = membersOf(headers[`${prefix}-policy`]);
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

/** `"a";r=1;t=2, "b";r=3` as its members. A comma inside of quotes separates nothing. */
function membersOf(header = ""): { name: string; parameters: Record<string, string> }[] {
  const members = header.match(/(?:"[^"]*"|[^",])+/g) ?? [];
  return members.map((member) => {
    const [name = "", ...parameters] = (member.match(/(?:"[^"]*"|[^";])+/g) ?? []).map((part) => part.trim());
    const pairs = parameters.map((parameter) => {
      const [key = "", value = ""] = parameter.split("=");
      return [key.trim().toLowerCase(), value.trim()] as const;
    });
    return { name: name.replace(/\s*=\s*/, "="), parameters: Object.fromEntries(pairs) };
  });
}

function retryAfter(header: string | undefined, now: number): number | undefined {
  const seconds = numberOf(header);
  if (seconds !== undefined) return seconds;
  const date = dateOf(header);
  return date === undefined ? undefined : Math.max(0, (date - now) / 1000);
}

/** Only HTTP's own date form: `Date.parse` makes a date of almost anything. */
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
