/** The rule language as a program writes it: the API's own shape, with an `Input` at every depth. */
import type { Input } from "@pulumi/pulumi";
import type { KeyType, PresenceOperator, ValueOperator } from "../rules/types";

/** What the two kinds of condition share. `AND` and `OR` can't stand beside a condition. */
export interface ConditionKeyArgs {
  /** Where the cost comes from: `AWS`, `GCP`, `Kubernetes`, `Global`, ... as the key catalog spells it. */
  costCenter: Input<string>;
  /** The key's identifier, as the key catalog spells it. */
  key: Input<string>;
  /** The kind of key, such as `tag` or `billing_dimension`. */
  type: Input<KeyType>;
  /** A label for people. Never evaluated, and never counted as a difference. */
  displayName?: Input<string>;
  AND?: never;
  OR?: never;
}

/** A condition that compares a key with one or more values. */
export interface ValueConditionArgs extends ConditionKeyArgs {
  /** How they are compared. */
  operator: Input<ValueOperator>;
  /** The value or values to compare with; one text is the same as an array of it. */
  value: Input<string> | Input<Input<string>[]>;
}

/** A condition that asks whether a key is there. It takes no `value`. */
export interface PresenceConditionArgs extends ConditionKeyArgs {
  /** Whether it must be there, or must not. */
  operator: Input<PresenceOperator>;
  value?: never;
}

/** A simple condition on one key (API document, section 2.3). */
export type ConditionArgs = ValueConditionArgs | PresenceConditionArgs;

/** What can't stand beside `AND` or `OR`. */
interface NoCondition {
  costCenter?: never;
  key?: never;
  type?: never;
  operator?: never;
  value?: never;
  displayName?: never;
}

/** All of the filters must match. */
export interface AndGroupArgs extends NoCondition {
  /** Conditions and groups. */
  AND: Input<Input<FilterArgs>[]>;
  OR?: never;
}

/** At least one of the filters must match. */
export interface OrGroupArgs extends NoCondition {
  /** Conditions and groups. */
  OR: Input<Input<FilterArgs>[]>;
  AND?: never;
}

/** A condition, or a group of filters; groups nest to any depth. */
export type FilterArgs = ConditionArgs | AndGroupArgs | OrGroupArgs;

/** A key of the catalog, used as a value: the record's own value of that key becomes the tag value. */
export interface KeyReferenceArgs {
  /** The key's identifier, as the key catalog spells it. */
  key: Input<string>;
  /** Where the cost comes from, as the key catalog spells it. */
  costCenter: Input<string>;
  /** The kind of key, for example `tag` or `virtual_tag`. Default: whatever the service takes it for. */
  type?: Input<KeyType>;
}

/** When a rule applies (API document, section 2.2). */
export interface TimeframeArgs {
  /**
   * First moment: Unix milliseconds, an ISO 8601 text (a date alone is UTC) or a Date. Pulumi empties a Date that is
   * inside an Output: give its `toISOString()` there.
   */
  from: Input<number | string> | Date;
  /** Last moment, in the same forms. Default: open. */
  to?: Input<number | string> | Date;
}

/** Records that match `filters` (within `timeframe`, if given) get the value `to`; the first rule that matches wins. */
export interface RuleArgs {
  /** A static value, or a key of the catalog whose value the record has. */
  to: Input<string | KeyReferenceArgs>;
  /** The conditions of the rule. */
  filters: Input<FilterArgs>;
  /** When the rule applies. Default: always. */
  timeframe?: Input<TimeframeArgs>;
}
