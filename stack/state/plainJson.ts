/**
 * A value as plain JSON, for the state. The engine fails on undefined, after the service was called, and the tag would be left
 * without a state.
 */
export function plainJson(value: object): Record<string, unknown> {
  // Most values are plain already, and a check is much faster than a copy.
  return (isPlain(value) ? value : JSON.parse(JSON.stringify(value))) as Record<string, unknown>;
}

function isPlain(value: unknown): boolean {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object") return false;
  // every() skips elements that were never set.
  if (Array.isArray(value)) return !value.includes(undefined) && value.every(isPlain);
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain);
}
