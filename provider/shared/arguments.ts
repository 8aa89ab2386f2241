/** What the arguments of all classes have in common. */
import { isPossibleId } from "../../client/http/path";
import { withHint } from "../../rules/closestName";
import type { Problem } from "../../rules/validate";
import { type AnyFields, argumentNames } from "../../stack/state/fields";

/** The input in which a class lists the paths of arguments that it does not know, or that Pulumi would drop silently. */
const droppedProperty = "__droppedArguments";

/** The paths of arguments that the program gave, but that are not among the inputs. */
export function droppedArguments({ [droppedProperty]: paths }: Record<string, unknown>): string[] {
  return Array.isArray(paths) ? paths.map(String) : [];
}

/** What is wrong with an argument that is an ID. The engine's placeholder for an unknown value can be one. */
export function idProblems(path: string, id: string): Problem[] {
  return isPossibleId(id) ? [] : [{ path, message: impossibleId }];
}

const impossibleId = "can't be an ID: it is empty, a path, or has characters that no ID has";

/** Whether a path ends in `__proto__`, as in `metadata["__proto__"]`. */
export function endsInProto(path: string): boolean {
  return path.endsWith('["__proto__"]');
}

/**
 * A problem for each argument that a class does not have.
 *
 * @param message what is wrong with it, such as `is not an argument of VirtualTag`
 */
export function unknownArguments(news: Record<string, unknown>, fields: AnyFields, message: string): Problem[] {
  const dropped = droppedArguments(news).filter((path) => !endsInProto(path));
  const given = Object.keys(news).filter((name) => name !== droppedProperty);
  return unknownNames([...new Set([...given, ...dropped])], argumentNames(fields), message);
}

/**
 * A problem for each unknown name, with the known one that was probably meant.
 *
 * @param path of what has the names, with a dot at its end; empty for the arguments themselves
 */
export function unknownNames(
  given: readonly string[],
  known: readonly string[],
  message: string,
  path = "",
): Problem[] {
  // What the classes add themselves begins with two underscores.
  const shown = known.filter((name) => !name.startsWith("__"));
  return given
    .filter((name) => !known.includes(name))
    .map((name) => ({ path: `${path}${name}`, message: withHint(message, name, shown) }));
}
