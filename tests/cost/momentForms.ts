/** Moments as texts, in the forms that exports have. */
import type { FocusRecord } from "./focusData";

/** A moment as text, and the same in UTC. Some are in another month, or on another side of a cut of `hostileCuts`, than they look. */
const forms: readonly [text: string, utc: string][] = [
  ["2026-09-30T23:30:00-05:00", "2026-10-01 04:30:00"],
  ["2026-10-01T01:30:00+02:00", "2026-09-30 23:30:00"],
  ["2026-10-01 05:29:00.999+0530", "2026-09-30 23:59:00.999"],
  ["2026-09-30 23:30:00.1239999 -05", "2026-10-01 04:30:00.123"],
  ["2026-10-04T23:00:00-05:00", "2026-10-05 04:00:00"],
  ["2026-10-20T14:00:00+02:00", "2026-10-20 12:00:00"],
  ["2026-10-20T14:00:00.4+02:00", "2026-10-20 12:00:00.4"],
  ["2026-10-20T06:30:00.5-05:30", "2026-10-20 12:00:00.5"],
  // In New York, the clocks leave out this hour.
  ["2026-03-08T03:30:00+01:00", "2026-03-08 02:30:00"],
  ["2026-10-20T12:00:00.0009999Z", "2026-10-20 12:00:00"],
  ["2026-10-20T14:00:00.0009999+02:00", "2026-10-20 12:00:00"],
  ["2026-09-30T23:30:00Z", "2026-09-30 23:30:00"],
  ["2026-10-05T00:00Z", "2026-10-05 00:00:00"],
  ["2026-10-05T00:00:00+00:00", "2026-10-05 00:00:00"],
  ["2026-10-20 12:00:00.5 UTC", "2026-10-20 12:00:00.5"],
  ["2026-10-20 12:00:00.5 +00:00", "2026-10-20 12:00:00.5"],
  ["2026-10-20T12:00:00.5-0000", "2026-10-20 12:00:00.5"],
  ["2026-10-05 00:00:00.0000000", "2026-10-05 00:00:00"],
  ["2026-10-05", "2026-10-05 00:00:00"],
  ["2024-02-29T12:00:00Z", "2024-02-29 12:00:00"],
  ["2000-02-29T12:00:00.0Z", "2000-02-29 12:00:00"],
];

/** No moments in ISO 8601. What they mean would be a guess. */
export const noMoments = [
  "10/02/2026",
  "2026-10-02garbage",
  "2026-10",
  "epoch",
  "now",
  "",
  "20261002",
  "2026-10-02 5pm",
  "2026-10-02T00:00:00 GMT",
  "2026-10-02T00:00:60Z",
  "2026-10-02T00:00:60+01:00",
  "2026-10-02T25:00:00Z",
  "2026-10-31T24:00:00Z",
  "2026-10-31 24:00:00",
  "2026-02-30T00:00:00Z",
  "2025-02-29T00:00:00Z",
  "1900-02-29T00:00:00.0Z",
];

/** A record for each form. Their costs tell them apart. */
export const momentRecords: readonly FocusRecord[] = forms.map(([start], index) => ({
  provider: "AWS",
  currency: "USD",
  start,
  period: "2026-10",
  cost: String(2 ** index),
  tags: { team: "a" },
}));

/** The same records with their moments in UTC. */
export const momentsInUtc: readonly FocusRecord[] = momentRecords.map((record, index) => ({
  ...record,
  start: forms[index]?.[1] ?? "",
}));
