/** How to change rules, and what reads add to them. */
import type { Condition, Filter, KeyReference, Rule, TagValue } from "../../rules/types";
import type { Call } from "../http/route";
import type { StoredKey } from "../store/state";
import { catalogFor } from "./catalog";

function mapConditions(filter: Filter, change: (condition: Condition) => Condition): Filter {
  if ("AND" in filter) {
    return { AND: filter.AND.map((inner) => mapConditions(inner, change)) };
  }
  if ("OR" in filter) {
    return { OR: filter.OR.map((inner) => mapConditions(inner, change)) };
  }
  return change(filter);
}

/** Changes each condition of the rules. */
export function mapRules(rules: readonly Rule[], change: (condition: Condition) => Condition): Rule[] {
  return rules.map((rule) => ({ ...rule, filters: mapConditions(rule.filters, change) }));
}

/** Changes a value that is a key. */
export function mapReference(value: TagValue, change: (reference: KeyReference) => KeyReference): TagValue {
  return typeof value === "string" ? value : change(value);
}

function equalIgnoringCase(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** Finds a key in the catalog, in any casing. */
export function findKey(
  { costCenter, key }: { costCenter: string; key: string },
  catalog: readonly StoredKey[],
): StoredKey | undefined {
  return catalog.find(
    (candidate) => equalIgnoringCase(candidate.costCenter, costCenter) && equalIgnoringCase(candidate.key, key),
  );
}

/** Returns the types of a key: those of the catalog, or the only one that an unknown key can have. */
export function typesOf(reference: { costCenter: string; key: string }, catalog: readonly StoredKey[]): string[] {
  const isVirtualTag = equalIgnoringCase(reference.costCenter, "Virtual Tags");
  return findKey(reference, catalog)?.types ?? [isVirtualTag ? "virtual_tag" : "tag"];
}

/** Adds the `displayName` of the catalog to each condition, or the key if the catalog doesn't have it. */
export function addDisplayNames(rules: readonly Rule[], catalog: readonly StoredKey[], keep: boolean): Rule[] {
  return mapRules(rules, (condition) => {
    const known = catalog.find(({ costCenter, key }) => costCenter === condition.costCenter && key === condition.key);
    const displayName = known?.displayName ?? condition.key;
    return { ...condition, displayName: keep ? (condition.displayName ?? displayName) : displayName };
  });
}

/** Returns rules and a default value as V2 reads show them. */
export function asRead<Content extends { rules: readonly Rule[]; defaultValue: TagValue }>(
  content: Content,
  call: Call,
): Content & { rules: Rule[] } {
  const { v2ReadsAddDisplayName, v2ReadsAddType, defaultValueType } = call.switches;
  const rules = [...content.rules];
  if (!v2ReadsAddDisplayName && !v2ReadsAddType) {
    return { ...content, rules };
  }
  const catalog = catalogFor(call);
  const addType = (reference: KeyReference): KeyReference => {
    const [type = "tag"] = typesOf(reference, catalog);
    return v2ReadsAddType ? { ...reference, type: reference.type ?? type } : reference;
  };
  const labeled = v2ReadsAddDisplayName ? addDisplayNames(rules, catalog, true) : rules;
  return {
    ...content,
    rules: labeled.map((rule) => ({ ...rule, to: mapReference(rule.to, addType) })),
    // Otherwise, a save would refuse what a read returns.
    ...(defaultValueType === "accepted" ? { defaultValue: mapReference(content.defaultValue, addType) } : {}),
  };
}

/** Returns a copy of an object with only these fields. */
function pick<T extends object>(value: T, fields: readonly string[]): T {
  return Object.fromEntries(Object.entries(value).filter(([name]) => fields.includes(name))) as T;
}

function knownValue(value: TagValue): TagValue {
  return mapReference(value, (reference) => pick(reference, ["key", "costCenter", "type"]));
}

/** Returns rules and a default value without the fields that the API documentation doesn't have. */
export function knownContent({ rules, defaultValue }: { rules: readonly Rule[]; defaultValue: TagValue }): {
  rules: Rule[];
  defaultValue: TagValue;
} {
  const condition = ["costCenter", "key", "type", "operator", "value", "displayName"];
  return {
    rules: mapRules(rules, (sent) => pick(sent, condition)).map(({ to, filters, timeframe }) => ({
      to: knownValue(to),
      filters,
      ...(timeframe === undefined ? {} : { timeframe: pick(timeframe, ["from", "to"]) }),
    })),
    defaultValue: knownValue(defaultValue),
  };
}
