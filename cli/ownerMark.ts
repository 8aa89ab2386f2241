/** An owner's mark in words. What a mark is stands in client/mark.ts; here it is only read and kept. */
export { ownerIn as ownerMarkIn } from "../client/resources/ownershipMark";

/** The owner as words show it: `project/stack#name`. */
export function ownerIn(mark: string): string {
  return mark.slice("(pulumi ".length, -1);
}

/** The name that the owning resource has in its program. */
export function resourceNameIn(mark: string): string {
  const owner = ownerIn(mark);
  const parts = owner.slice(owner.indexOf("#") + 1).split("$");
  // A name may contain a "$" too, but what comes before it is a type only with a colon in it.
  const start = parts.slice(0, -1).findIndex((part) => !part.includes(":"));
  return parts.slice(start < 0 ? -1 : start).join("$");
}
