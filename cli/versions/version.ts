/** A version as the commands show it and compare it. */
import type { Version, VersionWithData, VirtualTag } from "../../client";
import type { TagContent } from "../../rules/types";
import type { Account } from "../account";
import { printable } from "../terminal";

/** A version in a sentence: its ID, and who saved it when. */
export function versionTitle({ id, isLive, createdAt, createdBy }: Version): string {
  return `${printable(id)} (${isLive ? "live, " : ""}saved at ${printable(createdAt)} by ${printable(createdBy)})`;
}

/** A content that V2 of the API can't express. */
export class OddContent extends Error {
  override readonly name = "OddContent";
}

/**
 * The content of a version.
 *
 * @throws {OddContent} if V2 of the API can't express it: the application can make kinds of tags that V2 does not have
 */
export function contentOf({ recommend }: Account, tag: Pick<VirtualTag, "id">, version: VersionWithData): TagContent {
  const { rules, defaultValue } = version.versionData;
  const oddRule = (rules as readonly unknown[]).findIndex((rule) => !isRule(rule));
  if (oddRule < 0 && isValue(defaultValue)) return { rules, defaultValue };
  const where = oddRule < 0 ? "defaultValue" : `rules[${oddRule}]`;
  const { id } = version;
  throw new OddContent(
    `Version ${printable(id)} can't be read: its ${where} has a shape that the API document does not describe. ` +
      recommend("To print it as it is", ["versions", "show", tag.id, id, "--json"]),
  );
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function isRule(rule: unknown): boolean {
  return isObject(rule) && isValue(rule["to"]) && isFilter(rule["filters"]);
}

function isValue(value: unknown): boolean {
  return typeof value === "string" || (isObject(value) && typeof value["key"] === "string");
}

function isFilter(filter: unknown): boolean {
  if (!isObject(filter)) return false;
  const members = filter["AND"] ?? filter["OR"];
  if (members !== undefined) return Array.isArray(members) && members.every(isFilter);
  return typeof filter["operator"] === "string" && isConditionValue(filter["value"]);
}

function isConditionValue(value: unknown): boolean {
  return value === undefined || value === null || typeof value === "string" || Array.isArray(value);
}
