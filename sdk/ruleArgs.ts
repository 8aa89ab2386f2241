/** The rule language in a program: the shape of the API, with an `Input` at every level. */
import type { Input } from "@pulumi/pulumi";
import type { KeyType, PresenceOperator, ValueOperator } from "../rules/types";

/** The fields that both kinds of condition share. A condition can't have `AND` or `OR`. */
export interface ConditionKeyArgs {
  /** The cost center, as in the key catalog: `AWS`, `GCP`, `Kubernetes`, `Global`, ... */
  costCenter: Input<string>;
  /** The identifier of the key, as in the key catalog. */
  key: Input<string>;
  /** The type of the key, such as `tag` or `billing_dimension`. */
  type: Input<KeyType>;
  /** A label for people. The service does not evaluate it, and a different label is not a difference. Default: none. */
  displayName?: Input<string>;
  /** Not allowed: a filter is either a condition or a group. */
  AND?: never;
  /** Not allowed: a filter is either a condition or a group. */
  OR?: never;
}

/** A condition that compares a key with one or more values. */
export interface ValueConditionArgs extends ConditionKeyArgs {
  /** How to compare: `is`, `notIs`, `oneOf`, `notOneOf`, `contains` or `notContains`. */
  operator: Input<ValueOperator>;
  /** The value or values to compare with. A string is the same as an array with that string. */
  value: Input<string> | Input<readonly Input<string>[]>;
}

/** A condition that tests whether a key has a value. */
export interface PresenceConditionArgs extends ConditionKeyArgs {
  /** `exists` if the key must have a value, `notExists` if it must not. */
  operator: Input<PresenceOperator>;
  /** Not allowed: there is nothing to compare with. */
  value?: never;
}

/** A condition on one key. */
export type ConditionArgs = ValueConditionArgs | PresenceConditionArgs;

/** The fields of a condition, which a group can't have. */
export interface NoCondition {
  /** Not allowed in a group. */
  costCenter?: never;
  /** Not allowed in a group. */
  key?: never;
  /** Not allowed in a group. */
  type?: never;
  /** Not allowed in a group. */
  operator?: never;
  /** Not allowed in a group. */
  value?: never;
  /** Not allowed in a group. */
  displayName?: never;
}

/** All of the filters must match. */
export interface AndGroupArgs extends NoCondition {
  /** Conditions and groups. */
  AND: Input<readonly Input<FilterArgs>[]>;
  /** Not allowed: a group has either `AND` or `OR`. */
  OR?: never;
}

/** At least one of the filters must match. */
export interface OrGroupArgs extends NoCondition {
  /** Conditions and groups. */
  OR: Input<readonly Input<FilterArgs>[]>;
  /** Not allowed: a group has either `AND` or `OR`. */
  AND?: never;
}

/** A condition, or a group of filters. Groups can be nested to any depth. */
export type FilterArgs = ConditionArgs | AndGroupArgs | OrGroupArgs;

/** A key of the catalog as a value: each record gets the value that it has for this key. */
export interface KeyReferenceArgs {
  /** The identifier of the key, as in the key catalog. */
  key: Input<string>;
  /** The cost center, as in the key catalog. */
  costCenter: Input<string>;
  /** The type of the key, for example `tag` or `virtual_tag`. Default: the service chooses. */
  type?: Input<KeyType>;
}

/** When a rule applies. */
export interface TimeframeArgs {
  /**
   * The first moment: Unix milliseconds, an ISO 8601 string (a date without a time is in UTC) or a `Date`. Inside an Output, use
   * the date's `toISOString()`, because Pulumi can't serialize a `Date` there.
   */
  from: Input<number | string> | Date;
  /**
   * The last moment, in the same forms. A date without a time means the start of that day, so that day is left out: to include
   * January 31, use `"2026-01-31T23:59:59.999Z"`. Default: none, so the rule has no end.
   */
  to?: Input<number | string> | Date;
}

/** Gives the value `to` to the records that match `filters`, within `timeframe` if it is set. The first rule that matches wins. */
export interface RuleArgs {
  /** The value: a string, or a key of the catalog whose value the record has. */
  to: Input<string | KeyReferenceArgs>;
  /** Which records match: a condition, or a group of filters. */
  filters: Input<FilterArgs>;
  /** When the rule applies. Default: always. */
  timeframe?: Input<TimeframeArgs>;
}
