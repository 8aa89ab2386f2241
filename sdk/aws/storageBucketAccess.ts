import * as iam from "@pulumi/aws/iam";
import type * as s3 from "@pulumi/aws/s3";
import { getPartitionOutput } from "@pulumi/aws/getPartition";
import * as pulumi from "@pulumi/pulumi";
import type { StorageBucketForm } from "../../client/resources/storageBucketForm";
import { refuseUnknownConfig } from "../config";
import { checkedArguments, type StorageBucketAccessArgs } from "./arguments";
import { type BucketInUse, given, setOwnership, useBucket } from "./bucket";
import { accessPolicy, type StorageBucketMode, trustPolicy } from "./policies";
import { normalizedPrefix, usePrefix } from "./prefix";
import { refusal } from "./refusal";
import { StorageBucketRegistration } from "./registration";
import { transformed } from "./transform";

const type = "costallocation:aws:StorageBucketAccess";

/**
 * The AWS side of a storage bucket endpoint: a bucket, and a role that the service assumes to read,
 * or to read and write, below a prefix. The endpoint itself can be created only in the application. `registration` has the
 * fields of its form, and `npx cost-allocation bucket-form` prints them.
 *
 * @example
 * ```ts
 * const exports = new StorageBucketAccess("billing-exports", {
 *   access: "ReadOnly",
 *   externalId: config.require("externalId"),
 *   serviceAccountId: config.require("serviceAccountId"),
 *   bucket: "my-billing-exports",
 *   prefix: "daily",
 * });
 * export const registration = exports.registration;
 * ```
 */
export class StorageBucketAccess extends pulumi.ComponentResource {
  /** The ARN of the role that the service assumes. */
  readonly roleArn: pulumi.Output<string>;
  /** The name of the bucket. */
  readonly bucketName: pulumi.Output<string>;
  /** The region of the bucket. */
  readonly region: pulumi.Output<string>;
  /** The prefix in its normalized form: `exports/daily/`, or empty for the whole bucket. */
  readonly prefix: pulumi.Output<string>;
  /** The argument `access`. */
  readonly access: pulumi.Output<StorageBucketMode>;
  /** The fields of the form in the application, with its labels. */
  readonly registration: pulumi.Output<StorageBucketForm>;
  /** The role. */
  readonly role: iam.Role;
  private readonly bucketResource: s3.Bucket | undefined;

  /**
   * Declares the AWS side of a storage bucket endpoint.
   *
   * @param name The name of the component in the program.
   * @param args The bucket, and the access of the service.
   * @param opts Pulumi's component options. The children inherit providers, aliases, transforms and `protect`.
   * @throws {RunError} If an argument is not valid, with its name, or if the stack config has a key that is not a setting.
   */
  constructor(name: string, args: StorageBucketAccessArgs, opts: pulumi.ComponentResourceOptions = {}) {
    refuseUnknownConfig();
    const checked = checkedArguments(name, args);
    super(type, name, {}, opts);
    const { access } = checked;
    const partition = getPartitionOutput({}, { parent: this }).partition;
    const bucket = useBucket(checked, { component: this, name, partition, protect: opts.protect });
    refuseConflict(name, args, bucket);
    const prefix = pulumi.output(checked.prefix ?? "").apply(normalizedPrefix);

    this.role = this.makeRole(name, checked, partition, bucket);
    this.roleArn = this.role.arn;
    this.bucketName = bucket.name;
    this.bucketResource = bucket.resource;
    this.region = bucket.region;
    this.prefix = prefix;
    this.access = pulumi.output(access);
    const registration = this.register(name, checked);
    // If the registration fails, these must not have been created.
    const afterwards = { parent: this, dependsOn: [registration] };
    this.allowAccess(name, { ...checked, ...given("kmsKeyArn", bucket.kmsKeyArn) }, partition, { ...afterwards });
    if (bucket.isNew) setOwnership(bucket, checked, name, { component: this, after: registration });
    this.registration = this.form(name, checked);
    this.registerOutputs({
      roleArn: this.roleArn,
      bucketName: this.bucketName,
      region: this.region,
      prefix: this.prefix,
      access: this.access,
      registration: this.registration,
    });
  }

