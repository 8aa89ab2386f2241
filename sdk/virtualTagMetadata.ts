import * as pulumi from "@pulumi/pulumi";
import { propertiesNamedProto } from "../client/json";
import type { MetadataMap } from "../client/wire";
import { typeOf } from "../stack/state/kinds";
import { virtualTagMetadataFields } from "../stack/state/virtualTagMetadata";
import { refuseUnknownConfig } from "./config";
import { givenArgs } from "./givenArgs";
import { type FieldsOf, inputsOf, isOfKind, withSecrets } from "./resource";

const fields: FieldsOf<VirtualTagMetadataArgs, VirtualTagMetadata, typeof virtualTagMetadataFields> =
  virtualTagMetadataFields;

/** The metadata of one tag value. An empty field is the same as an absent one. */
export interface ValueMetadataArgs {
  /** IDs of groups in the account, in any order. Default: none. */
  groups?: pulumi.Input<readonly pulumi.Input<string>[]>;
  /** Custom keys, such as `owner`, with any JSON value. Default: none. */
  customMetadata?: pulumi.Input<Record<string, unknown>>;
  /** IDs of notification endpoints (`endpoint.id`), in any order. Default: none. */
  endpoints?: pulumi.Input<readonly pulumi.Input<string>[]>;
}

/** The arguments of a {@link VirtualTagMetadata}, with the names of the API. */
export interface VirtualTagMetadataArgs {
  /** The ID of the Virtual Tag: `tag.id`. If it changes, the metadata moves to the other tag. */
  virtualTagId: pulumi.Input<string>;
  /** The metadata by tag value: at most 10,000 values. Their names can't contain dots. */
  metadata: pulumi.Input<Record<string, pulumi.Input<ValueMetadataArgs>>>;
  /**
   * What this resource owns. `false`: the metadata of all values, so any other metadata is drift. `true`: only the declared
   * fields (the groups and the endpoints of a value, and each key of its custom metadata); all else is left alone. Default:
   * `false`.
   */
  mergeValuesAndMetadata?: pulumi.Input<boolean>;
  /**
   * Whether the first write can replace metadata that was entered outside Pulumi. Has no effect later, so it can stay in the
   * program. Default: `false`, so such a write is an error.
   */
  adopt?: pulumi.Input<boolean>;
}

/**
 * The metadata of a Virtual Tag's values: groups, custom keys and notification endpoints, which financial plans use.
 *
 * @example
 * ```ts
 * new costallocation.VirtualTagMetadata("team", {
 *   virtualTagId: team.id,
 *   metadata: { Checkout: { customMetadata: { owner: "ines" }, endpoints: [finops.id] } },
 * });
 * ```
 */
export class VirtualTagMetadata extends pulumi.CustomResource {
  /** The ID of the Virtual Tag, which is also the ID of this resource. */
  declare readonly virtualTagId: pulumi.Output<string>;
  /** The metadata by tag value. */
  declare readonly metadata: pulumi.Output<MetadataMap>;
  /** The argument `mergeValuesAndMetadata`. */
  declare readonly mergeValuesAndMetadata: pulumi.Output<boolean | undefined>;
  /** The argument `adopt`. */
  declare readonly adopt: pulumi.Output<boolean | undefined>;

  /**
   * Declares the metadata of a Virtual Tag's values.
   *
   * @param name The name of the resource in the program.
   * @param args The tag and the metadata.
   * @param opts Pulumi's resource options.
   */
  constructor(name: string, args: VirtualTagMetadataArgs, opts?: pulumi.CustomResourceOptions) {
    refuseUnknownConfig();
    const given = givenArgs(args);
    const dropped = propertiesNamedProto(given.metadata, "metadata");
    const inputs = inputsOf("VirtualTagMetadata", fields, name, given, { opts, dropped });
    super(typeOf("VirtualTagMetadata"), name, inputs, withSecrets(fields, opts));
  }

  /**
   * Reads the metadata of a Virtual Tag without managing it: the provider never changes or deletes it.
   *
   * @param name The name of the resource in the program.
   * @param id The ID of the tag in the service.
   * @param opts Pulumi's resource options.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): VirtualTagMetadata {
    return new VirtualTagMetadata(name, {} as VirtualTagMetadataArgs, { ...opts, id });
  }

  /** Whether a value is a VirtualTagMetadata, also of another copy of this package. */
  static override isInstance(value: unknown): value is VirtualTagMetadata {
    return isOfKind("VirtualTagMetadata", value);
  }
}
