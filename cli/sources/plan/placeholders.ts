/** What stands in a plan for a value that it does not show. */

/** What stands for a value that is unknown until deployment. Fixed by Pulumi. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** What stands for a secret. Fixed by Pulumi. */
export const secretValue = "[secret]";

/** Whether a value has a text anywhere. */
export function contains(value: unknown, text: string): boolean {
  if (typeof value !== "object" || value === null) return value === text;
  return Object.values(value).some((part) => contains(part, text));
}

/** Whether a value that is unknown until deployment is anywhere in a part of a content. */
export function containsUnknown(part: unknown): boolean {
  return contains(part, unknownValue);
}
