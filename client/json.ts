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

/**
 * The paths of what is named `__proto__`, at any depth of plain objects and arrays: whoever copies a value property by
 * property loses it without a word, as Pulumi does. What contains itself is looked at once.
 */
export function lostPaths(value: unknown, path: string, around: readonly unknown[] = []): string[] {
  if (typeof value === "object" && around.includes(value)) return [];
  const within = [...around, value];
  if (Array.isArray(value)) {
    return (value as unknown[]).flatMap((element, index) => lostPaths(element, `${path}[${index}]`, within));
  }
  // An output, or a resource, is no part of the value yet, and may refer to itself.
  if (!isObject(value) || ![Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null)) return [];
  return Object.keys(value).flatMap((name) => {
    const place = `${path}[${JSON.stringify(name)}]`;
    return name === "__proto__" ? [place] : lostPaths(value[name], place, within);
  });
}

/** The texts in a value of JSON, at any depth, and its numbers of at least six digits: what a secret may be. */
export function leavesOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)].filter((digits) => digits.length >= 6);
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}
