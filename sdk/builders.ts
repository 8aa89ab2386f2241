/** Builders for filters. Each returns a plain object in the shape of the API, so you can mix both. */
import type { Input } from "@pulumi/pulumi";
import type { KeyType, PresenceOperator, ValueOperator } from "../rules/types";
import type {
  AndGroupArgs,
  ConditionKeyArgs,
  FilterArgs,
  OrGroupArgs,
  PresenceConditionArgs,
  ValueConditionArgs,
} from "./ruleArgs";

/** A key without a comparison. Each method returns a condition. */
export interface KeyBuilder {
  /** The value of the key is this one. */
  is(value: Input<string>): ValueConditionArgs;
  /** The value of the key is not this one. */
  notIs(value: Input<string>): ValueConditionArgs;
  /** The value of the key is one of these, in any order. */
  oneOf(values: Input<Input<string>[]>): ValueConditionArgs;
  /** The value of the key is none of these, in any order. */
  notOneOf(values: Input<Input<string>[]>): ValueConditionArgs;
  /** The value of the key contains this string. `*` is not a wildcard. */
  contains(value: Input<string>): ValueConditionArgs;
  /** The value of the key does not contain this string. */
  notContains(value: Input<string>): ValueConditionArgs;
  /** The key has a value: neither null nor empty. */
  exists(): PresenceConditionArgs;
  /** The key has no value: null or empty. */
  notExists(): PresenceConditionArgs;
}

/** The cost center of Virtual Tags in the key catalog. */
const virtualTagsCostCenter = "Virtual Tags";

/** The operators that take one string, with what to use for several. */
const forSeveralValues = {
  is: "oneOf([...])",
  notIs: "notOneOf([...])",
  contains: "anyOf(...)",
  notContains: "allOf(...)",
};

/**
 * Any key of the catalog.
 *
 * @param costCenter The cost center, as in the key catalog: `AWS`, `GCP`, `Kubernetes`, ...
 * @param catalogKey The identifier of the key, as in the key catalog.
 * @param type The type of the key, such as `resource` or `k8s_pod_label`.
 */
export function key(costCenter: Input<string>, catalogKey: Input<string>, type: Input<KeyType>): KeyBuilder {
  const subject: ConditionKeyArgs = { costCenter, key: catalogKey, type };
  const one = (operator: keyof typeof forSeveralValues, value: Input<string>): ValueConditionArgs => {
    if (Array.isArray(value)) {
      throw new TypeError(`${operator} takes one string. For several values, use ${forSeveralValues[operator]}.`);
    }
    return { ...subject, operator, value: [value] };
  };
  const many = (operator: ValueOperator, value: Input<Input<string>[]>): ValueConditionArgs => ({
    ...subject,
    operator,
    value,
  });
  const presence = (operator: PresenceOperator): PresenceConditionArgs => ({ ...subject, operator });
  return {
    // Pulumi drops the methods when it sends the inputs. The key remains, so the provider can say which comparison is missing.
    ...subject,
    is: (value) => one("is", value),
    notIs: (value) => one("notIs", value),
    oneOf: (values) => many("oneOf", values),
    notOneOf: (values) => many("notOneOf", values),
    contains: (value) => one("contains", value),
    notContains: (value) => one("notContains", value),
    exists: () => presence("exists"),
    notExists: () => presence("notExists"),
  };
}

/**
 * A tag of the cost center's own resources, such as an AWS cost allocation tag or a GCP label.
 *
 * @param costCenter The cost center, as in the key catalog.
 * @param tagKey The key of the tag, as in the key catalog.
 */
export function tag(costCenter: Input<string>, tagKey: Input<string>): KeyBuilder {
  return key(costCenter, tagKey, "tag");
}

/**
 * A billing dimension, such as the linked account, the service or the region.
 *
 * @param costCenter The cost center, as in the key catalog.
 * @param dimensionKey The identifier of the dimension, as in the key catalog.
 */
export function dimension(costCenter: Input<string>, dimensionKey: Input<string>): KeyBuilder {
  return key(costCenter, dimensionKey, "billing_dimension");
}

/**
 * The value of another Virtual Tag.
 *
 * @param virtualTag The other tag, or its ID.
 */
export function virtualTagKey(virtualTag: { id: Input<string> } | Input<string>): KeyBuilder {
  const hasId = typeof virtualTag === "object" && "id" in virtualTag;
  return key(virtualTagsCostCenter, hasId ? virtualTag.id : virtualTag, "virtual_tag");
}

/**
 * All of the filters must match.
 *
 * @param filters Conditions and groups.
 */
export function allOf(...filters: Input<FilterArgs>[]): AndGroupArgs {
  refuseArrays("allOf", filters);
  return { AND: filters };
}

/**
 * At least one of the filters must match.
 *
 * @param filters Conditions and groups.
 */
export function anyOf(...filters: Input<FilterArgs>[]): OrGroupArgs {
  refuseArrays("anyOf", filters);
  return { OR: filters };
}

/** JavaScript programs, and values of type `any`, can pass an array where the types allow none. */
function refuseArrays(builder: string, filters: readonly unknown[]): void {
  if (filters.some((filter) => Array.isArray(filter))) {
    throw new TypeError(`${builder} takes filters, not an array: ${builder}(...filters)`);
  }
}
