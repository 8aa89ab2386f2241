/** What a tag says that may be a secret: nobody knows, since a program's secrets arrive here as plain values. */
import { contentsBeside } from "../http/contents";
import { isObject, leavesOf } from "../json";

/** Fields of a tag and its rules whose texts say what a complaint is about. */
const naming = new Set(["name", "costCenter", "key", "type", "operator", "displayName", "timeframe"]);

/** The words of the document and of JSON that not every body has: in a value they are no secrets. */
const commonWords = ["virtual", "rule", "filter", "value", "values", "timeframe", "from", "true", "false", "null"];

/**
 * The values that a tag's body assigns and compares with, and the reason for its change. Names stay readable: the tag's,
 * those of cost centers and keys, moments, and the words of the document.
 */
export function tagContents(body: unknown): string[] {
  return contentsBeside([...commonWords, ...namesIn(body)], body);
}

function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    name,
    ...(naming.has(name) ? leavesOf(inner) : namesIn(inner)),
  ]);
}
