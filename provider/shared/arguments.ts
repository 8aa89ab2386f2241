/** What the arguments of all classes have in common. */
import type { Problem } from "../../rules/validate";

/** The arguments in a state, without what it adds to them. */
export function argumentsAmong<Inputs extends object>(
  state: Partial<Inputs>,
  names: readonly string[],
): Partial<Inputs> {
  return Object.fromEntries(Object.entries(state).filter(([name]) => names.includes(name))) as Partial<Inputs>;
}

/**
 * A problem for each unknown name.
 *
 * @param message what is wrong with it, such as `is not an argument of VirtualTag`
 * @param path of what has the names, with a dot at its end; empty for the arguments themselves
 */
export function unknownNames(given: object, known: readonly string[], message: string, path = ""): Problem[] {
  return Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => ({ path: `${path}${name}`, message }));
}
