import * as pulumi from "@pulumi/pulumi";
import { lostPaths } from "../client/json";
import type { MetadataMap } from "../client/wire";
import { givenArgs } from "./givenArgs";
import { resourceUrn } from "./resourceUrn";
import { virtualTagMetadataStub } from "./stub";

const type = "pulumi-nodejs:dynamic/costallocation:VirtualTagMetadata";

/** The metadata of one tag value (API document, section 2.6). What is absent and what is empty are the same. */
export interface ValueMetadataArgs {
  /** IDs of groups, as the account's own lists name them. A set: their order does not matter. */
  groups?: pulumi.Input<pulumi.Input<string>[]>;
  /** Free keys, such as `owner`, each with any JSON. */
  customMetadata?: pulumi.Input<Record<string, unknown>>;
  /** IDs of notification endpoints: `endpoint.id`. A set: their order does not matter. */
  endpoints?: pulumi.Input<pulumi.Input<string>[]>;
}

/** What a {@link VirtualTagMetadata} is made of. Named as the API names it (API document, section 4.3). */
export interface VirtualTagMetadataArgs {
  /** ID of the Virtual Tag: `tag.id`. A change moves the metadata to the other tag. */
  virtualTagId: pulumi.Input<string>;
  /** Tag value -> its metadata: at most 10,000 values, whose names have no dots. */
  metadata: pulumi.Input<Record<string, pulumi.Input<ValueMetadataArgs>>>;
  /**
   * `false`: this resource owns the metadata of all values; what others enter is drift. `true`: it owns the fields that it
   * declares (the groups of a value, its endpoints, each key of its custom metadata), and everything else is left alone.
   * Default: `false`.
   */
  mergeValuesAndMetadata?: pulumi.Input<boolean>;
  /**
   * Whether the first write may replace what others have entered. It matters only then, and can stay in the program.
   * Default: `false`, such a write is refused.
   */
  adopt?: pulumi.Input<boolean>;
}

/**
 * Groups, free keys and notification endpoints of a Virtual Tag's values, as financial plans use them.
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
  /** ID of the Virtual Tag; the ID of this resource is the same. */
  declare readonly virtualTagId: pulumi.Output<string>;
  /** Tag value -> its metadata. */
  declare readonly metadata: pulumi.Output<MetadataMap>;
  /** As declared. */
  declare readonly mergeValuesAndMetadata: pulumi.Output<boolean | undefined>;
  /** As declared. */
  declare readonly adopt: pulumi.Output<boolean | undefined>;

  /**
   * Declares metadata of a Virtual Tag's values.
   *
   * @param name the resource's name in the program
   * @param args what the metadata is made of
   * @param opts Pulumi's resource options
   * @throws {Error} when a value, or anything inside of one, is named `__proto__`: Pulumi would lose it without a word
   */
  constructor(name: string, args: VirtualTagMetadataArgs, opts?: pulumi.CustomResourceOptions) {
    refuseLostName(args);
    super(type, name, inputs(name, givenArgs(args), opts), {
      ...opts,
      deleteBeforeReplace: true,
      // What the provider keeps of a drifted map under this name may hold what the program gave as a secret.
      additionalSecretOutputs: [...(opts?.additionalSecretOutputs ?? []), "declared"],
    });
  }

  /**
   * Reads the metadata of a Virtual Tag, without taking it over: nothing in the service changes, and destroying the stack
   * leaves it.
   *
   * @param name the resource's name in the program
   * @param id the tag's ID in the service
   * @param opts Pulumi's resource options
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): VirtualTagMetadata {
    return new VirtualTagMetadata(name, {} as VirtualTagMetadataArgs, { ...opts, id });
  }

  /** Whether a value is a VirtualTagMetadata, also one of another copy of this package. */
  static override isInstance(value: unknown): value is VirtualTagMetadata {
    return pulumi.CustomResource.isInstance(value) && (value as { __pulumiType?: string }).__pulumiType === type;
  }
}

function refuseLostName(args: VirtualTagMetadataArgs | undefined): void {
  const [path] = lostPaths(args?.metadata, "metadata");
  if (path !== undefined) throw new Error(`${path} can't be stored: Pulumi loses a property of this name.`);
}

function inputs(
  name: string,
  args: Partial<VirtualTagMetadataArgs>,
  opts: pulumi.CustomResourceOptions | undefined,
): pulumi.Inputs {
  return {
    virtualTagId: args.virtualTagId,
    metadata: args.metadata,
    mergeValuesAndMetadata: args.mergeValuesAndMetadata,
    adopt: args.adopt,
    resourceUrn: resourceUrn(name, type, opts),
    __provider: virtualTagMetadataStub,
  };
}
