/** Which tags can be read. The application can make tags that the API documentation does not describe. */
import type { VirtualTag } from "../../client";
import { unsupportedReason } from "../../client/resources/unsupportedTags";
import type { Listed } from "../../client/wire";
import { isTooDeep } from "../../rules/nesting";

/**
 * Why a tag of the account can't be read, so that nothing is said about its values; undefined if it can. Continues a sentence, and has
 * text of the account as it came.
 */
export function unreadableReason(tag: Listed<VirtualTag>): string | undefined {
  if (isTooDeep(tag)) return "its rules are nested too deep";
  const odd = oddPart(tag);
  if (odd !== undefined) return `${odd} is not as the API documentation has it`;
  const unsupported = unsupportedReason(tag as VirtualTag);
  return unsupported === undefined ? undefined : `it is not made of rules alone: ${unsupported}`;
}

/**
 * The first part of a content that the other functions can't walk, such as `rules[3]`; undefined if they can walk all of it. Names
 * of operators and types are not checked.
 */
export function oddPart({ rules, defaultValue }: { rules?: unknown; defaultValue?: unknown }): string | undefined {
  if (!Array.isArray(rules)) return "rules";
  const oddRule = rules.findIndex((rule) => !isRule(rule));
  if (oddRule >= 0) return `rules[${oddRule}]`;
  return isValue(defaultValue) ? undefined : "defaultValue";
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function isRule(rule: unknown): boolean {
  return isObject(rule) && isValue(rule["to"]) && isFilter(rule["filters"]) && isTimeframe(rule["timeframe"]);
}

function isValue(value: unknown): boolean {
  return typeof value === "string" || (isObject(value) && isText(value["key"]) && isText(value["costCenter"]));
}

const isText = (value: unknown): value is string => typeof value === "string";

const isOptionalText = (value: unknown): boolean => value === undefined || isText(value);

function isFilter(filter: unknown): boolean {
  if (!isObject(filter)) return false;
  const members = filter["AND"] ?? filter["OR"];
  if (members !== undefined) return Array.isArray(members) && members.every(isFilter);
  const { costCenter, key, type, operator, value, displayName } = filter;
  return (
    [costCenter, key, operator].every(isText) && [type, displayName].every(isOptionalText) && isConditionValue(value)
  );
}

function isConditionValue(value: unknown): boolean {
  return value === undefined || value === null || isText(value) || (Array.isArray(value) && value.every(isText));
}

function isTimeframe(timeframe: unknown): boolean {
  if (timeframe === undefined || timeframe === null) return true;
  if (!isObject(timeframe)) return false;
  const isMoment = (moment: unknown): boolean =>
    moment === undefined || moment === null || isText(moment) || typeof moment === "number";
  return isMoment(timeframe["from"]) && isMoment(timeframe["to"]);
}
