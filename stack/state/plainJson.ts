/**
 * A value as plain JSON, for the state: without undefined, which the engine fails on after the service was called, so that the
 * tag would be left without a state.
 */
export function plainJson(value: object): Record<string, unknown> {
  // Nearly everything is plain already, and looking costs a fraction of a copy.
  return (isPlain(value) ? value : JSON.parse(JSON.stringify(value))) as Record<string, unknown>;
}

function isPlain(value: unknown): boolean {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object") return false;
  // every() alone skips an element that was never set.
  if (Array.isArray(value)) return !value.includes(undefined) && value.every(isPlain);
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain);
}
