/** Moments of a timeframe: people write dates, and the service stores Unix milliseconds. */

/** Smaller numbers would be moments before 1973, so they are probably seconds. */
const leastMilliseconds = 100_000_000_000;

const isoDate = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2}))?$/;

/** Returns a moment in Unix milliseconds, or says why the value is not a moment. */
export function readMoment(moment: unknown): { milliseconds: number } | { problem: string } {
  if (typeof moment === "number") {
    if (!Number.isSafeInteger(moment)) return { problem: "must be a whole number of milliseconds" };
    // People write 0 for "from the beginning".
    if (moment !== 0 && moment < leastMilliseconds) {
      return {
        problem: "must be Unix milliseconds. This number is so small that it looks like seconds: multiply it by 1000",
      };
    }
    return { milliseconds: moment };
  }
  if (typeof moment !== "string") {
    return {
      problem: "must be Unix milliseconds or an ISO 8601 string (for a Date inside an Output, its toISOString())",
    };
  }
  const milliseconds = isoDate.test(moment) && isDayOfCalendar(moment) ? Date.parse(moment) : NaN;
  // A time without a time zone would mean a different moment on each machine.
  if (Number.isNaN(milliseconds)) {
    return { problem: 'must be an ISO 8601 date, or a date and time with a time zone, such as "2026-01-31T00:00:00Z"' };
  }
  return { milliseconds };
}

/** Converts a moment to Unix milliseconds, as the service stores it. Returns any other value unchanged. */
export function toMilliseconds(moment: unknown): unknown {
  const read = readMoment(moment);
  return "milliseconds" in read ? read.milliseconds : moment;
}

/** Converts a moment to ISO 8601 in UTC, for people to read. Returns any other value unchanged. */
export function toIsoMoment(moment: unknown): unknown {
  const read = readMoment(moment);
  if (!("milliseconds" in read)) return moment;
  const date = new Date(read.milliseconds);
  const text = Number.isNaN(date.getTime()) ? "" : date.toISOString().replace(".000Z", "Z");
  // `readMoment` can't parse a year of more than four digits.
  return isoDate.test(text) ? text : moment;
}

/** Whether the day exists. `Date.parse` reads February 30 as March 2. */
function isDayOfCalendar(moment: string): boolean {
  const day = moment.slice(0, "2026-01-31".length);
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
