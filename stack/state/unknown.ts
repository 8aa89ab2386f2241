/** Placeholders for values that the engine does not pass or show. */

/** What the engine passes instead of a value that is unknown until deployment. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Whether a value is the engine's placeholder itself. */
export function isUnknown(value: unknown): boolean {
  return value === unknownValue;
}

/** Whether there is a placeholder anywhere inside a value. */
export function containsUnknown(value: unknown): boolean {
  if (typeof value === "string") return isUnknown(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(containsUnknown);
}

/** What a plan shows instead of a secret. */
export const secretValue = "[secret]";
