import * as pulumi from "@pulumi/pulumi";
import type { Acl } from "../client/wire";
import type { Rule, TagValue } from "../rules/types";
import { typeOf } from "../stack/state/kinds";
import { virtualTagFields } from "../stack/state/virtualTag";
import { withIsoDates } from "./dates";
import { refuseUnknownConfig } from "./config";
import { givenArgs } from "./givenArgs";
import { type FieldsOf, inputsOf, isOfKind, withSecrets } from "./resource";
import { resourceUrn } from "./resourceUrn";
import type { KeyReferenceArgs, RuleArgs } from "./ruleArgs";

const fields: FieldsOf<VirtualTagArgs, VirtualTag, typeof virtualTagFields> = virtualTagFields;

/** The arguments of a {@link VirtualTag}, with the names of the API. */
export interface VirtualTagArgs {
  /** The name in the application. Must be unique in the account. */
  name: pulumi.Input<string>;
  /** The rules, in order. The first rule that matches a record decides its value. */
  rules: pulumi.Input<readonly pulumi.Input<RuleArgs>[]>;
  /** The value of the records that no rule matches: a string, or a key of the catalog whose value the record has. */
  defaultValue: pulumi.Input<string | KeyReferenceArgs>;
  /**
   * Whether a save becomes the live version, which reports use. `false` saves a staged version, which is not live. To promote
   * it later, set `true`. Default: `true`.
   */
  setAsLive?: pulumi.Input<boolean>;
  /**
   * Why the tag changes. Every save records it in the version history, followed by the ownership mark of the resource. A
   * different description alone is not a change. Default: none, so saves record only the mark.
   */
  changeDescription?: pulumi.Input<string>;
  /**
   * Adopts an existing tag with its history: `true` adopts the tag with this name; an ID adopts that specific tag, which then
   * gets the declared name. Has an effect only while the resource is created, so it can stay in the program. A destroy leaves
   * an adopted tag alone if this stack has never saved it. Default: `false`, so an existing tag with this name is an error.
   */
  adopt?: pulumi.Input<boolean | string>;
}

/**
 * A Virtual Tag: an ordered list of rules that gives every cost record a value.
 *
 * Every save creates a version, and exactly one version is live. The provider saves only if the name or the content differs in
 * meaning.
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
  /** The name in the application. */
  declare readonly name: pulumi.Output<string>;
  /** The rules, with timeframes in ISO 8601. */
  declare readonly rules: pulumi.Output<Rule[]>;
  /** The value of the records that no rule matches. */
  declare readonly defaultValue: pulumi.Output<TagValue>;
  /** The argument `setAsLive`. */
  declare readonly setAsLive: pulumi.Output<boolean | undefined>;
  /** The argument `changeDescription`. */
  declare readonly changeDescription: pulumi.Output<string | undefined>;
  /** The argument `adopt`. */
  declare readonly adopt: pulumi.Output<boolean | string | undefined>;
  /** The ID of the staged version with the declared content. Absent if that content is live. */
  declare readonly stagedVersionId: pulumi.Output<string | undefined>;
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
   * Declares a Virtual Tag.
   *
   * @param name The name of the resource in the program. The service does not show it.
   * @param args The name and the content of the tag.
   * @param opts Pulumi's resource options.
   */
  constructor(name: string, args: VirtualTagArgs, opts?: pulumi.CustomResourceOptions) {
    refuseUnknownConfig();
    // If the state has a VirtualTagV1 with the same resource name, this resource replaces it in place.
    const aliases = [aliasOfV1(name, opts), ...(opts?.aliases ?? [])];
    const given = givenArgs(args);
    const inputs = inputsOf("VirtualTag", fields, name, { ...given, rules: withIsoDates(given.rules) }, { opts });
    super(typeOf("VirtualTag"), name, inputs, { ...withSecrets(fields, opts), aliases });
  }

  /**
   * Reads an existing tag without managing it: the provider never changes or deletes it.
   *
   * @param name The name of the resource in the program.
   * @param id The ID of the tag in the service.
   * @param opts Pulumi's resource options.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): VirtualTag {
    return new VirtualTag(name, {} as VirtualTagArgs, { ...opts, id });
  }

  /** Whether a value is a VirtualTag, also of another copy of this package. */
  static override isInstance(value: unknown): value is VirtualTag {
    return isOfKind("VirtualTag", value);
  }
}

/** A URN if there is no parent, because Pulumi creates a dozen outputs for an alias object. */
function aliasOfV1(name: string, opts: pulumi.CustomResourceOptions | undefined): pulumi.Input<string | pulumi.Alias> {
  const typeOfV1 = typeOf("VirtualTagV1");
  return opts?.parent === undefined ? resourceUrn(name, typeOfV1, opts) : { type: typeOfV1 };
}
