/** How content is sent: as it was written, except where the document accepts two forms and one is the safe one. */
import { groupOf, hasValue } from "./operators";
import type { Condition, Filter, TagContent } from "./types";

/**
 * A content in which every `value` is an array and a presence operator has none (API document, section 2.3: V1 pages show
 * a plain text for `is` and `contains`, the field table an array). Labels, order and everything else stay.
 */
export function asSent(content: TagContent): TagContent {
  return {
    rules: content.rules.map((rule) => ({ ...rule, filters: filterAsSent(rule.filters) })),
    defaultValue: content.defaultValue,
  };
}

function filterAsSent(filter: Filter): Filter {
  const group = groupOf(filter);
  if (group === undefined) return conditionAsSent(filter as Condition);
  const members = group.members.map(filterAsSent);
  return group.key === "AND" ? { AND: members } : { OR: members };
}

function conditionAsSent(condition: Condition): Condition {
  if (hasValue(condition)) {
    const { value } = condition;
    return { ...condition, value: typeof value === "string" ? [value] : value };
  }
  const { costCenter, key, type, operator, displayName } = condition;
  return { costCenter, key, type, operator, ...(displayName === undefined ? {} : { displayName }) };
}
