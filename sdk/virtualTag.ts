import * as pulumi from "@pulumi/pulumi";
import type { Acl } from "../client/wire";
import type { Rule, TagValue } from "../rules/types";
import { datesAsMilliseconds } from "./dates";
import { givenArgs } from "./givenArgs";
import { resourceUrn } from "./resourceUrn";
import type { KeyReferenceArgs, RuleArgs } from "./ruleArgs";
import { virtualTagStub } from "./stub";
import { virtualTagV1Type } from "./virtualTagV1";

const type = "pulumi-nodejs:dynamic/costallocation:VirtualTag";

/** What a {@link VirtualTag} is made of. Named as the API names it (API document, sections 2.1 and 4.1). */
export interface VirtualTagArgs {
  /** The name that people see in the application. One tag a name. */
  name: pulumi.Input<string>;
  /** The rules in their order: the first that matches a record gives it its value. */
  rules: pulumi.Input<pulumi.Input<RuleArgs>[]>;
  /** The value of a record that no rule matches: a text, or a key of the catalog. */
  defaultValue: pulumi.Input<string | KeyReferenceArgs>;
  /**
   * Whether a save becomes the live version, the one that reports use. `false` saves a version that is not live;
   * turning it to `true` later makes that content live. Default: `true`.
   */
  setAsLive?: pulumi.Input<boolean>;
  /**
   * Why the tag changes: recorded in its version history with every save while it stands here. A change of this text alone saves nothing.
   * Default: only the mark that names the owning resource, which every save carries.
   */
  changeDescription?: pulumi.Input<string>;
  /**
   * Takes over a tag that exists already, with its history: `true` the one of that name, an ID that very tag (which then
   * gets the declared name). It matters only while the resource is created, and can stay in the program. A tag that was as
   * declared, and was never saved by this stack, is left alone by a destroy. Default: a tag of that name that another made
   * is refused.
   */
  adopt?: pulumi.Input<boolean | string>;
}

/**
 * A Virtual Tag: a named, ordered list of rules that gives every cost record a value.
 *
 * Every save is a version in the service, and exactly one version is live. The provider saves when the content differs in
 * meaning, and only then.
 *
 * @example
 * ```ts
 * const team = new costallocation.VirtualTag("team", {
 *   name: "Team",
 *   rules: [{ to: "Checkout", filters: costallocation.tag("AWS", "team").is("checkout") }],
 *   defaultValue: "Shared",
 * });
 * ```
 */
export class VirtualTag extends pulumi.CustomResource {
  /** The name that people see in the application. */
  declare readonly name: pulumi.Output<string>;
  /** The rules, timeframes in Unix milliseconds. */
  declare readonly rules: pulumi.Output<Rule[]>;
  /** The value of a record that no rule matches. */
  declare readonly defaultValue: pulumi.Output<TagValue>;
  /** As declared. */
  declare readonly setAsLive: pulumi.Output<boolean | undefined>;
  /** As declared. */
  declare readonly changeDescription: pulumi.Output<string | undefined>;
  /** As declared. */
  declare readonly adopt: pulumi.Output<boolean | string | undefined>;
  /** The version that holds the declared content while `setAsLive` is `false`; absent once that content is live. */
  declare readonly stagedVersionId: pulumi.Output<string | undefined>;
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
   * Declares a Virtual Tag.
   *
   * @param name the resource's name in the program; unlike `args.name` it is not shown in the service
   * @param args what the tag is made of
   * @param opts Pulumi's resource options
   */
  constructor(name: string, args: VirtualTagArgs, opts?: pulumi.CustomResourceOptions) {
    // A resource that was a VirtualTagV1 of the same name is this one from now on.
    const aliases = [aliasOfV1(name, opts), ...(opts?.aliases ?? [])];
    // What was live before is kept under names of its own, where Pulumi knows nothing of the rules' being secret.
    const additionalSecretOutputs = [
      ...(opts?.additionalSecretOutputs ?? []),
      "liveContent",
      "liveName",
      "outsideChange",
    ];
    super(type, name, inputs(name, givenArgs(args), opts), {
      ...opts,
      aliases,
      additionalSecretOutputs,
      deleteBeforeReplace: true,
    });
  }

  /**
   * Reads a tag that exists, without taking it over: nothing in the service changes, and destroying the stack leaves it.
   *
   * @param name the resource's name in the program
   * @param id the tag's ID in the service
   * @param opts Pulumi's resource options
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): VirtualTag {
    return new VirtualTag(name, {} as VirtualTagArgs, { ...opts, id });
  }

  /** Whether a value is a VirtualTag, also one of another copy of this package. */
  static override isInstance(value: unknown): value is VirtualTag {
    return pulumi.CustomResource.isInstance(value) && (value as { __pulumiType?: string }).__pulumiType === type;
  }
}

/** The shorter form where it can be had: Pulumi makes a dozen outputs of the other. */
function aliasOfV1(name: string, opts: pulumi.CustomResourceOptions | undefined): pulumi.Input<string | pulumi.Alias> {
  return opts?.parent === undefined ? resourceUrn(name, virtualTagV1Type, opts) : { type: virtualTagV1Type };
}

function inputs(
  name: string,
  args: Partial<VirtualTagArgs>,
  opts: pulumi.CustomResourceOptions | undefined,
): pulumi.Inputs {
  return {
    name: args.name,
    rules: datesAsMilliseconds(args.rules),
    defaultValue: args.defaultValue,
    setAsLive: args.setAsLive,
    changeDescription: args.changeDescription,
    adopt: args.adopt,
    resourceUrn: resourceUrn(name, type, opts),
    __provider: virtualTagStub,
    // Pulumi fills only those outputs that have a place among the inputs.
    stagedVersionId: undefined,
    createdBy: undefined,
    createdAt: undefined,
    updatedBy: undefined,
    updatedAt: undefined,
    acl: undefined,
  };
}
