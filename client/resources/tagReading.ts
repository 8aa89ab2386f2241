/** Reads tags, versions and their dates, and keeps everything else. */
import { isTooDeep } from "../../rules/nesting";
import { toIsoDate } from "../dates";
import { type CostAllocationError, Forbidden, UnexpectedAnswer } from "../errors";
import { arrayAt, objectAt, OddAnswer, requireTexts, TooDeepAnswer, UnreadableAnswer } from "../http/reading";
import { field, isObject, type JsonObject } from "../json";
import type { Listed, Version, VersionWithData, VirtualTag } from "../wire";

/** The same object with its dates in ISO 8601 (a spread keeps even a field called `__proto__`). */
export function withIsoDates(value: JsonObject): JsonObject {
  const dates = ["createdAt", "updatedAt"].flatMap((name) => {
    const date = field(value, name);
    return typeof date === "string" ? [[name, toIsoDate(date)] as const] : [];
  });
  return { ...value, ...Object.fromEntries(dates) };
}

/** Reads an entry of a list of Virtual Tags. Leaves out parts that are nested too deep, so that they affect no other tag. */
export function readListedTag(value: unknown): Listed<VirtualTag> {
  const tag = requireTexts(value, "id", "name");
  const shown = Object.fromEntries(Object.entries(tag).filter(([name, part]) => !isTooDeep({ [name]: part })));
  return withIsoDates(shown) as unknown as Listed<VirtualTag>;
}

/** Reads a whole Virtual Tag. */
export function readTag(value: unknown): VirtualTag {
  const tag = readListedTag(value);
  if (isTooDeep(value) && !isComplete(tag)) throw new TooDeepAnswer("nested too deep");
  if (!isComplete(tag)) throw new OddAnswer("rules or defaultValue is missing");
  return tag;
}

/** Whether a listed tag is a whole one. */
export function isComplete<Tag extends VirtualTag>(tag: Listed<Tag>): tag is Listed<Tag> & Tag {
  return Array.isArray(tag.rules) && (typeof tag.defaultValue === "string" || isObject(tag.defaultValue));
}

/** Checks that an answer is about the requested tag. */
export function sameId<T extends { id: string }>(id: string, answered: T): T {
  if (answered.id.toLowerCase() === id.toLowerCase()) return answered;
  throw new UnreadableAnswer("the answer is about another tag");
}

/** Whether an error concerns only the tag that is read: the service does not show it to this user, or in a form that can't be read. */
export function concernsOneTag(error: CostAllocationError): boolean {
  if (error instanceof Forbidden) return /^\/v[12]\/virtual-tags\/./.test(error.path);
  return error instanceof UnexpectedAnswer && error.code === "NOT_COMPLETE";
}

/** Reads a version of a list. */
export function readVersion(value: unknown): Version {
  const version = requireTexts(value, "id");
  if (typeof field(version, "isLive") !== "boolean") throw new UnreadableAnswer("isLive is not a boolean");
  return withIsoDates(version) as unknown as Version;
}

/** Reads a version with its content. */
export function readVersionWithData(value: unknown): VersionWithData {
  if (isTooDeep(value)) throw new TooDeepAnswer("nested too deep");
  const version = readVersion(value);
  const data = objectAt(version, "versionData");
  arrayAt(data, "rules");
  if (field(data, "defaultValue") === undefined) throw new UnreadableAnswer("versionData.defaultValue is missing");
  return version as VersionWithData;
}
