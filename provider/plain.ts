/** A value that survives the way into the state: what JSON can say, and nothing that it would drop or choke on. */
export type Plain = string | number | boolean | null | Plain[] | { [name: string]: Plain };

/**
 * Makes a value plain JSON. The engine turns a Date or a Map into `{}` and fails on undefined and bigint, after the call
 * to the service was made: the tag would be left without a state.
 */
export function toPlain(value: unknown): Plain {
  // Nearly everything is plain, and to look costs a fraction of a copy.
  if (isPlain(value)) return value;
  // JSON has no minus zero, which would come back as zero.
  if (typeof value === "number") return value === 0 ? 0 : null;
  if (typeof value === "bigint") return value.toString();
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Map)
    return toPlainObject(Object.fromEntries([...value].map(([key, item]) => [nameOf(key), item])));
  if (value instanceof Set) return toPlain([...value]);
  if (Array.isArray(value)) return value.map((item) => (isAbsent(item) ? null : toPlain(item)));
  if (typeof value !== "object") return null;
  return toPlainObject(value);
}

/** The name of a field for a key of a Map, which may be anything. */
function nameOf(key: unknown): string {
  const plain = toPlain(key);
  return typeof plain === "string" ? plain : JSON.stringify(plain);
}

function isPlain(value: unknown): value is Plain {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== "object") return false;
  // Alone, every() passes over a place that was never filled.
  if (Array.isArray(value)) return !value.includes(undefined) && value.every(isPlain);
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain);
}

/** The same for an object, whose fields without a value are left out. */
export function toPlainObject(value: object): Record<string, Plain> {
  const fields: [string, Plain][] = [];
  for (const [name, field] of Object.entries(value)) if (!isAbsent(field)) fields.push([name, toPlain(field)]);
  // Not by assignment: a field that is called `__proto__` would be lost.
  return Object.fromEntries(fields);
}

function isAbsent(value: unknown): boolean {
  return value === undefined || typeof value === "function" || typeof value === "symbol";
}
