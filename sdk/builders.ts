/** Short ways to write filters. Each gives a plain object in the API's own shape, so both can be mixed freely. */
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

/** A key, about to become a condition. */
export interface KeyBuilder {
  /** The key's value is this one. */
  is(value: Input<string>): ValueConditionArgs;
  /** The key's value is another than this one. */
  notIs(value: Input<string>): ValueConditionArgs;
  /** The key's value is one of these. Their order does not matter. */
  oneOf(values: Input<Input<string>[]>): ValueConditionArgs;
  /** The key's value is none of these. Their order does not matter. */
  notOneOf(values: Input<Input<string>[]>): ValueConditionArgs;
  /** The key's value contains this text. It is taken literally: `*` is no wildcard. */
  contains(value: Input<string>): ValueConditionArgs;
  /** The key's value does not contain this text. */
  notContains(value: Input<string>): ValueConditionArgs;
  /** The key has a value: neither null nor empty. */
  exists(): PresenceConditionArgs;
  /** The key has no value: null or empty. */
  notExists(): PresenceConditionArgs;
}

/** The cost center under which the service files Virtual Tags themselves. */
const virtualTagsCostCenter = "Virtual Tags";

/**
 * Any key of the catalog.
 *
 * @param costCenter the cost center, as the key catalog spells it: `AWS`, `GCP`, `Kubernetes`, ...
 * @param catalogKey the key's identifier, as the key catalog spells it
 * @param type the kind of key, such as `resource` or `k8s_pod_label`
 */
export function key(costCenter: Input<string>, catalogKey: Input<string>, type: Input<KeyType>): KeyBuilder {
  const subject: ConditionKeyArgs = { costCenter, key: catalogKey, type };
  const one = (operator: ValueOperator, value: Input<string>): ValueConditionArgs => ({
    ...subject,
    operator,
    value: [value],
  });
  const many = (operator: ValueOperator, value: Input<Input<string>[]>): ValueConditionArgs => ({
    ...subject,
    operator,
    value,
  });
  const presence = (operator: PresenceOperator): PresenceConditionArgs => ({ ...subject, operator });
  return {
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

/** A tag that the cost center's own resources carry, such as an AWS cost allocation tag or a GCP label. */
export function tag(costCenter: Input<string>, tagKey: Input<string>): KeyBuilder {
  return key(costCenter, tagKey, "tag");
}

/** A billing dimension, such as the linked account, the service or the region. */
export function dimension(costCenter: Input<string>, dimensionKey: Input<string>): KeyBuilder {
  return key(costCenter, dimensionKey, "billing_dimension");
}

/**
 * The value that another Virtual Tag gives to a record.
 *
 * @param virtualTag the other tag, or its ID
 */
export function virtualTagKey(virtualTag: { id: Input<string> } | Input<string>): KeyBuilder {
  const hasId = typeof virtualTag === "object" && "id" in virtualTag;
  return key(virtualTagsCostCenter, hasId ? virtualTag.id : virtualTag, "virtual_tag");
}

/** All of the filters must match. */
export function allOf(...filters: Input<FilterArgs>[]): AndGroupArgs {
  return { AND: filters };
}

/** At least one of the filters must match. */
export function anyOf(...filters: Input<FilterArgs>[]): OrGroupArgs {
  return { OR: filters };
}
