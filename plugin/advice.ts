import { maybeNotCreated } from "../provider/shared/operationMessages";
import type { Problem } from "../rules/validate";

/**
 * A problem, with advice if the argument has no value: without a class, the engine passes a value of a resource that the run does not
 * create as one that the program does not give. A check does not know whether it is in a preview, where that can't be.
 */
export function withAdvice(problem: Problem, properties: object): Problem {
  return valueAt(problem.path, properties) === undefined ? { ...problem, advice: maybeNotCreated } : problem;
}

/** The value at a path such as `rules[3].to` or `metadata["a.b"].groups`. */
function valueAt(path: string, properties: object): unknown {
  const steps = path.matchAll(/\[("(?:[^"\\]|\\.)*")\]|([^.[\]]+)/gu);
  return [...steps].reduce((value: unknown, [, quoted, plain = ""]) => {
    const name = quoted === undefined ? plain : (JSON.parse(quoted) as string);
    return (Object(value) as Record<string, unknown>)[name];
  }, properties);
}
