/** What the arguments of all classes have in common. */
import { isPossibleId } from "../../client/http/path";
import { withHint } from "../../rules/closestName";
import { outputProblem } from "../../rules/outputText";
import { isObject } from "../../rules/shared/isObject";
import { formatPath, type Problem } from "../../rules/validate";
import { type AnyFields, argumentNames } from "../../stack/state/fields";
import { isUnknown } from "../../stack/state/unknown";

/** The input in which a class lists the paths of arguments that it does not know, or that Pulumi would drop silently. */
const droppedProperty = "__droppedArguments";

/** The paths of arguments that the program gave and that are missing in the inputs. */
export function droppedArguments({ [droppedProperty]: paths }: Record<string, unknown>): string[] {
  return Array.isArray(paths) ? paths.map(String) : [];
}

/** Checks an argument that is an ID. The engine's placeholder for an unknown value is valid, too. */
export function idProblems(path: string, id: string): Problem[] {
  const message = "can't be an ID: it is empty, a path, or has characters that no ID has";
  return isPossibleId(id) ? [] : [{ path, message }];
}

/** Checks arguments that are flags, by their names. */
export function flagProblems(flags: Record<string, unknown>): Problem[] {
  return Object.entries(flags)
    .filter(([, flag]) => flag !== undefined && typeof flag !== "boolean" && !isUnknown(flag))
    .map(([path]) => ({ path, message: "must be true or false" }));
}

/** Whether a path ends in `__proto__`, as in `metadata["__proto__"]`. */
export function endsInProto(path: string): boolean {
  return path.endsWith('["__proto__"]');
}

/**
 * Lists the arguments that a class does not have.
 *
 * @param message what is wrong with it, such as `is not an argument of VirtualTag`
 */
export function unknownArguments(news: Record<string, unknown>, fields: AnyFields, message: string): Problem[] {
  const dropped = droppedArguments(news).filter((path) => !endsInProto(path));
  const given = Object.keys(news).filter((name) => name !== droppedProperty);
  return unknownNames([...new Set([...given, ...dropped])], argumentNames(fields), message);
}

/**
 * Lists the unknown names, each with the known name that was probably meant.
 *
 * @param path the path of the object with these names, with a dot at its end; empty for the arguments themselves
 */
export function unknownNames(
  given: readonly string[],
  known: readonly string[],
  message: string,
  path = "",
): Problem[] {
  // Names that begin with two underscores are added by the classes.
  const shown = known.filter((name) => !name.startsWith("__"));
  return given
    .filter((name) => !known.includes(name))
    .map((name) => ({ path: `${path}${name}`, message: withHint(message, name, shown) }));
}

/** The problems of texts that contain an Output, at any depth of an argument: names of properties are texts, too. */
export function outputProblems(value: unknown, path: readonly PropertyKey[] = []): Problem[] {
  if (typeof value === "string") {
    const problem = outputProblem(value);
    return problem === undefined ? [] : [{ path: formatPath(path), message: problem }];
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => outputProblems(item, [...path, index]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    const problem = outputProblem(name);
    if (problem === undefined) return outputProblems(item, [...path, name]);
    return [{ path: formatPath(path), message: `has a name that ${problem}` }];
  });
}
