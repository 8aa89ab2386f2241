import * as s3 from "@pulumi/aws/s3";
import * as pulumi from "@pulumi/pulumi";
import { isName, type NewBucketArgs, type StorageBucketAccessArgs } from "./arguments";
import { tlsOnlyPolicy } from "./policies";
import { refusal } from "./refusal";
import { transformed } from "./transform";

/** A new or existing bucket: what the role and the form need to know about it. */
export interface BucketInUse {
  name: pulumi.Output<string>;
  region: pulumi.Output<string>;
  /** Undefined if the bucket is given by name. */
  resource: s3.Bucket | undefined;
  /** Whether the component creates the bucket. */
  isNew: boolean;
  /** The name, if it is known while the program runs. */
  knownName: string | undefined;
}

/** The component that uses a bucket. */
interface Request {
  component: pulumi.ComponentResource;
  /** The name of the component. */
  name: string;
  partition: pulumi.Output<string>;
  /** The component's `protect` option. */
  protect: boolean | undefined;
}

/** The buckets of this program that have ACLs disabled, with the names of the components that created them. */
const withoutAcls = new WeakMap<s3.Bucket, string>();

/** Finds or creates the bucket in the arguments. */
export function useBucket(args: StorageBucketAccessArgs, request: Request): BucketInUse {
  const { bucket } = args;
  if (isName(bucket)) return existingBucket(bucket, request);
  if (!s3.Bucket.isInstance(bucket)) {
    return { ...inUse(newBucket(args, bucket, request), bucket.name), isNew: true };
  }
  const creator = withoutAcls.get(bucket);
  if (args.access === "ReadWrite" && creator !== undefined) {
    throw refusal(
      `StorageBucketAccess "${request.name}": access "ReadWrite" requires ACLs, but "${creator}", which creates the bucket, ` +
        'disables them because its access is "ReadOnly". Create the bucket with the "ReadWrite" component, and pass its bucket to the other.',
    );
  }
  return inUse(bucket, undefined);
}

function existingBucket(name: pulumi.Input<string>, { component }: Request): BucketInUse {
  const found = s3.getBucketOutput({ bucket: name }, { parent: component });
  return {
    name: pulumi.output(name),
    region: found.bucketRegion,
    resource: undefined,
    isNew: false,
    knownName: typeof name === "string" ? name : undefined,
  };
}

function inUse(resource: s3.Bucket, name: pulumi.Input<string> | undefined): BucketInUse {
  const knownName = typeof name === "string" ? name : undefined;
  return { name: resource.bucket, region: resource.bucketRegion, resource, isNew: false, knownName };
}

/** Creates a bucket: private, encrypted, versioned, with TLS only. */
function newBucket(args: StorageBucketAccessArgs, newArgs: NewBucketArgs, request: Request): s3.Bucket {
  const { transform = {}, tags, kmsKeyArn } = args;
  const { component, name, partition } = request;
  const { protect = request.protect ?? true, forceDestroy = false } = newArgs;
  const created = new s3.Bucket(
    ...transformed(
      transform.bucket,
      name,
      { ...given("bucket", newArgs.name), forceDestroy, ...given("tags", tags) },
      { parent: component, protect },
    ),
  );
  const bucket = created.bucket;
  const parent = { parent: component };
  const publicAccessBlock = new s3.BucketPublicAccessBlock(
    ...transformed(transform.publicAccessBlock, name, { bucket, ...allPublicAccessBlocked }, { ...parent }),
  );
  new s3.BucketServerSideEncryptionConfiguration(
    ...transformed(transform.encryption, name, encryption(kmsKeyArn, bucket), { ...parent }),
  );
  const versioning = new s3.BucketVersioning(
    ...transformed(
      transform.versioning,
      name,
      { bucket, versioningConfiguration: { status: "Enabled" } },
      { ...parent },
    ),
  );
  new s3.BucketLifecycleConfiguration(
    // AWS requires that versioning is set before lifecycle rules.
    ...transformed(transform.lifecycle, name, lifecycle(bucket), { ...parent, dependsOn: [versioning] }),
  );
  const policy = pulumi.jsonStringify(pulumi.all([partition, bucket]).apply(([p, b]) => tlsOnlyPolicy(p, b)));
  new s3.BucketPolicy(
    // AWS refuses two changes of the access to a bucket at the same time.
    ...transformed(transform.bucketPolicy, name, { bucket, policy }, { ...parent, dependsOn: [publicAccessBlock] }),
  );
  return created;
}

const allPublicAccessBlocked = {
  blockPublicAcls: true,
  blockPublicPolicy: true,
  ignorePublicAcls: true,
  restrictPublicBuckets: true,
};

/**
 * Sets whether a new bucket has ACLs. `BucketOwnerEnforced` disables them, and S3 refuses requests that set one. With
 * `ReadWrite`, the service must be able to set ACLs.
 */
export function setOwnership(
  { name: bucket, resource }: BucketInUse,
  { access, transform = {} }: StorageBucketAccessArgs,
  name: string,
  opts: pulumi.CustomResourceOptions,
): void {
  const objectOwnership = access === "ReadWrite" ? "BucketOwnerPreferred" : "BucketOwnerEnforced";
  const controls = transformed(transform.ownershipControls, name, { bucket, rule: { objectOwnership } }, opts);
  new s3.BucketOwnershipControls(...controls);
  if (resource !== undefined && disablesAcls(controls[1])) withoutAcls.set(resource, name);
}

function disablesAcls({ rule }: s3.BucketOwnershipControlsArgs): boolean {
  return "objectOwnership" in rule && rule.objectOwnership === "BucketOwnerEnforced";
}

function encryption(
  kmsKeyArn: pulumi.Input<string> | undefined,
  bucket: pulumi.Input<string>,
): s3.BucketServerSideEncryptionConfigurationArgs {
  const byDefault =
    kmsKeyArn === undefined ? { sseAlgorithm: "AES256" } : { sseAlgorithm: "aws:kms", kmsMasterKeyId: kmsKeyArn };
  return {
    bucket,
    rules: [{ applyServerSideEncryptionByDefault: byDefault, bucketKeyEnabled: kmsKeyArn !== undefined }],
  };
}

/** Parts of unfinished uploads are invisible but cost money. */
function lifecycle(bucket: pulumi.Input<string>): s3.BucketLifecycleConfigurationArgs {
  const abandoned = { abortIncompleteMultipartUpload: { daysAfterInitiation: 7 } };
  return { bucket, rules: [{ id: "abort-unfinished-uploads", status: "Enabled", filter: {}, ...abandoned }] };
}

/** An object with the argument, or without it if it is undefined. */
export function given<Name extends string, Value>(name: Name, value: Value | undefined): Partial<Record<Name, Value>> {
  return value === undefined ? {} : ({ [name]: value } as Record<Name, Value>);
}
