/**
 * How deep a value may be nested. The API document lets groups nest to any depth, but functions that walk a value call themselves,
 * and so does what Pulumi sends values with: without a limit, one hostile or broken tag would end the whole run.
 */

/** How many levels of objects and arrays are read and declared: more than 200 groups within each other. */
export const maxLevels = 500;

/** Whether a value has more levels of objects and arrays. One that contains itself has. */
export function isTooDeep(value: unknown, levels = maxLevels): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((part) => isTooDeep(part, levels - 1));
}

/** What is wrong with a value that is. */
export const tooDeepMessage = `is nested deeper than ${maxLevels} levels of objects and arrays`;

/** The paths of the parts of a tag that are, such as `rules[3]`. */
export function tooDeepParts(tag: unknown): string[] {
  const { rules, name, defaultValue } = Object(tag) as Record<string, unknown>;
  const ofRules = Array.isArray(rules)
    ? rules.map((rule: unknown, index) => [`rules[${index}]`, rule] as const)
    : [["rules", rules] as const];
  const parts = [...ofRules, ["name", name] as const, ["defaultValue", defaultValue] as const];
  return parts.filter(([, part]) => isTooDeep(part)).map(([path]) => path);
}
