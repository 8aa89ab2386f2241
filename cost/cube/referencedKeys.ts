/** The keys that rules refer to. */
import { groupOf } from "../../rules/operators";
import type { ConditionKey, Filter, KeyReference, TagContent, TagValue } from "../../rules/types";

/** Every key in the filters and values of the contents, without repetitions. Virtual Tags are left out: their values follow from these keys. */
export function referencedKeys(contents: readonly TagContent[]): KeyReference[] {
  const keys = new Map<string, KeyReference>();
  const add = ({ costCenter, type, key }: KeyReference | ConditionKey): void => {
    if (costCenter === "Virtual Tags" || type === "virtual_tag") return;
    keys.set(JSON.stringify([costCenter, type, key]), type === undefined ? { costCenter, key } : { costCenter, type, key });
  };
  for (const { rules, defaultValue } of contents) {
    for (const { to, filters } of rules) {
      addValue(to, add);
      addFilter(filters, add);
    }
    addValue(defaultValue, add);
  }
  return [...keys.values()];
}

function addValue(value: TagValue, add: (key: KeyReference) => void): void {
  if (typeof value !== "string") add(value);
}

function addFilter(filter: Filter, add: (key: ConditionKey) => void): void {
  const group = groupOf(filter);
  if (group === undefined) add(filter as ConditionKey);
  else for (const member of group.members) addFilter(member, add);
}