  /**
   * The new bucket, or the one in the arguments. Pass it to a second endpoint on the same bucket.
   *
   * @throws {RunError} If the bucket was given by name.
   */
  get bucket(): s3.Bucket {
    if (this.bucketResource === undefined) {
      throw refusal("This StorageBucketAccess uses a bucket by its name, so it has no bucket resource to pass on.");
    }
    return this.bucketResource;
  }

  /** The role, which the service can assume with the External ID. */
  private makeRole(
    name: string,
    args: StorageBucketAccessArgs,
    partition: pulumi.Output<string>,
    { exists }: BucketInUse,
  ): iam.Role {
    const trust = pulumi.output({
      partition,
      serviceAccountId: args.serviceAccountId,
      externalId: args.externalId,
      // If the bucket was not found, no role must have been created.
      exists,
    });
    return new iam.Role(
      ...transformed(
        args.transform?.role,
        name,
        {
          assumeRolePolicy: pulumi.jsonStringify(trust.apply(trustPolicy)),
          description: "Lets the Cost Allocation Service use a storage bucket endpoint.",
          ...given("name", args.roleName),
          ...given("path", args.path),
          ...given("permissionsBoundary", args.permissionsBoundary),
          ...given("tags", args.tags),
        },
        { parent: this },
      ),
    );
  }

  /** Stores the facts that the endpoint is created with. */
  private register(name: string, { externalId, serviceAccountId }: StorageBucketAccessArgs): StorageBucketRegistration {
    const { access, bucketName, prefix, region, roleArn } = this;
    const facts = { access, bucketName, externalId, prefix, region, roleArn, serviceAccountId };
    return new StorageBucketRegistration(name, facts, { parent: this });
  }

  /** The policy of the role. */
  private allowAccess(
    name: string,
    { access, kmsKeyArn, putAcl, transform }: StorageBucketAccessArgs,
    partition: pulumi.Output<string>,
    opts: pulumi.CustomResourceOptions,
  ): void {
    const { bucketName, prefix, region } = this;
    const scope = { access, partition, bucketName, region, prefix, kmsKeyArn, putAcl };
    const policy = pulumi.output(scope).apply(accessPolicy);
    const args: iam.RolePolicyArgs = { role: this.role.name, policy: pulumi.jsonStringify(policy) };
    new iam.RolePolicy(...transformed(transform?.rolePolicy, name, args, opts));
  }

  /** The fields of the form in the application. */
  private form(
    name: string,
    { description, endpointName = name }: StorageBucketAccessArgs,
  ): pulumi.Output<StorageBucketForm> {
    const { access, bucketName, prefix, region, roleArn } = this;
    return pulumi
      .output({ access, bucketName, description, endpointName, prefix, region, roleArn })
      .apply((known): StorageBucketForm => ({
        "Endpoint Name": known.endpointName,
        ...(known.description === undefined || known.description === "" ? {} : { Description: known.description }),
        "Bucket Access": known.access === "ReadOnly" ? "Read Only" : "Read and Write",
        "Role ARN": known.roleArn,
        "Bucket Name": known.bucketName,
        ...(known.prefix === "" ? {} : { "S3 Path Prefix": known.prefix }),
        Region: known.region,
      }));
  }
}

/** The prefixes of two endpoints on one bucket must not overlap. */
function refuseConflict(name: string, { prefix = "" }: StorageBucketAccessArgs, bucket: BucketInUse): void {
  if (typeof prefix !== "string") return;
  const own = normalizedPrefix(prefix);
  const other = usePrefix({ resource: bucket.resource, name: bucket.knownName }, own, name);
  if (other === undefined) return;
  const nameOf = (text: string): string => (text === "" ? "(the whole bucket)" : `"${text}"`);
  throw refusal(
    `StorageBucketAccess "${name}": prefix ${nameOf(own)} overlaps with prefix ${nameOf(other.prefix)} of "${other.by}" on the ` +
      "same bucket. The prefixes of endpoints on one bucket must not overlap.",
  );
}
