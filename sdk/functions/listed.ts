import { printable } from "../../client/printable";

/** A list for a message, with at most 20 items. */
export function listed(items: readonly string[]): string {
  if (items.length === 0) return "none";
  const shown = items.slice(0, 20).map(printable).join(", ");
  return items.length > 20 ? `${shown} and ${items.length - 20} more` : shown;
}
