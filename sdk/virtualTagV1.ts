/* eslint-disable @typescript-eslint/no-deprecated -- deprecated for programs, not where it is defined */
import * as pulumi from "@pulumi/pulumi";
import type { Acl } from "../client/wire";
import type { KeyType, PresenceOperator, Timeframe, ValueOperator } from "../rules/types";
import { datesAsMilliseconds } from "./dates";
import { givenArgs } from "./givenArgs";
import { resourceUrn } from "./resourceUrn";
import type { ConditionKeyArgs, TimeframeArgs } from "./ruleArgs";
import { virtualTagV1Stub } from "./stub";

/** The type token: `VirtualTag` names it as an alias, to take such resources over. */
export const virtualTagV1Type = "pulumi-nodejs:dynamic/costallocation:VirtualTagV1";

/** What the two kinds of condition share in V1: as in V2, but `type` may be left out. A `displayName` is never sent. */
export interface ConditionKeyV1Args extends Omit<ConditionKeyArgs, "type"> {
  /** The kind of key, such as `tag`. Default: whatever the service takes it for; V2 requires it. */
  type?: pulumi.Input<KeyType>;
}

/** A condition that compares a key with one or more values. */
export interface ValueConditionV1Args extends ConditionKeyV1Args {
  /** `isNot` is what one page of V1 calls `notIs`; V2 knows `notIs` only. */
  operator: pulumi.Input<ValueOperator | "isNot">;
  /** The value or values to compare with; one text is the same as an array of it. */
  value: pulumi.Input<string> | pulumi.Input<pulumi.Input<string>[]>;
}

/** A condition that asks whether a key is there. It takes no `value`. */
export interface PresenceConditionV1Args extends ConditionKeyV1Args {
  operator: pulumi.Input<PresenceOperator>;
  value?: never;
}

/** What can't stand beside `AND` or `OR`. */
type NoConditionV1 = { [Field in Exclude<keyof ValueConditionV1Args, "AND" | "OR">]?: never };

/** All of the filters must match. */
export interface AndGroupV1Args extends NoConditionV1 {
  AND: pulumi.Input<pulumi.Input<FilterV1Args>[]>;
  OR?: never;
}

/** At least one of the filters must match. */
export interface OrGroupV1Args extends NoConditionV1 {
  OR: pulumi.Input<pulumi.Input<FilterV1Args>[]>;
  AND?: never;
}

/** A condition, or a group of filters (API document, section 2.3). What the builders of V2 give is one as well. */
export type FilterV1Args = ValueConditionV1Args | PresenceConditionV1Args | AndGroupV1Args | OrGroupV1Args;

/** A key of the catalog, used as a value. In V1 it has no `type` (API document, section 2.2). */
export interface KeyReferenceV1Args {
  key: pulumi.Input<string>;
  costCenter: pulumi.Input<string>;
  type?: never;
}

/** Records that match `filters` (within `timeframe`, if given) get the value `to`; the first rule that matches wins. */
export interface RuleV1Args {
  /** A static value, or a key of the catalog whose value the record has. */
  to: pulumi.Input<string | KeyReferenceV1Args>;
  /** The conditions of the rule. */
  filters: pulumi.Input<FilterV1Args>;
  /** When the rule applies. Default: always. */
  timeframe?: pulumi.Input<TimeframeArgs>;
}

/** What a {@link VirtualTagV1} is made of. Named as the API names it (API document, sections 2.1 and 4.4). */
export interface VirtualTagV1Args {
  /** The name that people see in the application. One tag a name, those of V2 included. */
  name: pulumi.Input<string>;
  /** The rules in their order: the first that matches a record gives it its value. */
  rules: pulumi.Input<pulumi.Input<RuleV1Args>[]>;
  /** The value of a record that no rule matches: a text, or a key of the catalog. */
  defaultValue: pulumi.Input<string | KeyReferenceV1Args>;
  /**
   * Whether the casing of `costCenter` and `key` inside rules is preserved. Without it, another casing is no difference.
   * Default: `false`.
   */
  isCaseSensitive?: pulumi.Input<boolean>;
  /**
   * Takes over a tag that exists already: `true` the one of that name, an ID that very tag (which then gets the declared
   * name). It matters only while the resource is created, and can stay in the program. A tag of a `VirtualTag` is refused all
   * the same. Default: a tag of that name is refused.
   */
  adopt?: pulumi.Input<boolean | string>;
}

/** A key of the catalog, used as a value, as V1 answers it. */
export interface KeyReferenceV1 {
  key: string;
  costCenter: string;
}

