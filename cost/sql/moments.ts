/** Moments in the queries of engines: as text in UTC, in which an earlier one sorts first. */

const dayOfMonth =
  "((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))";
const leapYear = "([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)";
const day = `([0-9]{4}-${dayOfMonth}|${leapYear}-02-29)`;
/** Neither the second 60 nor the hour 24: some engines make the next minute, or the next day, of it. */
const time = "[T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]+)?)?";

/** ISO 8601 in UTC, which FOCUS data has, or without a time zone. Without backslashes, which engines read in different ways. */
export const inUtc = `^${day}(${time}( ?(Z|UTC|[+-]00(:?00)?))?)?$`;

/** How a text in UTC ends, the longer ones first. */
const zeroOffsets = ["UTC", "Z", "+00:00", "-00:00", "+0000", "-0000", "+00", "-00"];

/** With another offset, or with a time zone as Trino writes it. */
export const inOtherZone = `^${day}${time} ?([+-][0-9]{2}(:?[0-9]{2})?|[A-Za-z]+/[A-Za-z0-9_/+-]+)$`;

/**
 * A moment as text in UTC: `2026-10-31 05:00:00.000`. Its last parts can be missing, and a space can follow it: an earlier moment sorts first
 * nevertheless. Null if the text is no moment in ISO 8601.
 *
 * @param text the moment as text
 * @param matches whether a text matches a regular expression
 * @param converted a text with an offset or a time zone in UTC
 */
export function textInUtc(
  text: string,
  matches: (text: string, pattern: string) => string,
  converted: (text: string) => string,
): string {
  const withoutOffset = zeroOffsets.reduce((sql, offset) => `REPLACE(${sql}, '${offset}', '')`, text);
  const plain = `SUBSTRING(REPLACE(${withoutOffset}, 'T', ' '), 1, 23)`;
  const cases = [
    `WHEN ${matches(text, `'${inUtc}'`)} THEN ${plain}`,
    `WHEN ${matches(text, `'${inOtherZone}'`)} THEN ${converted(text)}`,
  ];
  return `CASE ${cases.join(" ")} END`;
}
