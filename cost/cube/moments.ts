/** How a cube cuts time, so that each rule's timeframe contains a whole row, or nothing of it. */
import { readMoment } from "../../rules/timeframe";
import type { TagContent } from "../../rules/types";

/** A month: `2026-10`. */
export const monthPattern = /^\d{4}-(?:0[1-9]|1[0-2])$/u;

/** The month of a moment, in UTC. */
export function monthOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, "2026-10".length);
}

/** The first moment of a month, in Unix milliseconds. */
export function startOfMonth(month: string): number {
  return Date.parse(`${month}-01T00:00:00Z`);
}

/** The month after a month. */
export function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return monthOf(Date.UTC(year, number, 1));
}

/**
 * A billing period that begins later in a month is that of the next month: east of UTC, the first moment of a month is in the month before
 * it. A period that begins earlier is that of its own month.
 */
export const lastDayOfOwnMonth = 16;

/** The month of the bill whose period begins at a moment, which is text in ISO 8601 and UTC. */
export function billingMonthOf(start: string): string {
  const month = start.slice(0, "2026-10".length);
  return Number(start.slice("2026-10-".length, "2026-10-01".length)) > lastDayOfOwnMonth ? nextMonth(month) : month;
}

const leastMoment = Date.parse("0001-01-01T00:00:00Z");
const mostMoment = Date.parse("9999-12-31T23:59:59.999Z");

/**
 * The moments at which a timeframe of the rules begins or ends, in order, in Unix milliseconds. Without the starts of months, where
 * each cube is cut anyway.
 *
 * @param month only moments in this month
 */
export function boundsOf(contents: readonly TagContent[], month?: string): number[] {
  const from = month === undefined ? leastMoment : startOfMonth(month);
  const end = month === undefined ? mostMoment : startOfMonth(nextMonth(month));
  const bounds = contents.flatMap(({ rules }) =>
    rules.flatMap(({ timeframe }) => {
      const [first, last] = [momentAt(timeframe?.from), momentAt(timeframe?.to)];
      // The last moment belongs to the timeframe.
      return [first, last + 1].filter((moment) => moment > from && moment < end && !isStartOfMonth(moment));
    }),
  );
  return [...new Set(bounds)].sort((one, other) => one - other);
}

/** NaN if there is none, or it can't be read: then no cut decides whether the rule applies. */
function momentAt(moment: unknown): number {
  if (moment === undefined || moment === null) return NaN;
  const read = readMoment(moment);
  return "milliseconds" in read ? read.milliseconds : NaN;
}

function isStartOfMonth(moment: number): boolean {
  return new Date(moment).toISOString().endsWith("-01T00:00:00.000Z");
}
