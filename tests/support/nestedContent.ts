import type { Filter, TagContent } from "../../rules/types";
import { condition } from "./rules";

/**
 * A content with one rule, whose filter is one condition within so many groups.
 *
 * @param value of the condition. Default: it has none
 */
export function nestedContent(groups: number, value?: string | string[]): TagContent {
  let filters: Filter = condition(value === undefined ? "exists" : "oneOf", value);
  for (let group = 0; group < groups; group += 1) filters = { AND: [filters] };
  return { rules: [{ to: "Web", filters }], defaultValue: "x" };
}
