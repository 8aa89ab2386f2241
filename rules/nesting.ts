/**
 * How deep a value may be nested. The API documentation sets no limit for groups. But functions that walk through a value are
 * recursive, ours and Pulumi's: without a limit, one hostile or broken tag would end the whole run.
 */

/** The limit, in levels of objects and arrays. It allows 248 nested groups in a rule. */
export const maxLevels = 500;

/**
 * Whether a value is nested deeper than the limit. A value that contains itself is. The levels of a rule are counted from the
 * rule, so they don't depend on what is around it in a plan or a response.
 *
 * @param isInRule whether the value is a part of a rule
 */
export function isTooDeep(value: unknown, levels = maxLevels, isInRule = false): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  const { rules } = value as { rules?: unknown };
  const own = isInRule || !Array.isArray(rules) ? [] : rules;
  if (own.some((rule) => isTooDeep(rule, maxLevels, true))) return true;
  for (const part of Object.values(value) as unknown[])
    if (typeof part === "object" && part !== own && isTooDeep(part, levels - 1, isInRule)) return true;
  return false;
}

/** Whether a part of metadata is too deep. Levels are counted from the metadata of each value. */
export function isMetadataTooDeep(metadata: object): boolean {
  return Object.values(metadata).some((entry) => isTooDeep(entry));
}

/** The message for a value that is too deep. */
export const tooDeepMessage = `is nested deeper than ${maxLevels} levels of objects and arrays`;

/** The paths of a tag's parts that are too deep, such as `rules[3]`. */
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
