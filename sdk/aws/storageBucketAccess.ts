import * as iam from "@pulumi/aws/iam";
import type * as s3 from "@pulumi/aws/s3";
import { getPartitionOutput } from "@pulumi/aws/getPartition";
import * as pulumi from "@pulumi/pulumi";
import type { StorageBucketForm } from "../../client/resources/storageBucketForm";
import { checkedArguments, type StorageBucketAccessArgs } from "./arguments";
import { type BucketInUse, given, setOwnership, useBucket } from "./bucket";
import { accessPolicy, type StorageBucketMode, trustPolicy } from "./policies";
import { normalisedPrefix, usePrefix } from "./prefix";
import { refusal } from "./refusal";
import { StorageBucketRegistration } from "./registration";
import { transformed } from "./transform";

const type = "costallocation:aws:StorageBucketAccess";

/**
 * The AWS side of a storage bucket endpoint (API document, section 2.10): a bucket, and a role that the service assumes to
 * read it, or to read and write below a prefix. No API makes the endpoint itself: `registration` is what a person types into
 * the application's form, and `cost-allocation bucket-form` prints it.
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
  /** ARN of the role that the service assumes. */
  readonly roleArn: pulumi.Output<string>;
  /** Name of the bucket. */
  readonly bucketName: pulumi.Output<string>;
  /** Region of the bucket. */
  readonly region: pulumi.Output<string>;
  /** The prefix in the form in which it is registered: `exports/daily/`, or empty for the whole bucket. */
  readonly prefix: pulumi.Output<string>;
  /** As declared. */
  readonly access: pulumi.Output<StorageBucketMode>;
  /** The fields of the application's form, in its words. */
  readonly registration: pulumi.Output<StorageBucketForm>;
  /** The role. */
  readonly role: iam.Role;
  private readonly bucketResource: s3.Bucket | undefined;

  /**
   * @param name the component's name in the program
   * @param args what to make, and for whom
   * @param opts Pulumi's options of a component; providers, aliases, transforms and `protect` reach the children as always
   * @throws RunError that names the argument which can't be meant
   */
  constructor(name: string, args: StorageBucketAccessArgs, opts: pulumi.ComponentResourceOptions = {}) {
    const checked = checkedArguments(name, args);
    super(type, name, {}, opts);
    const { access } = checked;
    const partition = getPartitionOutput({}, { parent: this }).partition;
    const bucket = useBucket(checked, { component: this, name, partition, protect: opts.protect });
    refuseConflict(name, args, bucket);
    const prefix = pulumi.output(checked.prefix ?? "").apply(normalisedPrefix);

    this.role = this.makeRole(name, checked, partition);
    this.roleArn = this.role.arn;
    this.bucketName = bucket.name;
    this.bucketResource = bucket.resource;
    this.region = bucket.region;
    this.prefix = prefix;
    this.access = pulumi.output(access);
    const memory = this.remember(name, checked);
    // What the registration refuses must not have been carried out by then.
    const afterwards = { parent: this, dependsOn: [memory] };
    this.allowAccess(name, checked, partition, { ...afterwards });
    if (bucket.isNew) setOwnership(bucket, checked, name, { ...afterwards });
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
   * The bucket that was made, or that was handed over: for a second endpoint on the same one.
   *
   * @throws Error where the bucket was given by its name
   */
  get bucket(): s3.Bucket {
    if (this.bucketResource === undefined) {
      throw refusal("This StorageBucketAccess was given its bucket by name: there is no resource to hand on.");
    }
    return this.bucketResource;
  }

  /** The role, which the service's account may assume with the External ID. */
  private makeRole(name: string, args: StorageBucketAccessArgs, partition: pulumi.Output<string>): iam.Role {
    const trust = pulumi.output({
      partition,
      serviceAccountId: args.serviceAccountId,
      externalId: args.externalId,
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

  /** Remembers what the endpoint is made with. */
  private remember(name: string, { externalId, serviceAccountId }: StorageBucketAccessArgs): StorageBucketRegistration {
    const { access, bucketName, prefix, region, roleArn } = this;
    const facts = { access, bucketName, externalId, prefix, region, roleArn, serviceAccountId };
    return new StorageBucketRegistration(name, facts, { parent: this });
  }

  /** The role's one policy. */
  private allowAccess(
    name: string,
    { access, kmsKeyArn, transform }: StorageBucketAccessArgs,
    partition: pulumi.Output<string>,
    opts: pulumi.CustomResourceOptions,
  ): void {
    const { bucketName, prefix, region } = this;
    const policy = pulumi.output({ access, partition, bucketName, region, prefix, kmsKeyArn }).apply(accessPolicy);
    const args: iam.RolePolicyArgs = { role: this.role.name, policy: pulumi.jsonStringify(policy) };
    new iam.RolePolicy(...transformed(transform?.rolePolicy, name, args, opts));
  }

  /** What a person types into the application's form. */
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

/** Two endpoints on one bucket need prefixes apart (API document, section 2.10, rule 5). */
function refuseConflict(name: string, { prefix = "" }: StorageBucketAccessArgs, bucket: BucketInUse): void {
  if (typeof prefix !== "string") return;
  const own = normalisedPrefix(prefix);
  const other = usePrefix({ resource: bucket.resource, name: bucket.knownName }, own, name);
  if (other === undefined) return;
  const words = (text: string): string => (text === "" ? "all of the bucket" : `"${text}"`);
  throw refusal(
    `StorageBucketAccess "${name}": prefix ${words(own)} conflicts with ${words(other.prefix)}, which "${other.by}" uses on the ` +
      "same bucket. Prefixes of endpoints on one bucket must not contain one another.",
  );
}
