/**
 * The rule language in the service's own words: what a Virtual Tag's `rules` and `defaultValue` are made of.
 * Types only, in the shape that goes over the wire (API document, sections 2.1 to 2.3).
 */

/** Operators that compare with a `value` (API document, section 2.3). */
export type ValueOperator = "oneOf" | "notOneOf" | "is" | "notIs" | "contains" | "notContains";

/** Operators that only ask whether the field is there; they take no `value`. */
export type PresenceOperator = "exists" | "notExists";

/** Every operator of the filter language. */
export type Operator = ValueOperator | PresenceOperator;

/**
 * The kind of a filter key. The document's list is not complete, so any string is accepted; the known ones are here for
 * completion in an editor.
 */
export type KeyType =
  | "billing_dimension"
  | "virtual_tag"
  | "tag"
  | "resource"
  | "billing_enrichment"
  | "custom_cost"
  | "kubernetes_resource"
  | "k8s_pod_label"
  | "k8s_node_label"
  | "k8s_namespace"
  | (string & Record<never, never>);

/** What the two kinds of condition share. */
export interface ConditionKey {
  /** Where the cost comes from: `AWS`, `GCP`, `Kubernetes`, `Global`, ... as the key catalog spells it. */
  costCenter: string;
  /** The key's identifier, as the key catalog spells it. */
  key: string;
  /** The kind of key. */
  type: KeyType;
  /** A label for people. The service does not evaluate it, and it never counts as a difference. */
  displayName?: string;
}

/** A condition that compares a key with one or more values. */
export interface ValueCondition extends ConditionKey {
  /** How they are compared. */
  operator: ValueOperator;
  /** The value or values to compare with. One string is the same as an array of that string. */
  value: string | readonly string[];
}

/** A condition that asks whether a key is there (neither null nor empty). */
export interface PresenceCondition extends ConditionKey {
  /** Whether it must be there, or must not. */
  operator: PresenceOperator;
  /** There is nothing to compare with. */
  value?: never;
}

/** A simple condition on one key. */
export type Condition = ValueCondition | PresenceCondition;

/** All of the filters must match. */
export interface AndGroup {
  /** Conditions and groups. */
  AND: readonly Filter[];
}

/** At least one of the filters must match. */
export interface OrGroup {
  /** Conditions and groups. */
  OR: readonly Filter[];
}

/** A condition, or a group of filters; groups nest to any depth. */
export type Filter = Condition | AndGroup | OrGroup;

/** A key of the catalog, used as a value: the record's own value of that key becomes the tag value. */
export interface KeyReference {
  /** The key's identifier, as the key catalog spells it. */
  key: string;
  /** Where the cost comes from, as the key catalog spells it. */
  costCenter: string;
  /** The kind of key, for example `tag` or `virtual_tag`. */
  type?: KeyType;
}

/** A static value, or the value that the record itself has for a key. */
export type TagValue = string | KeyReference;

/** When a rule applies. Unix milliseconds, as the service stores them. */
export interface Timeframe {
  /** First moment, Unix milliseconds. */
  from: number;
  /** Last moment, Unix milliseconds; without it the range is open. */
  to?: number;
}

/** Records that match `filters` (within `timeframe`, if given) get the value `to`. */
export interface Rule {
  /** The value that matching records get. */
  to: TagValue;
  /** Which records match. */
  filters: Filter;
  /** When the rule applies. Default: always. */
  timeframe?: Timeframe;
}

/** What a save of a Virtual Tag decides about money: the rules in their order, and the value when none matches. */
export interface TagContent {
  /** The rules in their order: the first that matches a record gives it its value. */
  rules: readonly Rule[];
  /** The value of a record that no rule matches. */
  defaultValue: TagValue;
}
