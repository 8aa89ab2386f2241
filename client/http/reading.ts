/** Reads answers tolerantly: what the client needs must be present, everything else is kept as it came. */
import { field, isObject, type JsonObject } from "../json";

/** The answer is JSON, but not what the API documentation shows. The message says where. It never leaves the client. */
export class UnreadableAnswer extends Error {
  override readonly name = "UnreadableAnswer";
}

/** The answer shows the requested resource, but not everything that the API documentation promises of it. */
export class OddAnswer extends UnreadableAnswer {}

/** The requested resource is nested deeper than the limit. */
export class TooDeepAnswer extends OddAnswer {}

/** The object at a field of an answer. */
export function objectAt(body: unknown, name: string): JsonObject {
  const value = field(body, name);
  if (!isObject(value)) throw new UnreadableAnswer(`${name} is not an object`);
  return value;
}

/** The array at a field of an answer. */
export function arrayAt(body: unknown, name: string): unknown[] {
  const value = field(body, name);
  if (!Array.isArray(value)) throw new UnreadableAnswer(`${name} is not an array`);
  return value;
}

/** Each entry of the array at a field, read by `read`. */
export function listAt<T>(body: unknown, name: string, read: (entry: unknown) => T): T[] {
  return arrayAt(body, name).map((entry, index) => {
    try {
      return read(entry);
    } catch (error) {
      throw error instanceof UnreadableAnswer ? new UnreadableAnswer(`${name}[${index}]: ${error.message}`) : error;
    }
  });
}

/** Checks that the fields are strings. */
export function requireTexts(value: unknown, ...names: string[]): JsonObject {
  if (!isObject(value)) throw new UnreadableAnswer("not an object");
  for (const name of names) {
    if (typeof field(value, name) !== "string") throw new UnreadableAnswer(`${name} is not a string`);
  }
  return value;
}
