/**
 * Encodes a segment of a path. Refuses texts that could lead to another route: `.` and `..` change the path, and no encoding
 * prevents that.
 *
 * @returns undefined if the text can't be a segment
 */
export function encodeSegment(text: string): string | undefined {
  // eslint-disable-next-line no-control-regex -- no id has control characters, and some servers stop reading at one
  if (text === "" || text === "." || text === ".." || text.length > 512 || /[\u0000-\u001f\u007f]/.test(text)) {
    return undefined;
  }
  try {
    return encodeURIComponent(text);
  } catch {
    return undefined; // half of a surrogate pair
  }
}

/**
 * Whether a text can be the ID of something in the service. IDs are UUIDs, but the service may have
 * others, so only texts that would be a path, a query or white space are refused.
 */
export function isPossibleId(text: string): boolean {
  return encodeSegment(text) !== undefined && !/[\s/\\?#%]/u.test(text);
}
