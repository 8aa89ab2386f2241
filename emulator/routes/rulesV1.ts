/** What V1 does to rules on their way in and out (sections 2.1 and 2.3). */
import type { Condition, Filter, Rule } from "../../rules/types";
import type { Switches } from "../options";
import type { StoredKey } from "../store/state";

function mapConditions(filter: Filter, change: (condition: Condition) => Condition): Filter {
  if ("AND" in filter) {
    return { AND: filter.AND.map((inner) => mapConditions(inner, change)) };
  }
  if ("OR" in filter) {
    return { OR: filter.OR.map((inner) => mapConditions(inner, change)) };
  }
  return change(filter);
}

function mapRules(rules: readonly Rule[], change: (condition: Condition) => Condition): Rule[] {
  return rules.map((rule) => ({ ...rule, filters: mapConditions(rule.filters, change) }));
}

function sameIgnoringCase(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** What stands in the place of a cost center and key whose casing is not to be preserved. */
function recased<T extends { costCenter: string; key: string }>(
  named: T,
  how: Switches["v1Casing"],
  catalog: readonly StoredKey[],
): T {
  if (how === "lower") {
    return { ...named, costCenter: named.costCenter.toLowerCase(), key: named.key.toLowerCase() };
  }
  const known = catalog.find(
    (candidate) =>
      sameIgnoringCase(candidate.costCenter, named.costCenter) && sameIgnoringCase(candidate.key, named.key),
  );
  return known === undefined ? named : { ...named, costCenter: known.costCenter, key: known.key };
}

/** Rules as V1 keeps them when `isCaseSensitive` is not set. */
export function withoutCasing(
  rules: readonly Rule[],
  how: Switches["v1Casing"],
  catalog: readonly StoredKey[],
): Rule[] {
  if (how === "keep") {
    return [...rules];
  }
  return mapRules(rules, (condition) => recased(condition, how, catalog)).map((rule) => ({
    ...rule,
    to: typeof rule.to === "string" ? rule.to : recased(rule.to, how, catalog),
  }));
}

/** Rules without the `displayName` that a V1 read had added. */
export function withoutDisplayNames(rules: readonly Rule[]): Rule[] {
  return mapRules(
    rules,
    (condition) =>
      Object.fromEntries(
        Object.entries(condition).filter(([field]) => field !== "displayName"),
      ) as unknown as Condition,
  );
}

/** Rules with the `displayName` that V1 returns on reads: the catalog's, or the key where the catalog has none. */
export function withDisplayNames(rules: readonly Rule[], catalog: readonly StoredKey[]): Rule[] {
  return mapRules(rules, (condition) => {
    const known = catalog.find(({ costCenter, key }) => costCenter === condition.costCenter && key === condition.key);
    return { ...condition, displayName: known?.displayName ?? condition.key };
  });
}
