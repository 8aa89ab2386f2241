/** Builders for filters. Each returns a plain object in the shape of the API, so you can mix both. */
import { type Input, output, Output } from "@pulumi/pulumi";
import { forSeveralValues } from "../rules/operators";
import type { PresenceOperator, ValueOperator } from "../rules/types";
import type {
  CatalogAnyKeyName,
  CatalogCostCenter,
  CatalogKeyName,
  CatalogKeyType,
  CatalogName,
  CatalogValue,
  UncheckedString,
  SuggestedString,
  SuggestedStrings,
} from "./catalogTypes";
import type {
  AndGroupArgs,
  ConditionKeyArgs,
  FilterArgs,
  OrGroupArgs,
  PresenceConditionArgs,
  ValueConditionArgs,
} from "./ruleArgs";

/** Several arguments, or one array of them. */
export type Several<Item> = Input<Item>[] | [items: Input<readonly Input<Item>[]>];

/**
 * A key without a comparison. Each method returns a condition.
 *
 * @typeParam Value The values that the editor suggests. Default: none.
 */
export interface KeyBuilder<Value extends string = string> {
  /** The value of the key is this one. */
  is(value: SuggestedString<Value>): ValueConditionArgs;
  /** The value of the key is not this one. */
  notIs(value: SuggestedString<Value>): ValueConditionArgs;
  /** The value of the key is one of these, in any order: an array, or several arguments. */
  oneOf(...values: SuggestedStrings<Value>): ValueConditionArgs;
  /** The value of the key is none of these, in any order: an array, or several arguments. */
  notOneOf(...values: SuggestedStrings<Value>): ValueConditionArgs;
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

/**
 * Any key of the catalog.
 *
 * @param costCenter The cost center, as in the key catalog: `AWS`, `GCP`, `Kubernetes`, ...
 * @param catalogKey The identifier of the key, as in the key catalog.
 * @param type The type of the key, such as `resource` or `k8s_pod_label`.
 */
export function key<CostCenter extends string, Key extends string, Type extends string>(
  costCenter: CatalogName<CatalogCostCenter, CostCenter> | UncheckedString,
  catalogKey: CatalogName<CatalogAnyKeyName<CostCenter, Type>, Key> | UncheckedString,
  type: CatalogName<CatalogKeyType<CostCenter>, Type> | UncheckedString,
): KeyBuilder<CatalogValue<CostCenter, Type, Key>> {
  return builderOf({ costCenter, key: catalogKey, type });
}

/**
 * A tag of the cost center's own resources, such as an AWS cost allocation tag or a GCP label.
 *
 * @param costCenter The cost center, as in the key catalog.
 * @param tagKey The key of the tag, as in the key catalog.
 */
export function tag<CostCenter extends string, Key extends string>(
  costCenter: CatalogName<CatalogCostCenter, CostCenter> | UncheckedString,
  tagKey: CatalogName<CatalogKeyName<CostCenter, "tag">, Key> | UncheckedString,
): KeyBuilder<CatalogValue<CostCenter, "tag", Key>> {
  return builderOf({ costCenter, key: tagKey, type: "tag" });
}

/**
 * A billing dimension, such as the linked account, the service or the region.
 *
 * @param costCenter The cost center, as in the key catalog.
 * @param dimensionKey The identifier of the dimension, as in the key catalog.
 */
export function dimension<CostCenter extends string, Key extends string>(
  costCenter: CatalogName<CatalogCostCenter, CostCenter> | UncheckedString,
  dimensionKey: CatalogName<CatalogKeyName<CostCenter, "billing_dimension">, Key> | UncheckedString,
): KeyBuilder<CatalogValue<CostCenter, "billing_dimension", Key>> {
  return builderOf({ costCenter, key: dimensionKey, type: "billing_dimension" });
}

/**
 * The value of another Virtual Tag.
 *
 * @param virtualTag The other tag, or its ID. A name is not an ID: the preview warns about it.
 */
export function virtualTagKey(virtualTag: { id: Input<string> } | Input<string>): KeyBuilder {
  const hasId = typeof virtualTag === "object" && "id" in virtualTag;
  return builderOf({ costCenter: virtualTagsCostCenter, key: hasId ? virtualTag.id : virtualTag, type: "virtual_tag" });
}

function builderOf(subject: ConditionKeyArgs): KeyBuilder {
  // The types allow one value or none. JavaScript programs can pass more, which must not be lost.
  const one = (operator: keyof typeof forSeveralValues, values: unknown[]): ValueConditionArgs => {
    if (values.length > 1 || Array.isArray(values[0])) {
      throw new TypeError(`${operator} takes one string. For several values, use ${forSeveralValues[operator]}.`);
    }
    return { ...subject, operator, value: values as Input<string>[] };
  };
  const many = (operator: ValueOperator, values: Several<string>): ValueConditionArgs => ({
    ...subject,
    operator,
    value: isLater(values) ? values[0] : itemsIn(values),
  });
  const presence = (operator: PresenceOperator, values: unknown[]): PresenceConditionArgs => {
    if (values.length === 0) return { ...subject, operator };
    throw new TypeError(`${operator} takes no value. To compare the value, use is(...) or oneOf([...]).`);
  };
  return {
    // Pulumi drops the methods when it sends the inputs. The key remains, so the provider can say which comparison is missing.
    ...subject,
    is: (...values: unknown[]) => one("is", values),
    notIs: (...values: unknown[]) => one("notIs", values),
    oneOf: (...values) => many("oneOf", values),
    notOneOf: (...values) => many("notOneOf", values),
    contains: (...values: unknown[]) => one("contains", values),
    notContains: (...values: unknown[]) => one("notContains", values),
    exists: (...values: unknown[]) => presence("exists", values),
    notExists: (...values: unknown[]) => presence("notExists", values),
  };
}

/**
 * All of the filters must match.
 *
 * @param filters Conditions and groups: several arguments, or an array.
 */
export function allOf(...filters: Several<FilterArgs>): AndGroupArgs {
  return { AND: membersOf(filters) };
}

/**
 * At least one of the filters must match.
 *
 * @param filters Conditions and groups: several arguments, or an array.
 */
export function anyOf(...filters: Several<FilterArgs>): OrGroupArgs {
  return { OR: membersOf(filters) };
}

function membersOf(filters: Several<FilterArgs>): Input<readonly Input<FilterArgs>[]> {
  if (!isLater(filters)) return itemsIn(filters);
  // Only later is it known whether it is a filter or an array of filters.
  const given = output(filters[0] as Input<object>);
  return given.apply((known) => (Array.isArray(known) ? known : [known]) as FilterArgs[]);
}

/** Whether there is one argument, which is not known yet: it may be an array. */
function isLater<Item>(given: Several<Item>): given is [Input<readonly Input<Item>[]>] {
  return given.length === 1 && (Output.isInstance(given[0]) || given[0] instanceof Promise);
}

function itemsIn<Item>(given: Several<Item>): Input<Item>[] {
  return given.flat() as Input<Item>[];
}
