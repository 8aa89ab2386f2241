import * as s3 from "@pulumi/aws/s3";
import * as pulumi from "@pulumi/pulumi";
import { isName, type NewBucketArgs, type StorageBucketAccessArgs } from "./arguments";
import { tlsOnlyPolicy } from "./policies";
import { refusal } from "./refusal";
import { transformed } from "./transform";

/** A bucket, made or given: what the role and the form need of it. */
export interface BucketInUse {
  name: pulumi.Output<string>;
  region: pulumi.Output<string>;
  /** Undefined where it is given by its name. */
  resource: s3.Bucket | undefined;
  /** Whether it is made here. */
  isNew: boolean;
  /** Its name, where it is known while the program runs. */
  knownName: string | undefined;
}

/** What is asked of a bucket, and by whom. */
interface Request {
  component: pulumi.ComponentResource;
  /** Name of the component. */
  name: string;
  partition: pulumi.Output<string>;
  /** The component's own `protect`. */
  protect: boolean | undefined;
}

/** Buckets made here whose ACLs are off. */
const withoutAcls = new WeakMap<s3.Bucket, string>();

/** The bucket that the arguments name, hand over or ask for. */
export function useBucket(args: StorageBucketAccessArgs, request: Request): BucketInUse {
  const { bucket } = args;
  if (isName(bucket)) return existingBucket(bucket, request);
  if (!s3.Bucket.isInstance(bucket)) {
    return { ...inUse(newBucket(args, bucket, request), bucket.name), isNew: true };
  }
  const maker = withoutAcls.get(bucket);
  if (args.access === "ReadWrite" && maker !== undefined) {
    throw refusal(
      `StorageBucketAccess "${request.name}": access "ReadWrite" needs put ACL, and the bucket was made by "${maker}", which ` +
        'turned its ACLs off for "ReadOnly". Let the one with "ReadWrite" make the bucket, and give its bucket to the other.',
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

/** A new bucket: private, encrypted, versioned, over TLS only. */
function newBucket(args: StorageBucketAccessArgs, newArgs: NewBucketArgs, request: Request): s3.Bucket {
  const { transform = {}, tags, kmsKeyArn } = args;
  const { component, name, partition } = request;
  const { protect = request.protect ?? true, forceDestroy = false } = newArgs;
  const made = new s3.Bucket(
    ...transformed(
      transform.bucket,
      name,
      { ...given("bucket", newArgs.name), forceDestroy, ...given("tags", tags) },
      { parent: component, protect },
    ),
  );
  const bucket = made.bucket;
  const parent = { parent: component };
  const privateOnly = new s3.BucketPublicAccessBlock(
    ...transformed(transform.publicAccessBlock, name, { bucket, ...allPublicAccessBlocked }, { ...parent }),
  );
  new s3.BucketServerSideEncryptionConfiguration(
    ...transformed(transform.encryption, name, encryption(kmsKeyArn, bucket), { ...parent }),
  );
  const versioned = new s3.BucketVersioning(
    ...transformed(
      transform.versioning,
      name,
      { bucket, versioningConfiguration: { status: "Enabled" } },
      { ...parent },
    ),
  );
  new s3.BucketLifecycleConfiguration(
    // AWS asks for versioning to be settled before a rule is.
    ...transformed(transform.lifecycle, name, lifecycle(bucket), { ...parent, dependsOn: [versioned] }),
  );
  const policy = pulumi.jsonStringify(pulumi.all([partition, bucket]).apply(([p, b]) => tlsOnlyPolicy(p, b)));
  new s3.BucketPolicy(
    // AWS refuses two changes of a bucket's access at the same time.
    ...transformed(transform.bucketPolicy, name, { bucket, policy }, { ...parent, dependsOn: [privateOnly] }),
  );
  return made;
}

const allPublicAccessBlocked = {
  blockPublicAcls: true,
  blockPublicPolicy: true,
  ignorePublicAcls: true,
  restrictPublicBuckets: true,
};

/**
 * Settles whether a new bucket has ACLs. With the owner enforced they are off and put ACL is refused; in read-write mode the
 * service must be able to put them.
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
  if (resource !== undefined && turnsAclsOff(controls[1])) withoutAcls.set(resource, name);
}

function turnsAclsOff({ rule }: s3.BucketOwnershipControlsArgs): boolean {
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

/** Parts of an upload that was never finished are invisible, and cost. */
function lifecycle(bucket: pulumi.Input<string>): s3.BucketLifecycleConfigurationArgs {
  const abandoned = { abortIncompleteMultipartUpload: { daysAfterInitiation: 7 } };
  return { bucket, rules: [{ id: "abort-unfinished-uploads", status: "Enabled", filter: {}, ...abandoned }] };
}

/** An argument, where it is given: one that is not should not even be there. */
export function given<Name extends string, Value>(name: Name, value: Value | undefined): Partial<Record<Name, Value>> {
  return value === undefined ? {} : ({ [name]: value } as Record<Name, Value>);
}
