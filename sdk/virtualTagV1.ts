/* eslint-disable @typescript-eslint/no-deprecated -- deprecated for programs, not in its own module */
import * as pulumi from "@pulumi/pulumi";
import type { Acl } from "../client/wire";
import type { KeyType, PresenceOperator, Timeframe, ValueOperator } from "../rules/types";
import { typeOf } from "../stack/state/kinds";
import { virtualTagV1Fields } from "../stack/state/virtualTagV1";
import { withIsoDates } from "./dates";
import { refuseUnknownConfig } from "./config";
import { givenArgs } from "./givenArgs";
import { type FieldsOf, inputsOf, isOfKind, withSecrets } from "./resource";
import type { ConditionKeyArgs, NoCondition, TimeframeArgs } from "./ruleArgs";

/** The type token. `VirtualTag` has it as an alias, so that it can take over resources of this type. */
const fields: FieldsOf<VirtualTagV1Args, VirtualTagV1, typeof virtualTagV1Fields> = virtualTagV1Fields;

/** The fields that both kinds of condition share. Unlike in V2, `type` is optional, and `displayName` is never sent. */
export interface ConditionKeyV1Args extends Omit<ConditionKeyArgs, "type"> {
  /** The type of the key, such as `tag`. Default: the service chooses. V2 requires a type. */
  type?: pulumi.Input<KeyType>;
}

/** A condition that compares a key with one or more values. */
export interface ValueConditionV1Args extends ConditionKeyV1Args {
  /** How to compare. `isNot` is another name for `notIs`, which V2 does not have. */
  operator: pulumi.Input<ValueOperator | "isNot">;
  /** The value or values to compare with. A string is the same as an array with that string. */
  value: pulumi.Input<string> | pulumi.Input<readonly pulumi.Input<string>[]>;
}

/** A condition that tests whether a key has a value. */
export interface PresenceConditionV1Args extends ConditionKeyV1Args {
  /** `exists` if the key must have a value, `notExists` if it must not. */
  operator: pulumi.Input<PresenceOperator>;
  /** Not allowed: there is nothing to compare with. */
  value?: never;
}

/** All of the filters must match. */
export interface AndGroupV1Args extends NoCondition {
  /** Conditions and groups. */
  AND: pulumi.Input<readonly pulumi.Input<FilterV1Args>[]>;
  /** Not allowed: a group has either `AND` or `OR`. */
  OR?: never;
}

/** At least one of the filters must match. */
export interface OrGroupV1Args extends NoCondition {
  /** Conditions and groups. */
  OR: pulumi.Input<readonly pulumi.Input<FilterV1Args>[]>;
  /** Not allowed: a group has either `AND` or `OR`. */
  AND?: never;
}

/** A condition, or a group of filters. You can use the builders, such as `tag(...)`, for V1 too. */
export type FilterV1Args = ValueConditionV1Args | PresenceConditionV1Args | AndGroupV1Args | OrGroupV1Args;

/** A key of the catalog as a value. In V1 it has no `type`. */
export interface KeyReferenceV1Args {
  /** The identifier of the key, as in the key catalog. */
  key: pulumi.Input<string>;
  /** The cost center, as in the key catalog. */
  costCenter: pulumi.Input<string>;
  /** Not allowed in V1. */
  type?: never;
}

/** Gives the value `to` to the records that match `filters`, within `timeframe` if it is set. The first rule that matches wins. */
export interface RuleV1Args {
  /** The value: a string, or a key of the catalog whose value the record has. */
  to: pulumi.Input<string | KeyReferenceV1Args>;
  /** Which records match: a condition, or a group of filters. */
  filters: pulumi.Input<FilterV1Args>;
  /** When the rule applies. Default: always. */
  timeframe?: pulumi.Input<TimeframeArgs>;
}

/** The arguments of a {@link VirtualTagV1}, with the names of the API. */
export interface VirtualTagV1Args {
  /** The name in the application. Must be unique in the account, also among tags of V2. */
  name: pulumi.Input<string>;
  /** The rules, in order. The first rule that matches a record decides its value. */
  rules: pulumi.Input<readonly pulumi.Input<RuleV1Args>[]>;
  /** The value of the records that no rule matches: a string, or a key of the catalog whose value the record has. */
  defaultValue: pulumi.Input<string | KeyReferenceV1Args>;
  /**
   * Whether the service preserves the case of `costCenter` and `key` in rules. If `false`, a different case is not a
   * difference. Default: `false`.
   */
  isCaseSensitive?: pulumi.Input<boolean>;
  /**
   * Adopts an existing tag: `true` adopts the tag with this name; an ID adopts that specific tag, which then gets the declared
   * name. Has an effect only while the resource is created, so it can stay in the program. It never adopts a tag that a
   * `VirtualTag` owns. Default: `false`, so an existing tag with this name is an error.
   */
  adopt?: pulumi.Input<boolean | string>;
}

