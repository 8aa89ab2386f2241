/** Helpers for JSON values of unknown shape. */
import { isObject } from "../rules/shared/isObject";

export { isObject, type JsonObject } from "../rules/shared/isObject";

/**
 * The value of a JSON text; undefined if it is not JSON.
 *
 * @param change applied to every string in it
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

/** Freezes a value with everything in it. Not recursive, because an answer may be nested to any depth. */
export function deepFreeze<T>(value: T): T {
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next !== "object" || next === null) continue;
    for (const part of Object.values(Object.freeze(next)) as unknown[]) left.push(part);
  }
  return value;
}

/** A field of the value itself, not of its prototype; undefined if there is none. */
export function field(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A string that is not empty; undefined for anything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/**
 * The paths of properties that are named `__proto__`, at any depth of plain objects and arrays: a copy that assigns property by
 * property, as Pulumi makes it, silently loses them. A value that contains itself is visited once.
 */
export function propertiesNamedProto(value: unknown, path: string, around: readonly unknown[] = []): string[] {
  if (typeof value === "object" && around.includes(value)) return [];
  const within = [...around, value];
  if (Array.isArray(value)) {
    return (value as unknown[]).flatMap((element, index) => propertiesNamedProto(element, `${path}[${index}]`, within));
  }
  // Outputs and resources are not visited: they may refer to themselves.
  if (!isObject(value) || ![Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null)) return [];
  return Object.keys(value).flatMap((name) => {
    const place = `${path}[${JSON.stringify(name)}]`;
    return name === "__proto__" ? [place] : propertiesNamedProto(value[name], place, within);
  });
}
