/** The option `ignoreChanges`: what it lists belongs to the account, so no difference in it is drift. */
import { isObject } from "../../client/json";

/** `rules`, `rules[0].to`, `rules[*].filters`, `metadata["a b"]`: a name, an index or `*` for each step. */
const step = /^(?:\.?([^.[\]"]+)|\[(\d+|\*)\]|\["((?:[^"\\]|\\.)*)"\])/;

/**
 * What the stack wrote, with what is live in every place that `ignoreChanges` lists. A path that the two don't have in common
 * changes nothing.
 *
 * @param paths property paths, as Pulumi writes them
 */
export function withIgnored<Value>(written: Value, live: unknown, paths: readonly string[]): Value {
  return paths.reduce((value, path) => withLive(value, live, stepsOf(path)) as Value, written);
}

function stepsOf(path: string): string[] | undefined {
  const steps: string[] = [];
  for (let rest = path; rest !== "";) {
    const [whole, name, index, quoted] = step.exec(rest) ?? [];
    if (whole === undefined) return undefined;
    steps.push(name ?? index ?? quoted?.replaceAll(/\\(.)/g, "$1") ?? "");
    rest = rest.slice(whole.length);
  }
  return steps;
}

function withLive(written: unknown, live: unknown, steps: readonly string[] | undefined): unknown {
  const [name, ...others] = steps ?? [];
  if (steps === undefined) return written;
  if (name === undefined) return live;
  if (Array.isArray(written) && Array.isArray(live)) {
    return written.map((member: unknown, index) =>
      (name === "*" || name === String(index)) && index < live.length ? withLive(member, live[index], others) : member,
    );
  }
  if (!isObject(written) || !isObject(live)) return written;
  const entries = Object.entries(written).map(([key, member]) => [
    key,
    (name === "*" || name === key) && Object.hasOwn(live, key) ? withLive(member, live[key], others) : member,
  ]);
  return Object.fromEntries(entries) as unknown;
}

/** The properties that `ignoreChanges` lists, completely or in part. */
export function amongIgnored(properties: readonly string[], ignored: readonly string[]): string[] {
  const roots = ignored.map((path) => stepsOf(path)?.[0] ?? path);
  return properties.filter((property) => roots.some((root) => root === property || root === "*"));
}
