/**
 * Reading answers, tolerantly: what the client needs must be there, everything else is kept as it came. Only dates are
 * changed, into one form.
 */
import { toIsoDate } from "./dates";
import { field, isObject, type JsonObject } from "./json";
import type { Listed, Version, VersionWithData, VirtualTag } from "./wire";

/** The answer is JSON, but not what the document shows; the message says where. Never leaves the client. */
export class UnreadableAnswer extends Error {
  override readonly name = "UnreadableAnswer";
}

/** The answer shows the thing that was asked for, but not all that the document promises of it. */
export class OddAnswer extends UnreadableAnswer {}

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

/** Checks that the fields are texts. */
export function requireTexts(value: unknown, ...names: string[]): JsonObject {
  if (!isObject(value)) throw new UnreadableAnswer("not an object");
  for (const name of names) {
    if (typeof field(value, name) !== "string") throw new UnreadableAnswer(`${name} is not a text`);
  }
  return value;
}

/** The same object with its dates in ISO 8601 (a spread keeps even a field called `__proto__`). */
export function withIsoDates(value: JsonObject): JsonObject {
  const dates = ["createdAt", "updatedAt"].flatMap((name) => {
    const date = field(value, name);
    return typeof date === "string" ? [[name, toIsoDate(date)] as const] : [];
  });
  return { ...value, ...Object.fromEntries(dates) };
}

/** Reads an entry of a list of Virtual Tags. */
export function readListedTag(value: unknown): Listed<VirtualTag> {
  return withIsoDates(requireTexts(value, "id", "name")) as unknown as Listed<VirtualTag>;
}

/** Reads a whole Virtual Tag. */
export function readTag(value: unknown): VirtualTag {
  const tag = readListedTag(value);
  if (!isComplete(tag)) throw new OddAnswer("rules or defaultValue is missing");
  return tag;
}

/** Whether a listed tag is a whole one. */
export function isComplete<Tag extends VirtualTag>(tag: Listed<Tag>): tag is Listed<Tag> & Tag {
  return Array.isArray(tag.rules) && (typeof tag.defaultValue === "string" || isObject(tag.defaultValue));
}

/** An answer about another tag would be worse than none. */
export function sameId<T extends { id: string }>(id: string, answered: T): T {
  if (answered.id.toLowerCase() === id.toLowerCase()) return answered;
  throw new UnreadableAnswer("the answer is about another tag");
}

/** Reads a version of a list. */
export function readVersion(value: unknown): Version {
  const version = requireTexts(value, "id");
  if (typeof field(version, "isLive") !== "boolean") throw new UnreadableAnswer("isLive is not a boolean");
  return withIsoDates(version) as unknown as Version;
}

/** Reads a version with its content. */
export function readVersionWithData(value: unknown): VersionWithData {
  const version = readVersion(value);
  const data = objectAt(version, "versionData");
  arrayAt(data, "rules");
  if (field(data, "defaultValue") === undefined) throw new UnreadableAnswer("versionData.defaultValue is missing");
  return version as VersionWithData;
}
