/**
 * How deep a value may be nested. The API document lets groups nest to any depth, but functions that walk a value call themselves,
 * and so does what Pulumi sends values with: without a limit, one hostile or broken tag would end the whole run.
 */

/** How many levels of objects and arrays are read and declared. A rule may have 248 groups within each other. */
export const maxLevels = 500;

/**
 * Whether a value has more levels of objects and arrays. One that contains itself has. Each rule counts by itself: it is as deep in a
 * program as in a plan or an answer, which have more around it.
 *
 * @param isInRule whether the value is a part of a rule
 */
export function isTooDeep(value: unknown, levels = maxLevels, isInRule = false): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  const { rules } = value as { rules?: unknown };
  const own = isInRule || !Array.isArray(rules) ? [] : rules;
  if (own.some((rule) => isTooDeep(rule, maxLevels, true))) return true;
  return Object.values(value).some((part) => part !== own && isTooDeep(part, levels - 1, isInRule));
}

/** Whether a part of metadata is too deep. The metadata of each value counts by itself. */
export function isMetadataTooDeep(metadata: object): boolean {
  return Object.values(metadata).some((entry) => isTooDeep(entry));
}

/** What is wrong with a value that is. */
export const tooDeepMessage = `is nested deeper than ${maxLevels} levels of objects and arrays`;

/** The paths of the parts of a tag that are, such as `rules[3]`. */
export function tooDeepParts(tag: unknown): string[] {
  const { rules, name, defaultValue } = Object(tag) as Record<string, unknown>;
  const parts: [path: string, content: object][] = [
    ...(Array.isArray(rules)
      ? rules.map((rule: unknown, index): [string, object] => [`rules[${index}]`, { rules: [rule] }])
      : [["rules", { rules }] satisfies [string, object]]),
    ["name", { name }],
    ["defaultValue", { defaultValue }],
  ];
  return parts.filter(([, content]) => isTooDeep(content)).map(([path]) => path);
}
