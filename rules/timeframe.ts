/** Moments of a timeframe: people write dates, the service stores Unix milliseconds (API document, section 2.2). */

/** How a program may write a moment: Unix milliseconds or ISO 8601 text with a time zone (a date alone is UTC). */
export type Moment = number | string;

/** Below this, a number of milliseconds is a moment before 1973: surely it was meant as seconds. */
const leastMilliseconds = 100_000_000_000;

const isoDate = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2}))?$/;

/** A moment in Unix milliseconds, or the reason why it is none. */
export function readMoment(moment: unknown): { milliseconds: number } | { problem: string } {
  if (typeof moment === "number") {
    if (!Number.isSafeInteger(moment)) return { problem: "must be a whole number of milliseconds" };
    // The beginning of time is what people write for "ever since".
    if (moment !== 0 && moment < leastMilliseconds) {
      return { problem: "must be Unix milliseconds, and is so small that it looks like seconds: multiply it by 1000" };
    }
    return { milliseconds: moment };
  }
  if (typeof moment !== "string") {
    return { problem: "must be Unix milliseconds or an ISO 8601 text (of a Date inside an Output, its toISOString())" };
  }
  const milliseconds = isoDate.test(moment) && isDayOfCalendar(moment) ? Date.parse(moment) : NaN;
  // Text without a zone would mean something else on each machine.
  if (Number.isNaN(milliseconds)) {
    return { problem: 'must be an ISO 8601 date or a date and time with its zone, such as "2026-01-31T00:00:00Z"' };
  }
  return { milliseconds };
}

/** A date parser takes the 30th of February for the 2nd of March. */
function isDayOfCalendar(moment: string): boolean {
  const day = moment.slice(0, "2026-01-31".length);
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
