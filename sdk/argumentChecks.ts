import { withHint } from "../rules/closestName";

/** The names of all properties of a type. A table that lacks one does not compile. */
export type NamesOf<Args> = { readonly [Name in keyof Required<Args>]: true };

/**
 * The names of arguments that a class or a function does not have. Without a value, an argument can't be a mistake.
 *
 * @param known The names that it has.
 */
export function unknownNames(args: object, known: object): string[] {
  const given = Object.entries(args) as [string, unknown][];
  return given.filter(([name, value]) => value !== undefined && !Object.hasOwn(known, name)).map(([name]) => name);
}

/**
 * The input that tells the provider which arguments it does not get: those that the class does not know, and those that Pulumi
 * would drop silently, such as `id`. The provider reports them in preview with all other problems. No input if there are none.
 *
 * @param known The names of the class's arguments.
 * @param others Paths of what Pulumi would drop inside of an argument.
 */
export function droppedArguments(
  args: object,
  known: object,
  others: readonly string[] = [],
): { __droppedArguments?: string[] } {
  const paths = [...unknownNames(args, known), ...others];
  return paths.length === 0 ? {} : { __droppedArguments: paths };
}

/**
 * Refuses unknown arguments where no provider checks them.
 *
 * @param what What has the arguments, for the message: `getVirtualTag`.
 * @throws {Error} If there are any.
 */
export function refuseUnknownNames(what: string, args: object, known: object): void {
  const sentences = unknownNames(args, known).map((name) =>
    withHint(`${what}: ${JSON.stringify(name)} is not an argument`, name, Object.keys(known)),
  );
  if (sentences.length > 0) throw new Error(sentences.join("\n"));
}
