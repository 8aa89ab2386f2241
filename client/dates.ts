/** `2024-09-29T08:20:37.000Z`, with or without a fraction, with `Z` or an offset. */
const iso = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/i;

/** `Sun Sep 29 2024 08:20:37 GMT+0000 (Greenwich Mean Time)`, the form that the service's responses show. */
const long = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d{1,2}) (\d{4}) (\d{2}:\d{2}:\d{2}) GMT([+-]\d{4})(?: \(.*\))?$/;

/**
 * A date of the service as ISO 8601 in UTC, with milliseconds: `2024-09-29T08:20:37.000Z`. A date in neither of the two known
 * forms is returned as it came: a wrong guess would be worse.
 */
export function toIsoDate(text: string): string {
  const parts = long.exec(text.trim());
  const readable = parts
    ? `${parts[2] ?? ""} ${parts[1] ?? ""} ${parts[3] ?? ""} ${parts[4] ?? ""} GMT${parts[5] ?? ""}`
    : iso.test(text.trim())
      ? text.trim().replace(",", ".").toUpperCase()
      : undefined;
  if (readable === undefined) return text;
  const milliseconds = Date.parse(readable);
  return Number.isNaN(milliseconds) ? text : new Date(milliseconds).toISOString();
}
