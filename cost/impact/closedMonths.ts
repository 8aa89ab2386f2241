/** Which months are closed: their bills are paid, so nobody expects other numbers for them. Pure. */
import { nextMonth } from "../cube/moments";
import type { Bounds } from "./money";
import { type MonthImpact, movedInMonths } from "./months";

/** The closed months. */
export interface ClosedMonths {
  /** The last one: `2026-09`. Every month before it is closed, too. */
  through: string;
  /** Except these. */
  open?: readonly string[];
}

/** A row of the dataset that FOCUS 1.4 calls Billing Period. */
export interface BillingPeriod {
  issuer: string;
  /** The month of its beginning in UTC. */
  month: string;
  status: "Open" | "Closed";
  /** When the row was updated: text that sorts. Empty if it is not known. */
  updated: string;
}

/**
 * The closed months of a dataset. The records of a cube don't tell their issuer, so a month is closed if one issuer has closed it. A month
 * without a row is closed if a later one is.
 *
 * @returns undefined if none is closed
 */
export function closedMonthsOf(periods: readonly BillingPeriod[]): ClosedMonths | undefined {
  const latest = new Map<string, BillingPeriod>();
  for (const period of periods) {
    const key = JSON.stringify([period.issuer, period.month]);
    const known = latest.get(key);
    const isNewer = known === undefined || period.updated > known.updated;
    // Of two rows of the same time, the closed one counts.
    if (isNewer || (period.updated === known.updated && period.status === "Closed")) latest.set(key, period);
  }
  const rows = [...latest.values()];
  const closed = new Set(rows.filter(({ status }) => status === "Closed").map(({ month }) => month));
  const through = [...closed].sort().at(-1);
  if (through === undefined) return undefined;
  const open = new Set(rows.map(({ month }) => month).filter((month) => month < through && !closed.has(month)));
  return { through, ...(open.size === 0 ? {} : { open: [...open].sort() }) };
}

/** What moves in closed months, as absolute cost. */
export function movedInClosed(months: readonly MonthImpact[], { through, open = [] }: ClosedMonths): Bounds {
  return movedInMonths(months, (month) => month <= through && !open.includes(month));
}

/**
 * Whether cost data has the closed months: the last one, and each one from the first month of the data on. What moves in others, nobody
 * can tell.
 *
 * @param months the billing months of the data
 */
export function hasClosed(months: readonly string[], { through, open = [] }: ClosedMonths): boolean {
  const has = new Set([...months, ...open]);
  const [first = nextMonth(through)] = [...months].sort();
  for (let month = first; month < through; month = nextMonth(month)) if (!has.has(month)) return false;
  return first <= through && months.includes(through);
}
