/** How V1 changes rules when it saves them. */
import type { Condition, KeyReference, Rule, TagValue } from "../../rules/types";
import type { StoredKey } from "../store/state";
import type { Switches } from "../switches";
import { listedKeyTypes } from "./requestSchemas";
import { findKey, mapReference, mapRules, typesOf } from "./ruleChanges";

/** Changes the casing of a cost center and key. */
function changeCasing<T extends { costCenter: string; key: string }>(
  reference: T,
  how: Switches["v1Casing"],
  catalog: readonly StoredKey[],
): T {
  if (how === "keep") {
    return reference;
  }
  if (how === "lower") {
    return { ...reference, costCenter: reference.costCenter.toLowerCase(), key: reference.key.toLowerCase() };
  }
  const known = findKey(reference, catalog);
  return known === undefined ? reference : { ...reference, costCenter: known.costCenter, key: known.key };
}

/** Gives an enrichment key the prefix that it is returned with. */
function withShortPrefix<T extends { key: string }>(reference: T): T {
  return { ...reference, key: reference.key.replace(/^finrichment_/, "f_") };
}

/** A condition as V1 accepts it. */
type ConditionV1 = Omit<Condition, "type" | "operator" | "value"> & {
  type?: string;
  operator: Condition["operator"] | "isNot";
  value?: string | readonly string[] | undefined;
};

/** How V1 saves a tag. */
export interface SavingV1 {
  casing: Switches["v1Casing"];
  keyTypes: Switches["keyTypes"];
  catalog: readonly StoredKey[];
}

function isAccepted(type: string, keyTypes: Switches["keyTypes"]): boolean {
  return keyTypes === "open" || listedKeyTypes.some((listed) => listed === type);
}

/** Returns the type of a key for V2: the type that was sent, or that of the catalog, if V2 accepts it. */
function typeOf({ type, costCenter, key }: ConditionV1, { keyTypes, catalog }: SavingV1): string {
  const types = [...(type === undefined ? [] : [type]), ...typesOf({ costCenter, key }, catalog)];
  return types.find((candidate) => isAccepted(candidate, keyTypes)) ?? "tag";
}

function toV2Condition(condition: ConditionV1, saving: SavingV1): Condition {
  const { operator, value, ...key } = condition;
  return {
    ...key,
    type: typeOf(condition, saving),
    operator: operator === "isNot" ? "notIs" : operator,
    ...(value === undefined ? {} : { value: typeof value === "string" ? [value] : value }),
  } as Condition;
}

/** Changes a key that is used as a value. Without its type, V2 accepts it in any case. */
function toV2Reference(reference: KeyReference, keyTypes: Switches["keyTypes"]): KeyReference {
  const { type, ...rest } = reference;
  return type === undefined || isAccepted(type, keyTypes) ? reference : rest;
}

/**
 * Returns the rules and the default value that V1 saves, in a form that V2 accepts: V2 reads the same tag, and its
 * versions can be restored through V2 only.
 */
export function toV2Content(
  { rules, defaultValue }: { rules: readonly Rule[]; defaultValue: TagValue },
  saving: SavingV1,
): { rules: Rule[]; defaultValue: TagValue } {
  const { casing, keyTypes, catalog } = saving;
  const changeReference = (reference: KeyReference): KeyReference =>
    toV2Reference(changeCasing(withShortPrefix(reference), casing, catalog), keyTypes);
  const changed = mapRules(rules, (condition) =>
    toV2Condition(changeCasing(withShortPrefix(condition), casing, catalog), saving),
  );
  return {
    rules: changed.map((rule) => ({ ...rule, to: mapReference(rule.to, changeReference) })),
    // The API documentation mentions the casing inside rules only.
    defaultValue: mapReference(defaultValue, (reference) => toV2Reference(withShortPrefix(reference), keyTypes)),
  };
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