/** A key of the catalog as a value, as V1 returns it. */
export interface KeyReferenceV1 {
  /** The identifier of the key, as in the key catalog. */
  key: string;
  /** The cost center, as in the key catalog. */
  costCenter: string;
}

/** A condition, as V1 returns it. */
export interface ConditionV1 {
  /** The cost center, as in the key catalog. */
  costCenter: string;
  /** The identifier of the key, as in the key catalog. */
  key: string;
  /** The type of the key. */
  type?: KeyType;
  /** How to compare, or whether the key must have a value. */
  operator: ValueOperator | PresenceOperator | "isNot";
  /** The value or values to compare with. */
  value?: string | readonly string[];
  /** A label for people. */
  displayName?: string;
}

/** A condition or a group, as V1 returns it. */
export type FilterV1 = ConditionV1 | { AND: readonly FilterV1[] } | { OR: readonly FilterV1[] };

/** A rule, as V1 returns it. */
export interface RuleV1 {
  /** The value of the records that match. */
  to: string | KeyReferenceV1;
  /** Which records match. */
  filters: FilterV1;
  /** When the rule applies. Absent if always. */
  timeframe?: Timeframe;
}

/**
 * A Virtual Tag in V1 of the API, for stacks that can't use V2 yet. V1 has no versions, no staging and no ownership marks.
 *
 * To migrate, change the class name to `VirtualTag` and keep the resource name. The next `pulumi up` takes over the tag in
 * place: same ID, one save, no delete. The compiler shows what else to change: conditions without `type` need one, and `isNot`
 * becomes `notIs`.
 *
 * @deprecated The service deprecated V1 on 2026-10-30 and ends it on 2027-03-31. Use `VirtualTag`.
 */
export class VirtualTagV1 extends pulumi.CustomResource {
  /** The name in the application. */
  declare readonly name: pulumi.Output<string>;
  /** The rules, with timeframes in ISO 8601. */
  declare readonly rules: pulumi.Output<RuleV1[]>;
  /** The value of the records that no rule matches. */
  declare readonly defaultValue: pulumi.Output<string | KeyReferenceV1>;
  /** Whether the service preserves case: its response if it has one, otherwise the argument. Absent if neither is set. */
  declare readonly isCaseSensitive: pulumi.Output<boolean | undefined>;
  /** The argument `adopt`. */
  declare readonly adopt: pulumi.Output<boolean | string | undefined>;
  /** The category of the tag. Absent if it has none. */
  declare readonly category: pulumi.Output<string | undefined>;
  /** The account of the tag. Absent if the service does not return it. */
  declare readonly accountId: pulumi.Output<string | undefined>;
  /** The email address of who created the tag. Absent if the service does not return it. */
  declare readonly createdBy: pulumi.Output<string | undefined>;
  /** When the tag was created: ISO 8601, UTC. */
  declare readonly createdAt: pulumi.Output<string | undefined>;
  /** The email address of who last saved the tag. */
  declare readonly updatedBy: pulumi.Output<string | undefined>;
  /** When the tag was last saved: ISO 8601, UTC. */
  declare readonly updatedAt: pulumi.Output<string | undefined>;
  /** Who can read and write the tag. Absent if the service does not return it. */
  declare readonly acl: pulumi.Output<Acl | undefined>;

  /**
   * Declares a Virtual Tag in V1.
   *
   * @param name The name of the resource in the program. The service does not show it.
   * @param args The name and the content of the tag.
   * @param opts Pulumi's resource options.
   */
  constructor(name: string, args: VirtualTagV1Args, opts?: pulumi.CustomResourceOptions) {
    refuseUnknownConfig();
    const given = givenArgs(args);
    const inputs = inputsOf("VirtualTagV1", fields, name, { ...given, rules: withIsoDates(given.rules) }, { opts });
    super(typeOf("VirtualTagV1"), name, inputs, withSecrets(fields, opts));
  }

  /**
   * Reads an existing tag without managing it: the provider never changes or deletes it.
   *
   * @param name The name of the resource in the program.
   * @param id The ID of the tag in the service.
   * @param opts Pulumi's resource options.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): VirtualTagV1 {
    return new VirtualTagV1(name, {} as VirtualTagV1Args, { ...opts, id });
  }

  /** Whether a value is a VirtualTagV1, also of another copy of this package. */
  static override isInstance(value: unknown): value is VirtualTagV1 {
    return isOfKind("VirtualTagV1", value);
  }
}
