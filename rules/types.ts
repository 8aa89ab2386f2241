/**
 * The rule language: the types of a Virtual Tag's `rules` and `defaultValue`, in the shape of the API. Types only.
 */

/** The operators that compare with a `value`. */
export type ValueOperator = "oneOf" | "notOneOf" | "is" | "notIs" | "contains" | "notContains";

/** The operators that test whether a key has a value. They take no `value`. */
export type PresenceOperator = "exists" | "notExists";

/** Every operator of the filter language. */
export type Operator = ValueOperator | PresenceOperator;

/**
 * The type of a key. The API documentation's list is incomplete, so any string is accepted. The known types are listed for completion
 * in editors.
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

/** The fields that both kinds of condition share. */
export interface ConditionKey {
  /** The cost center, as in the key catalog: `AWS`, `GCP`, `Kubernetes`, `Global`, ... */
  costCenter: string;
  /** The identifier of the key, as in the key catalog. */
  key: string;
  /** The type of the key. */
  type: KeyType;
  /** A label for people. The service does not evaluate it, and a different label is not a difference. */
  displayName?: string;
}

/** A condition that compares a key with one or more values. */
export interface ValueCondition extends ConditionKey {
  /** How to compare. */
  operator: ValueOperator;
  /** The value or values to compare with. A string is the same as an array with that string. */
  value: string | readonly string[];
}

/** A condition that tests whether a key has a value, one that is neither null nor empty. */
export interface PresenceCondition extends ConditionKey {
  /** Whether the key must have a value, or must not. */
  operator: PresenceOperator;
  /** Not allowed: there is nothing to compare with. */
  value?: never;
}

/** A condition on one key. */
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

/** A condition, or a group of filters. Groups can be nested to any depth. */
export type Filter = Condition | AndGroup | OrGroup;

/** A key of the catalog as a value: each record gets the value that it has for this key. */
export interface KeyReference {
  /** The identifier of the key, as in the key catalog. */
  key: string;
  /** The cost center, as in the key catalog. */
  costCenter: string;
  /** The type of the key, for example `tag` or `virtual_tag`. */
  type?: KeyType;
}

/** A fixed value, or the value that the record has for a key. */
export type TagValue = string | KeyReference;

/** A moment: Unix milliseconds, as the service stores it, or ISO 8601 with a time zone. A date without a time is in UTC. */
export type Moment = number | string;

/** When a rule applies. */
export interface Timeframe {
  /** The first moment. */
  from: Moment;
  /** The last moment. A date without a time is the start of that day. Default: none, so the rule has no end. */
  to?: Moment;
}

/** Gives the value `to` to the records that match `filters`, within `timeframe` if it is set. The first rule that matches wins. */
export interface Rule {
  /** The value that matching records get. */
  to: TagValue;
  /** Which records match. */
  filters: Filter;
  /** When the rule applies. Default: always. */
  timeframe?: Timeframe;
}

/** The content of a Virtual Tag: its rules, and the value of the records that no rule matches. */
export interface TagContent {
  /** The rules, in order. The first rule that matches a record decides its value. */
  rules: readonly Rule[];
  /** The value of the records that no rule matches. */
  defaultValue: TagValue;
}

/** A Virtual Tag as a program declares it. */
export interface Declared extends TagContent {
  /** The name in the application. */
  name: string;
}
