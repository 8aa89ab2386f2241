import * as s3 from "@pulumi/aws/s3";
import * as pulumi from "@pulumi/pulumi";
import { messageOf } from "../../rules/shared/messageOf";
import { isName, type NewBucketArgs, type StorageBucketAccessArgs } from "./arguments";
import { keyInRegion } from "./kmsKey";
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
  /** The key of the arguments. It fails if the key is in another region than the bucket. */
  kmsKeyArn: pulumi.Input<string> | undefined;
  /** Fails if the bucket was not found. */
  exists: pulumi.Output<unknown>;
  /** A change of the access to the bucket that must end before the next one. */
  policy: s3.BucketPolicy | undefined;
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
  if (isName(bucket)) return existingBucket(bucket, args, request);
  if (!s3.Bucket.isInstance(bucket)) return newBucket(args, bucket, request);
  const creator = withoutAcls.get(bucket);
  if (args.access === "ReadWrite" && creator !== undefined) {
    throw refusal(
      `StorageBucketAccess "${request.name}": access "ReadWrite" requires ACLs, but "${creator}", which creates the bucket, ` +
        'disables them because its access is "ReadOnly". Create the bucket with the "ReadWrite" component, and pass its bucket to the other.',
    );
  }
  return {
    name: bucket.bucket,
    region: bucket.bucketRegion,
    resource: bucket,
    isNew: false,
    knownName: undefined,
    kmsKeyArn: keyInRegion(args.kmsKeyArn, { ...request, region: bucket.bucketRegion, parent: request.component }),
    exists: pulumi.output(undefined),
    policy: undefined,
  };
}

function existingBucket(
  bucket: pulumi.Input<string>,
  { kmsKeyArn }: StorageBucketAccessArgs,
  request: Request,
): BucketInUse {
  const found = pulumi.output(bucket).apply((name) => findBucket(name, request));
  const { name, region } = found;
  return {
    name,
    region,
    resource: undefined,
    isNew: false,
    knownName: typeof bucket === "string" ? bucket : undefined,
    kmsKeyArn: keyInRegion(kmsKeyArn, { ...request, region, parent: request.component }),
    exists: found,
    policy: undefined,
  };
}

async function findBucket(name: string, request: Request): Promise<{ name: string; region: string }> {
  try {
    const { bucketRegion } = await s3.getBucket({ bucket: name }, { parent: request.component });
    return { name, region: bucketRegion };
  } catch (error) {
    // The engine's error begins with the name of the function, and has several lines.
    const text = messageOf(error);
    const reason = text.replace(/^.*(?:\* |returned an error: )/su, "").replace(/[\s\p{Cc}]+/gu, " ");
    throw refusal(
      `StorageBucketAccess "${request.name}": bucket "${name}" was not found in AWS, or your AWS credentials can't read it. ` +
        "Nothing of this component was created or changed. Correct the name, or create the bucket first. " +
        `The error was: ${reason.trim()}`,
    );
  }
}

/** Creates a bucket: private, encrypted, versioned, with TLS only. */
function newBucket(args: StorageBucketAccessArgs, newArgs: NewBucketArgs, request: Request): BucketInUse {
  const { transform = {}, tags } = args;
  const { component, name, partition } = request;
  const { protect = request.protect ?? true, forceDestroy = false } = newArgs;
  const [, bucketArgs, bucketOpts] = transformed(
    transform.bucket,
    name,
    { ...given("bucket", newArgs.name), forceDestroy, ...given("tags", tags) },
    { parent: component, protect },
  );
  const created = new s3.Bucket(name, bucketArgs, bucketOpts);
  const kmsKeyArn = keyInRegion(args.kmsKeyArn, { ...request, region: bucketArgs.region, parent: created });
  const bucket = created.bucket;
  const parent = settingOptions(component);
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
  const document = pulumi.jsonStringify(pulumi.all([partition, bucket]).apply(([p, b]) => tlsOnlyPolicy(p, b)));
  const policy = new s3.BucketPolicy(
    // AWS refuses two changes of the access to a bucket at the same time.
    ...transformed(
      transform.bucketPolicy,
      name,
      { bucket, policy: document },
      { ...parent, dependsOn: [publicAccessBlock] },
    ),
  );
  return {
    name: bucket,
    region: created.bucketRegion,
    resource: created,
    isNew: true,
    knownName: typeof newArgs.name === "string" ? newArgs.name : undefined,
    kmsKeyArn,
    exists: pulumi.output(undefined),
    policy,
  };
}

/**
 * The options of a setting of a new bucket. In AWS, a setting ends with its bucket, so nothing has to delete it. If Pulumi did,
 * a bucket that stays, because it is protected or not empty, would lose its protection from public access first.
 */
function settingOptions(component: pulumi.ComponentResource): pulumi.CustomResourceOptions {
  return { parent: component, retainOnDelete: true };
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
  { name: bucket, policy, resource }: BucketInUse,
  { access, transform = {} }: StorageBucketAccessArgs,
  name: string,
  { component, after }: { component: pulumi.ComponentResource; after: pulumi.Resource },
): void {
  const objectOwnership = access === "ReadWrite" ? "BucketOwnerPreferred" : "BucketOwnerEnforced";
  const controls = transformed(
    transform.ownershipControls,
    name,
    { bucket, rule: { objectOwnership } },
    // AWS refuses to set this at the same time as the policy of the bucket.
    { ...settingOptions(component), dependsOn: policy === undefined ? [after] : [after, policy] },
  );
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
