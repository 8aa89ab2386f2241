/** A value that survives the way into the state: what JSON can say, and nothing that it would drop or choke on. */
export type Plain = string | number | boolean | null | Plain[] | { [name: string]: Plain };

/**
 * Makes a value plain JSON. The engine turns a Date or a Map into `{}` and fails on undefined and bigint, after the call
 * to the service was made: the tag would be left without a state.
 */
export function toPlain(value: unknown): Plain {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "bigint") return value.toString();
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Map) return toPlain(Object.fromEntries(value));
  if (value instanceof Set) return toPlain([...value]);
  if (Array.isArray(value)) return value.map((item) => (isAbsent(item) ? null : toPlain(item)));
  if (typeof value !== "object") return null;
  return toPlainObject(value);
}

/** The same for an object, whose fields without a value are left out. */
export function toPlainObject(value: object): Record<string, Plain> {
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => !isAbsent(field))
      .map(([name, field]) => [name, toPlain(field)]),
  );
}

function isAbsent(value: unknown): boolean {
  return value === undefined || typeof value === "function" || typeof value === "symbol";
}
