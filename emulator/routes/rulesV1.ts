/** How V1 changes rules when it saves and returns them (sections 2.1 and 2.3 of the API document). */
import type { Condition, Filter, Rule } from "../../rules/types";
import type { StoredKey } from "../store/state";
import type { Switches } from "../switches";

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

function equalIgnoringCase(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** Changes the casing of a cost center and key. */
function changeCasing<T extends { costCenter: string; key: string }>(
  reference: T,
  how: Switches["v1Casing"],
  catalog: readonly StoredKey[],
): T {
  if (how === "lower") {
    return { ...reference, costCenter: reference.costCenter.toLowerCase(), key: reference.key.toLowerCase() };
  }
  const known = catalog.find(
    (candidate) =>
      equalIgnoringCase(candidate.costCenter, reference.costCenter) && equalIgnoringCase(candidate.key, reference.key),
  );
  return known === undefined ? reference : { ...reference, costCenter: known.costCenter, key: known.key };
}

/** Returns the rules that V1 saves if `isCaseSensitive` is not true. */
export function normalizeCasing(
  rules: readonly Rule[],
  how: Switches["v1Casing"],
  catalog: readonly StoredKey[],
): Rule[] {
  if (how === "keep") {
    return [...rules];
  }
  return mapRules(rules, (condition) => changeCasing(condition, how, catalog)).map((rule) => ({
    ...rule,
    to: typeof rule.to === "string" ? rule.to : changeCasing(rule.to, how, catalog),
  }));
}

/** Removes the `displayName` that a V1 read adds. */
export function removeDisplayNames(rules: readonly Rule[]): Rule[] {
  return mapRules(
    rules,
    (condition) =>
      Object.fromEntries(
        Object.entries(condition).filter(([field]) => field !== "displayName"),
      ) as unknown as Condition,
  );
}

/** Adds the `displayName` that V1 returns on reads: that of the catalog, or the key if the catalog doesn't have it. */
export function addDisplayNames(rules: readonly Rule[], catalog: readonly StoredKey[]): Rule[] {
  return mapRules(rules, (condition) => {
    const known = catalog.find(({ costCenter, key }) => costCenter === condition.costCenter && key === condition.key);
    return { ...condition, displayName: known?.displayName ?? condition.key };
  });
}
