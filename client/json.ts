/** Small questions about JSON values whose shape is not known. */

/** An object of JSON: neither null nor an array. */
export type JsonObject = Record<string, unknown>;

/** Whether a value is an object, and neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The value of a text of JSON; undefined when it is none.
 *
 * @param change applied to every text in it
 */
export function parseJson(text: string, change?: (text: string) => string): unknown {
  const reviver = (_: string, value: unknown): unknown =>
    typeof value === "string" && change !== undefined ? change(value) : value;
  try {
    return JSON.parse(text, change === undefined ? undefined : reviver) as unknown;
  } catch {
    return undefined;
  }
}

/** A field of the value itself, never of its prototype; undefined when there is none. */
export function field(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A text that is not empty; undefined for anything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}
