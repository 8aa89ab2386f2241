import type { Filter, TagContent } from "../../rules/types";

/**
 * A content with one rule, whose filter is one condition within so many groups.
 *
 * @param value of the condition. Default: it has none
 */
export function nestedContent(groups: number, value?: string | string[]): TagContent {
  const key = { costCenter: "AWS", key: "team", type: "tag" };
  let filters = { ...key, ...(value === undefined ? { operator: "exists" } : { operator: "oneOf", value }) } as Filter;
  for (let group = 0; group < groups; group += 1) filters = { AND: [filters] };
  return { rules: [{ to: "Web", filters }], defaultValue: "x" };
}