/** A condition as V1 answers it. */
export interface ConditionV1 {
  costCenter: string;
  key: string;
  type?: KeyType;
  operator: ValueOperator | PresenceOperator | "isNot";
  value?: string | readonly string[];
  displayName?: string;
}

/** A condition or a group, as V1 answers it. */
export type FilterV1 = ConditionV1 | { AND: readonly FilterV1[] } | { OR: readonly FilterV1[] };

/** A rule as V1 answers it. */
export interface RuleV1 {
  to: string | KeyReferenceV1;
  filters: FilterV1;
  timeframe?: Timeframe;
}

/**
 * A Virtual Tag by V1 of the API, for stacks that can't use V2 yet.
 *
 * V1 has no versions, no staging and no mark of the owner. Change the class name to `VirtualTag`, with the same resource
 * name, and the next `pulumi up` takes the tag over in place: same ID, one save, no delete. A condition without `type` needs
 * one then, and `isNot` becomes `notIs`: the compiler says where.
 *
 * @deprecated The service has deprecated V1 since 2026-10-30, and ends it on 2027-03-31. Use `VirtualTag`.
 */
export class VirtualTagV1 extends pulumi.CustomResource {
  /** The name that people see in the application. */
  declare readonly name: pulumi.Output<string>;
  /** The rules, timeframes in Unix milliseconds. */
  declare readonly rules: pulumi.Output<RuleV1[]>;
  /** The value of a record that no rule matches. */
  declare readonly defaultValue: pulumi.Output<string | KeyReferenceV1>;
  /** Whether casing is preserved: as the service tells it, else as declared. Absent where neither says anything. */
  declare readonly isCaseSensitive: pulumi.Output<boolean | undefined>;
  /** As declared. */
  declare readonly adopt: pulumi.Output<boolean | string | undefined>;
  /** The tag's category. Absent where it has none. */
  declare readonly category: pulumi.Output<string | undefined>;
  /** The account that the tag belongs to. Absent where the service does not tell. */
  declare readonly accountId: pulumi.Output<string | undefined>;
  /** Who made the tag: an email address. Absent where the service does not tell. */
  declare readonly createdBy: pulumi.Output<string | undefined>;
  /** When the tag was made: ISO 8601, UTC. */
  declare readonly createdAt: pulumi.Output<string | undefined>;
  /** Who saved it last: an email address. */
  declare readonly updatedBy: pulumi.Output<string | undefined>;
  /** When it was saved last: ISO 8601, UTC. */
  declare readonly updatedAt: pulumi.Output<string | undefined>;
  /** Who may read and write it. Absent where the service does not tell. */
  declare readonly acl: pulumi.Output<Acl | undefined>;

  /**
   * Declares a Virtual Tag by V1.
   *
   * @param name the resource's name in the program; unlike `args.name` it is not shown in the service
   * @param args what the tag is made of
   * @param opts Pulumi's resource options
   */
  constructor(name: string, args: VirtualTagV1Args, opts?: pulumi.CustomResourceOptions) {
    super(virtualTagV1Type, name, inputs(name, givenArgs(args), opts), { ...opts, deleteBeforeReplace: true });
  }

  /**
   * Reads a tag that exists, without taking it over: nothing in the service changes, and destroying the stack leaves it.
   *
   * @param name the resource's name in the program
   * @param id the tag's ID in the service
   * @param opts Pulumi's resource options
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): VirtualTagV1 {
    return new VirtualTagV1(name, {} as VirtualTagV1Args, { ...opts, id });
  }

  /** Whether a value is a VirtualTagV1, also one of another copy of this package. */
  static override isInstance(value: unknown): value is VirtualTagV1 {
    return (
      pulumi.CustomResource.isInstance(value) && (value as { __pulumiType?: string }).__pulumiType === virtualTagV1Type
    );
  }
}

function inputs(
  name: string,
  args: Partial<VirtualTagV1Args>,
  opts: pulumi.CustomResourceOptions | undefined,
): pulumi.Inputs {
  return {
    name: args.name,
    rules: datesAsMilliseconds(args.rules),
    defaultValue: args.defaultValue,
    isCaseSensitive: args.isCaseSensitive,
    adopt: args.adopt,
    resourceUrn: resourceUrn(name, virtualTagV1Type, opts),
    __provider: virtualTagV1Stub,
    // Pulumi fills only those outputs that have a place among the inputs.
    category: undefined,
    accountId: undefined,
    createdBy: undefined,
    createdAt: undefined,
    updatedBy: undefined,
    updatedAt: undefined,
    acl: undefined,
  };
}
