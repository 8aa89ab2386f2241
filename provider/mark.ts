/** The mark of a resource, from its URN; what a mark is, and how it is read, stands in client/mark.ts. */
export { markIn, ownerIn, withMark } from "../client/mark";

/** A URN's parts: `urn:pulumi:<stack>::<project>::<parent types>$<type>::<name>`. */
const urnPattern = /^urn:pulumi:(?<stack>.*?)::(?<project>.*?)::(?<types>.*?)::(?<name>.*)$/s;

/**
 * The mark of a resource: `(pulumi <project>/<stack>#<name>)`, with the chain of its parents' types before the name where
 * there is one. The resource's own type is left out: a `VirtualTagV1` that becomes a `VirtualTag` stays the owner.
 *
 * @param urn the resource's URN
 * @throws {Error} when it is no URN
 */
export function markOf(urn: string): string {
  const { stack = "", project = "", types = "", name = "" } = urnPattern.exec(urn)?.groups ?? {};
  if (stack === "" || name === "") throw new Error(`"${urn}" is not the URN of a resource.`);
  const parents = types.split("$").slice(0, -1);
  return `(pulumi ${project}/${stack}#${[...parents, name].join("$")})`;
}
